import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseCases } from '../../src/conformance/index.js'
import { projectRoot } from './project.js'

const folder = join(projectRoot, 'conformance/cases')

/** The files of conformance cases, with their texts. */
export const caseFiles = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json'))
  .sort()
  .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))

/** The conformance cases, each with its file. */
export const allCases = caseFiles.flatMap(({ file, text }) =>
  parseCases(text).map((one) => ({ file, ...one })),
)
