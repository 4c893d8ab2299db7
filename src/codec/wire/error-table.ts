import { compact } from '../../base/json/write-json.js'
import type { ProviderError } from '../../base/model/types.js'
import type { ErrorCategory, ErrorRow } from './contract.js'

/** An error in the terms of one wire, with its HTTP status. */
export interface StatedError {
  readonly error: ProviderError
  readonly status: number
}

/**
 * Converts an error of one wire to another wire. The message is kept. The code and the status are replaced by
 * those of the other provider for the same category. A status that is in neither table is kept.
 * @param status the HTTP status of the error answer, if it had one.
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

/**
 * Returns an error of this category in the terms of a wire. If the wire has no name for the category, the
 * class of the status decides.
 */
export function stateError(message: string, category: ErrorCategory, rows: readonly ErrorRow[]): StatedError {
  const row = rowOf(category, rows) ?? rowOf(GENERAL.get(category) ?? 'invalid-request', rows)
  return { error: compact({ message, code: row?.[2] }), status: row?.[1] ?? SERVER_ERROR }
}

/** Returns an error of this status in the terms of a wire. */
export function stateStatus(message: string, status: number, rows: readonly ErrorRow[]): StatedError {
  const row = rows.find((each) => each[1] === status)
  return { ...stateError(message, row?.[0] ?? categoryOfClass(status), rows), status }
}

/** Returns the HTTP status of an error in a stream, which has no status. */
export function statusOf({ code }: ProviderError, rows: readonly ErrorRow[]): number {
  const status = httpStatus(code)
  return status ?? knownRow(code, status, rows)?.[1] ?? SERVER_ERROR
}

const SERVER_ERROR = 500

/** The general category of each category of server errors. All other categories are errors of the request. */
const GENERAL: ReadonlyMap<ErrorCategory, ErrorCategory> = new Map([
  ['server', 'server'],
  ['overloaded', 'server'],
  ['timeout', 'server'],
])

function rowOf(category: ErrorCategory, rows: readonly ErrorRow[]): ErrorRow | undefined {
  return rows.find((row) => row[0] === category)
}

/**
 * Returns the row of an error. Several errors may share a name or a status. If the name and the status
 * disagree, the status decides.
 */
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

/** Returns the HTTP status in a code, since some servers send the status as the code. */
function httpStatus(code: string | undefined): number | undefined {
  const status = Number(code)
  return status >= 400 && status < 600 ? status : undefined
}

function categoryOfClass(status: number | undefined): ErrorCategory {
  return status !== undefined && status < SERVER_ERROR ? 'invalid-request' : 'server'
}
