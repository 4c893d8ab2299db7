import { statSync } from 'node:fs'

/**
 * Returns a text that changes with the content of a file; empty if there is no file. Mounted secrets are links to another file after a
 * change.
 */
export function fileVersion(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? '' : [found.mtimeMs, found.size, found.ino].join()
}
