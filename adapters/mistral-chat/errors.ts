import type { ErrorRow } from '../../src/adapter/adapter.js'
import { isObject } from '../../src/json/read.js'
import { type ErrorForm, encodeForeignError } from './family.js'

/**
 * The words are those of `type`; a number stands beside them as `code`.
 * https://github.com/BerriAI/litellm/issues/6323 (order), https://docs.mistral.ai/resources/error-glossary
 */
export const errors: readonly ErrorRow[] = [
  ['invalid-request', 400, 'invalid_request_error'],
  ['invalid-request', 400, 'invalid_request_message_order'],
  ['invalid-request', 422, 'invalid_request_error'],
  ['authentication', 401, 'unauthorized'],
  ['permission', 403, 'forbidden'],
  ['not-found', 404, 'invalid_model'],
  ['rate-limit', 429, 'rate_limited'],
  ['rate-limit', 429, 'service_tier_capacity_exceeded'],
  ['server', 500, 'internal_server_error'],
]

export const errorForm: ErrorForm = {
  encode: (error) => encodeForeignError(error, errors),
  body: (error) => ({ object: 'error', ...(isObject(error) ? error : { message: error }) }),
}
