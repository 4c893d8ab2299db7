import { isObject } from '../../src/base/json/read-json.js'
import type { ErrorRow } from '../../src/codec/wire/contract.js'
import { type ErrorForm, encodeForeignError } from './family.js'

/** The values of `type`. A number is next to the type as `code`. Sources: README.md. */
export const errors: readonly ErrorRow[] = [
  ['invalid-request', 400, 'invalid_request_error'],
  ['invalid-request', 400, 'invalid_request_message_order'],
  ['invalid-request', 422, 'invalid_request_error'],
  ['authentication', 401, 'authentication_error'],
  ['not-found', 400, 'invalid_model'],
  ['rate-limit', 429, 'rate_limited'],
  ['rate-limit', 429, 'rate_limit_error'],
  ['overloaded', 429, 'service_tier_capacity_exceeded'],
  ['overloaded', 503, 'unreachable_backend'],
  ['server', 500, 'server_error'],
]

export const errorForm: ErrorForm = {
  encode: (error) => encodeForeignError(error, errors),
  body: (error) => ({ object: 'error', ...(isObject(error) ? error : { message: error }) }),
}
