import { isAnyError } from '../../base/http/error-words.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { isObject } from '../../base/json/read-json.js'
import type { Evidence } from './contract.js'

/** Maximum number of members next to `error`. Servers add a request id, a status and the user. */
const MOST_BESIDE_ERROR = 4

/**
 * Returns true if a body is an error with few other members. Bodies of other kinds are excluded: log lines
 * with an error have many members, and every answer of JSON-RPC may have an error.
 */
export function isErrorBody({ error, ...rest }: JsonObject): boolean {
  return isObject(error) && Object.keys(rest).length <= MOST_BESIDE_ERROR && !('jsonrpc' in rest)
}

/**
 * Matches the members of errors without an `error` object. Log lines also have messages, but other members.
 */
const ERROR_MEMBERS =
  /^(error|error_?type|error_?message|errors|type|object|code|status|status_?code|__type|message|msg|detail|title|instance|param|success|result|data|choices|base_resp|metadata|(request_?)?id|trace_?id|timestamp|path)$/i

/**
 * Returns true for an error without an `error` object. The body must not have members of any other kind of
 * body.
 */
export function isBareError(body: JsonObject): boolean {
  const { data = null, errors, success } = body
  // GraphQL answers may have errors next to their data.
  if (data !== null || (errors !== undefined && success !== false)) return false
  return isAnyError(body) && Object.keys(body).every((name) => ERROR_MEMBERS.test(name))
}

/** The score of a sign, its reason in a few words, and its test, which must accept any object. */
export type Sign = readonly [score: number, reason: string, test: Evidence['test']]

/** Creates the signs of a wire, by the kind of value that is tested. */
export function evidenceOf(signs: Readonly<Partial<Record<Evidence['in'], readonly Sign[]>>>): Evidence[] {
  const places = ['request', 'response', 'event', 'answer', 'answer-piece', 'history-piece'] as const
  return places.flatMap((place) =>
    (signs[place] ?? []).map(([score, reason, test]) => ({ in: place, score, reason, test })),
  )
}
