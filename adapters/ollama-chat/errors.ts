import type { JsonObject } from '../../src/base/json/json-types.js'
import type { ProviderError } from '../../src/base/model/types.js'
import { unchangedBody } from '../../src/codec/shape/failed-answer.js'
import type { ErrorRow } from '../../src/codec/wire/contract.js'

/**
 * The names of errors. An error is a text without a code, so only the HTTP status identifies the error.
 * https://docs.ollama.com/api/errors
 */
export const errors: readonly ErrorRow[] = [
  ['invalid-request', 400, '400'],
  ['authentication', 401, '401'],
  ['permission', 403, '403'],
  ['not-found', 404, '404'],
  ['rate-limit', 429, '429'],
  ['server', 500, '500'],
  // The cloud cannot be reached: https://docs.ollama.com/api/errors
  ['overloaded', 502, '502'],
  ['overloaded', 503, '503'],
]

/**
 * Encodes the body of an answer, or the line of a stream.
 * @param isOwn true if the error is from this wire. In this case the form of a gateway is also restored.
 */
export function encodeError(error: ProviderError, isOwn: boolean): JsonObject {
  const before = unchangedBody(error)
  return before !== undefined && (isOwn || typeof before.error === 'string')
    ? before
    : { error: error.message }
}
