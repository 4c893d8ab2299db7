import { spawnSync } from 'node:child_process'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** The browser of this machine. `undefined` if there is none. */
export function findChromium() {
  const paths = NAMES.map((name) => spawnSync('which', [name]).stdout?.toString().trim())
  return paths.find((path) => path !== undefined && path !== '')
}
