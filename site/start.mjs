// Builds the site and serves it on this machine. The first time, it installs what that needs.
//   npm run site
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

function run(command, ...given) {
  const { status } = spawnSync(command, given, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}

for (const folder of ['scripts/api', 'site'])
  if (!existsSync(`${root}${folder}/node_modules`))
    run('npm', 'ci', '--prefix', folder, '--no-audit', '--no-fund')
run('node', 'scripts/adapters.mjs')
run('npm', 'run', 'build', '--prefix', 'site')
run('npm', 'run', 'serve', '--prefix', 'site')
