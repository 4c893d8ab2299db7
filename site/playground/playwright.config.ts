import { defineConfig } from '@playwright/test'

const PORT = 4191

/** Tests of the built playground, on Debian's Chromium. `npm run playground:build` comes first. */
export default defineConfig({
  testDir: './test',
  fullyParallel: true,
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${PORT}/`,
    viewport: { width: 1280, height: 800 },
    launchOptions: { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] },
  },
  webServer: {
    command: `npx vite preview --config playground/vite.config.ts --host 127.0.0.1 --port ${PORT} --strictPort`,
    cwd: new URL('..', import.meta.url).pathname,
    port: PORT,
  },
})
