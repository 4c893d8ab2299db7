import type { ErrorRow } from '../../src/codec/wire/contract.js'
import { type ErrorForm, encodeForeignError } from './family.js'

/** The codes of errors with their HTTP status. TODO: the vendor's page of errors. */
export const errors: readonly ErrorRow[] = [
  ['invalid-request', 400, 'invalid_request_error'],
  ['authentication', 401, 'authentication_error'],
  ['not-found', 404, 'not_found_error'],
  ['rate-limit', 429, 'rate_limit_error'],
  ['server', 500, 'server_error'],
  ['overloaded', 503, 'overloaded_error'],
]

export const errorForm: ErrorForm = {
  encode: (error) => encodeForeignError(error, errors),
  body: (error) => ({ error }),
}
