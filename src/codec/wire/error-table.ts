import { compact } from '../../base/json/write-json.js'
import type { ProviderError } from '../../base/model/types.js'
import type { ErrorCategory, ErrorRow } from './contract.js'

/** An error in the words of one wire, with the HTTP status that goes with it. */
export interface StatedError {
  readonly error: ProviderError
  readonly status: number
}

/**
 * The error of one wire in the words of another: its message stays, its code and status become those that the other
 * provider has for the same thing. A status that neither table knows stays as it is.
 * @param status the HTTP status that came with it, when it was refused with one.
 */
export function translateError(
  error: ProviderError,
  status: number | undefined,
  from: readonly ErrorRow[],
  to: readonly ErrorRow[],
): StatedError {
  const refused = status ?? httpStatus(error.code)
  const row = knownRow(error.code, refused, from, to)
  const stated = stateError(error.message, row?.[0] ?? categoryOfClass(refused), to)
  return row === undefined && refused !== undefined ? { ...stated, status: refused } : stated
}

/** An error of this category in the words of a wire; one that it has no word for is told by the class of its status. */
export function stateError(message: string, category: ErrorCategory, rows: readonly ErrorRow[]): StatedError {
  const row = rowOf(category, rows) ?? rowOf(GENERAL.get(category) ?? 'invalid-request', rows)
  return { error: compact({ message, code: row?.[2] }), status: row?.[1] ?? SERVER_ERROR }
}

/** What a wire calls an error of this status. */
export function stateStatus(message: string, status: number, rows: readonly ErrorRow[]): StatedError {
  const row = rows.find((each) => each[1] === status)
  return { ...stateError(message, row?.[0] ?? categoryOfClass(status), rows), status }
}

/** The HTTP status of an error that came without one, in the middle of a stream. */
export function statusOf({ code }: ProviderError, rows: readonly ErrorRow[]): number {
  const status = httpStatus(code)
  return status ?? knownRow(code, status, rows)?.[1] ?? SERVER_ERROR
}

const SERVER_ERROR = 500

/** Troubles of the server; all others are of the request. */
const GENERAL: ReadonlyMap<ErrorCategory, ErrorCategory> = new Map([
  ['server', 'server'],
  ['overloaded', 'server'],
  ['timeout', 'server'],
])

function rowOf(category: ErrorCategory, rows: readonly ErrorRow[]): ErrorRow | undefined {
  return rows.find((row) => row[0] === category)
}

/** Several errors may share a word, and several a status; where the two disagree the status decides. */
function knownRow(
  code: string | undefined,
  status: number | undefined,
  rows: readonly ErrorRow[],
  others: readonly ErrorRow[] = [],
): ErrorRow | undefined {
  const called = rows.filter((row) => isCalled(code, row))
  const hasStatus = (row: ErrorRow) => row[1] === status
  return called.find(hasStatus) ?? rows.find(hasStatus) ?? others.find(hasStatus) ?? called[0]
}

function isCalled(code: string | undefined, [, , word, type]: ErrorRow): boolean {
  return code !== undefined && (code === word || code === type)
}

/** Some servers give the HTTP status as the code. */
function httpStatus(code: string | undefined): number | undefined {
  const status = Number(code)
  return status >= 400 && status < 600 ? status : undefined
}

function categoryOfClass(status: number | undefined): ErrorCategory {
  return status !== undefined && status < SERVER_ERROR ? 'invalid-request' : 'server'
}
