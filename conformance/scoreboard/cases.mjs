import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseCases } from 'toolwire/conformance'

const folder = join(import.meta.dirname, '../cases')

/** Reads the cases of this repository, in the order of their files. */
export function readAllCases() {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.json'),
  )
  return files.sort().flatMap((file) => parseCases(readFileSync(join(folder, file), 'utf8')))
}
