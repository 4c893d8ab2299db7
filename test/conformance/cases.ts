import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ConformanceCase, parseCases } from '../../src/conformance/index.js'
import { projectRoot } from '../support/project.js'

const folder = join(projectRoot, 'conformance/cases')

/** The files of cases, by their paths without `.json`. */
export const caseFiles: ReadonlyMap<string, readonly ConformanceCase[]> = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => [
      file.replace(/\.json$/, '').replaceAll('\\', '/'),
      parseCases(readFileSync(join(folder, file), 'utf8')),
    ]),
)

export const allCases: readonly ConformanceCase[] = [...caseFiles.values()].flat()

/** Returns the case with this id. */
export function caseNamed(id: string): ConformanceCase {
  const found = allCases.find((test) => test.id === id)
  if (found === undefined) throw new Error(`there is no case ${id}`)
  return found
}
