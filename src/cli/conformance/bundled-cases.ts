import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { AdapterError, reasonIn } from '../../base/json/adapter-error.js'
import { type ConformanceCase, parseCases } from '../../conformance/index.js'

/** The cases of the package: all files as one list, compressed by scripts/build.mjs. */
const PACKED = 'conformance-cases.json.gz'

/**
 * Reads the cases of the package. From the sources of this project, reads its folder of cases.
 * @param root the folder that has the folder of adapters.
 */
export async function bundledCases(root: URL): Promise<readonly ConformanceCase[]> {
  const packed = new URL(PACKED, root)
  if (!existsSync(packed)) return casesIn(fileURLToPath(new URL('conformance/cases', root)))
  return parseCases(gunzipSync(await readFile(packed)).toString())
}

/**
 * Reads the files of cases in a folder and in its folders, in the order of their paths.
 * @throws AdapterError with the path of a file that has no cases.
 */
export async function casesIn(folder: string): Promise<readonly ConformanceCase[]> {
  const names = await readdir(folder, { recursive: true })
  const files = names.filter((name) => name.endsWith('.json')).sort()
  const lists = await Promise.all(files.map((file) => casesOf(join(folder, file))))
  return lists.flat()
}

async function casesOf(file: string): Promise<readonly ConformanceCase[]> {
  const text = await readFile(file, 'utf8')
  try {
    return parseCases(text)
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error
    throw new AdapterError(error.code, error.path, `${file}: ${reasonIn(error)}`)
  }
}
