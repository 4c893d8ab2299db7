import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import type { ProviderError } from '../../src/base/model/types.js'
import type { ErrorRow } from '../../src/codec/wire/contract.js'

/**
 * The names of errors: https://developers.openai.com/api/docs/guides/error-codes. The last two columns are
 * `code` and `type`. Errors that are identified only by `type` have no fourth column, and `code: null`.
 */
export const errors: readonly ErrorRow[] = [
  ['invalid-request', 400, 'invalid_request_error'],
  ['authentication', 401, 'invalid_api_key', 'invalid_request_error'],
  ['permission', 403, 'invalid_request_error'],
  ['not-found', 404, 'invalid_request_error'],
  ['not-found', 404, 'model_not_found', 'invalid_request_error'],
  ['too-large', 413, 'invalid_request_error'],
  ['rate-limit', 429, 'rate_limit_exceeded', 'rate_limit_error'],
  ['rate-limit', 429, 'slow_down', 'rate_limit_error'],
  ['billing', 429, 'insufficient_quota', 'insufficient_quota'],
  ['server', 500, 'server_error', 'server_error'],
  ['overloaded', 503, 'server_is_overloaded', 'service_unavailable_error'],
]

/** Encodes the error of another wire: `{message, type, param, code}`. */
export function encodeForeignError({ message, code = '' }: ProviderError, rows = errors): JsonObject {
  const row = rows.find((each) => each[2] === code)
  if (row !== undefined && row[3] === undefined) return { message, type: code, param: null, code: null }
  return { message, type: row?.[3] ?? null, param: null, code: code || null }
}

/** Error format of a wire. */
export interface ErrorForm {
  encode(error: ProviderError): JsonObject
  /** Builds the body of an answer that is only an error. */
  body(error: JsonValue): JsonObject
}

export const errorForm: ErrorForm = { encode: encodeForeignError, body: (error) => ({ error }) }
