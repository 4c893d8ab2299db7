import { spawnSync } from 'node:child_process'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** Returns the browser of this machine, or `undefined` if it has none. */
export function findChromium() {
  const paths = NAMES.map((name) => spawnSync('which', [name]).stdout?.toString().trim())
  return paths.find((path) => path !== undefined && path !== '')
}
