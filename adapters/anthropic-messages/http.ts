import type { HttpBinding } from '../../src/adapter/adapter.js'

/** https://platform.claude.com/docs/en/api/messages */
export const http: HttpBinding = {
  path: /\/messages$/,
  pathFor: () => '/v1/messages',
  streams: (_path, request) => request.stream === true,
}
