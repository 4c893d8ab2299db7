import { stat } from 'node:fs/promises'

/**
 * Returns a text that changes with the content of a file; empty if there is no file. Mounted secrets are links to another file after a
 * change.
 */
export async function fileVersion(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  return found === undefined ? '' : [found.mtimeMs, found.size, found.ino].join()
}
