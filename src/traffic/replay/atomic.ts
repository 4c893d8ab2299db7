import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, constants, mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { AdapterError } from '../../base/json/adapter-error.js'

/**
 * Writes a file completely or not at all. The data is first written to a temporary file, which is renamed
 * once it is safely on disk. Readers see the old file or the new one, also after a crash. Missing folders are
 * created, and removed again after an error.
 */
export async function writeAtomically(
  path: string,
  pieces: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  await expectCreatable(path)
  const made = await mkdir(dirname(path), { recursive: true })
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
    if (made !== undefined) await removeEmptyFolders(dirname(path), made)
    throw error
  }
}

/** Removes a folder and its parents up to `top`, as long as they are empty. */
async function removeEmptyFolders(folder: string, top: string): Promise<void> {
  for (let each = resolve(folder); each.startsWith(resolve(top)); each = dirname(each)) {
    const removed = await rmdir(each).then(
      () => true,
      () => false,
    )
    if (!removed) return
  }
}

/**
 * Checks that a file can be written, without creating it.
 * @throws AdapterError if the path is a folder, or a parent is not a folder that can be written to.
 */
export async function expectCreatable(path: string): Promise<void> {
  if (existsSync(path) && (await stat(path)).isDirectory()) throw notWritable(path, 'it is a folder')
  const folder = existingFolder(path)
  if (!(await stat(folder)).isDirectory()) throw notWritable(path, `${folder} is not a folder`)
  await access(folder, constants.W_OK).catch(() => {
    throw notWritable(path, `no permission to write to ${folder}`)
  })
}

function notWritable(path: string, reason: string): AdapterError {
  return new AdapterError('unsupported', '', `cannot write ${path}: ${reason}`)
}

/** Returns the nearest parent of a path that exists. */
function existingFolder(path: string): string {
  let folder = dirname(resolve(path))
  while (!existsSync(folder)) folder = dirname(folder)
  return folder
}

/** Returns the topmost folder that writing a file would create, or undefined if its folder exists. */
export function newFolderOf(path: string): string | undefined {
  let folder = dirname(resolve(path))
  let made: string | undefined
  for (; !existsSync(folder); folder = dirname(folder)) made = folder
  return made
}
