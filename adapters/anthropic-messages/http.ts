import type { ErrorRow, HttpBinding } from '../../src/adapter/adapter.js'

/** https://platform.claude.com/docs/en/api/errors */
const errors: readonly ErrorRow[] = [
  ['invalid-request', 400, 'invalid_request_error'],
  ['authentication', 401, 'authentication_error'],
  ['billing', 402, 'billing_error'],
  ['permission', 403, 'permission_error'],
  ['not-found', 404, 'not_found_error'],
  ['too-large', 413, 'request_too_large'],
  ['rate-limit', 429, 'rate_limit_error'],
  ['server', 500, 'api_error'],
  ['timeout', 504, 'timeout_error'],
  ['overloaded', 529, 'overloaded_error'],
]

/** https://platform.claude.com/docs/en/api/messages */
export const http: HttpBinding = {
  path: /\/messages$/,
  pathFor: () => '/v1/messages',
  streams: (_path, request) => request.stream === true,
  errors,
  // https://platform.claude.com/docs/en/api/versioning and /beta-headers
  access: {
    header: 'x-api-key',
    variables: ['ANTHROPIC_API_KEY'],
    headers: { 'anthropic-version': '2023-06-01' },
    options: ['anthropic-version', 'anthropic-beta'],
  },
  requestId: 'request-id',
  // https://platform.claude.com/docs/en/build-with-claude/streaming#ping-events
  keepAlive: 'event: ping\ndata: {"type": "ping"}\n\n',
}
