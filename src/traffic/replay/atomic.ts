import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file completely or not at all. The data is first written to a temporary file, which is renamed
 * once it is safely on disk. Readers see the old file or the new one, also after a crash.
 */
export async function writeAtomically(
  path: string,
  pieces: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const beside = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(beside, 'wx')
    try {
      for await (const piece of pieces) await file.writeFile(piece)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}
