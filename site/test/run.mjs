// Opens the pages of the built site in Chromium: npm test --prefix site
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findChromium } from './chromium.mjs'

if (findChromium() === undefined) {
  console.log(
    'There is no Chromium on this machine: the pages of the site are not tested (Debian: apt-get install chromium).',
  )
} else {
  const given = ['test', '--config', 'test/playwright.config.ts', ...process.argv.slice(2)]
  const { status } = spawnSync('npx', ['--no-install', 'playwright', ...given], {
    cwd: fileURLToPath(new URL('../', import.meta.url)),
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
}
