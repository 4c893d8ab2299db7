import { isAnyError } from '../../base/http/error-words.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { isObject } from '../../base/json/read-json.js'
import type { Evidence } from './contract.js'

/** Servers add a request id, a status, the user. */
const MOST_BESIDE_ERROR = 4

/** Whether a body is an error and hardly more. Log lines have one among much else, every answer of JSON-RPC may have one. */
export function isErrorBody({ error, ...rest }: JsonObject): boolean {
  return isObject(error) && Object.keys(rest).length <= MOST_BESIDE_ERROR && !('jsonrpc' in rest)
}

/** Members of errors without an `error` object. Log lines, which have messages too, have others. */
const ERROR_MEMBERS =
  /^(error|error_?type|error_?message|errors|type|object|code|status|status_?code|__type|message|msg|detail|title|instance|param|success|result|data|choices|base_resp|metadata|(request_?)?id|trace_?id|timestamp|path)$/i

/** Recognizes an error that has no `error` object, if it has no member of anything else. */
export function isBareError(body: JsonObject): boolean {
  const { data = null, errors, success } = body
  // GraphQL has errors beside its data.
  if (data !== null || (errors !== undefined && success !== false)) return false
  return isAnyError(body) && Object.keys(body).every((name) => ERROR_MEMBERS.test(name))
}

/** How much a sign weighs, why it speaks for the wire in a few words, and its test, which must cope with any object. */
export type Sign = readonly [score: number, reason: string, test: Evidence['test']]

/** The signs of a wire, by where they are looked for. */
export function evidenceOf(signs: Readonly<Partial<Record<Evidence['in'], readonly Sign[]>>>): Evidence[] {
  const places = ['request', 'response', 'event', 'answer', 'answer-piece', 'history-piece'] as const
  return places.flatMap((place) =>
    (signs[place] ?? []).map(([score, reason, test]) => ({ in: place, score, reason, test })),
  )
}
