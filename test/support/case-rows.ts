import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { parseDocument } from '../../src/base/json/parse.js'
import { asNative, expectObject, isObject } from '../../src/base/json/read-json.js'
import { allAdapters } from './adapters.js'
import { fixturesFolder } from './exchanges.js'

/** One conversion of a row and the assertions about its output. Pointers are JSON Pointers into that output. */
export interface CaseStep {
  /** The function of the adapter, or `stream`, `assemble`, `translate…` (`case-kinds.ts`). */
  readonly kind: string
  readonly options?: JsonObject
  /** The complete output. */
  readonly expected?: JsonValue
  /** Members of the output, compared like `toMatchObject`: lists have their exact length. */
  readonly contains?: JsonValue
  /** Complete values by pointer. */
  readonly at?: JsonObject
  /** Patterns of texts by pointer. */
  readonly matches?: Readonly<Record<string, string>>
  /** Pointers without a value. */
  readonly lacks?: readonly string[]
  /** The instructions that `encodeMessages` returns next to the messages. */
  readonly system?: JsonValue
  /** All notices in order: codes, or objects with the asserted members. */
  readonly notices?: readonly (string | JsonObject)[]
  /** The members of the `AdapterError`; `message` is a pattern. */
  readonly throws?: { readonly code: string; readonly path: string; readonly message?: string }
  /** The output equals the row's input. */
  readonly returnsInput?: true
  /** Conversions of the stored output. */
  readonly then?: readonly CaseStep[]
}

/** One line of `fixtures/<wire>/cases.jsonl`. */
export interface CaseRow extends CaseStep {
  readonly title: string
  /** The export of the wire's `index.ts`, for wires with several adapters. Default: the default export. */
  readonly adapter?: string
  /** A body, messages, tools, events or frames. A string is the text of a body or a stream. */
  readonly input: JsonValue
  /** The thread or page that states the fact. */
  readonly source?: string
  /** The reason for the row. */
  readonly note?: string
}

/** A row with its position and the exact text of its input. */
export interface LocatedCase {
  readonly wire: string
  readonly line: number
  readonly row: CaseRow
  /** Returns the text of an object in the row whose numbers a double would change. */
  exactText(value: object): string | undefined
}

const STEP_MEMBERS = [
  'kind',
  'options',
  'expected',
  'contains',
  'at',
  'matches',
  'lacks',
  'system',
  'notices',
  'throws',
  'returnsInput',
  'then',
]
const ROW_MEMBERS = [...STEP_MEMBERS, 'title', 'adapter', 'input', 'source', 'note']
const ASSERTIONS = [
  'expected',
  'contains',
  'at',
  'matches',
  'lacks',
  'system',
  'notices',
  'throws',
  'returnsInput',
]

/** Reads `cases.jsonl` of a wire. A wire without the file has no rows. */
function readCases(wire: string): LocatedCase[] {
  const file = join(fixturesFolder, wire, 'cases.jsonl')
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((text, index) => (text === '' ? [] : [locate(wire, index + 1, text)]))
}

function locate(wire: string, line: number, text: string): LocatedCase {
  const { value, exactText } = parseDocument(text)
  const where = `${wire}/cases.jsonl:${line}`
  checkMembers(expectObject(value, ''), ROW_MEMBERS, where)
  return { wire, line, row: asNative<CaseRow>(value), exactText }
}

/** Rejects misspelled members, and conversions without an assertion. */
function checkMembers(step: JsonObject, members: readonly string[], where: string): void {
  const unknown = Object.keys(step).filter((key) => !members.includes(key))
  if (unknown.length > 0) throw new Error(`${where} has unknown members: ${unknown.join(', ')}`)
  const next = Array.isArray(step.then) ? step.then.filter(isObject) : []
  if (next.length === 0 && !ASSERTIONS.some((key) => key in step))
    throw new Error(`${where} asserts nothing about ${step.kind}`)
  for (const each of next) checkMembers(each, STEP_MEMBERS, where)
}

/** All rows of `fixtures/<wire>/cases.jsonl`, by wire. */
export const caseFiles: readonly (readonly [wire: string, cases: readonly LocatedCase[]])[] = allAdapters
  .map(({ wire }) => [wire, readCases(wire)] as const)
  .filter(([, cases]) => cases.length > 0)
