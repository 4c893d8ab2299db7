import { defineConfig } from '@playwright/test'
import { findChromium } from './chromium.mjs'

const PORT = 4179
const executablePath = findChromium()

export default defineConfig({
  testDir: '..',
  testMatch: '{test,playground/test}/*.spec.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  // Timeouts are long, because the time until something is shown depends on the load of the machine.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: 'list',
  use: {
    baseURL: `http://localhost:${PORT}/toolwire/`,
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      // In a container there are no namespaces to shut it in, and little shared memory.
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    },
  },
  webServer: {
    command: `npx --no-install vitepress preview --port ${PORT}`,
    cwd: '..',
    url: `http://localhost:${PORT}/toolwire/`,
    reuseExistingServer: true,
  },
})
