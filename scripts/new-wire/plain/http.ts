import type { ErrorRow, HttpBinding } from '../../src/codec/wire/contract.js'

/** The codes of errors with their HTTP status. TODO: the vendor's page of errors. */
export const errors: readonly ErrorRow[] = [
  ['invalid-request', 400, 'invalid_request'],
  ['authentication', 401, 'unauthorized'],
  ['permission', 403, 'forbidden'],
  ['not-found', 404, 'not_found'],
  ['rate-limit', 429, 'rate_limited'],
  ['server', 500, 'server_error'],
  ['overloaded', 503, 'overloaded'],
]

/** TODO: the path of the API, and `access` with the variables of its key and its address. */
export const http: HttpBinding = {
  path: /\/acme-chat$/,
  pathFor: () => '/acme-chat',
  history: 'messages',
  streams: (_path, request) => request.stream === true,
  errors,
}
