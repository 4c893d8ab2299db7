import type { HttpBinding } from '../../src/codec/wire/contract.js'
import { reached, server } from './access.js'
import { errors } from './errors.js'

/**
 * HTTP facts of the wire: https://platform.openai.com/docs/api-reference/chat/create. Compatible servers keep
 * the end of the path.
 */
export const http: HttpBinding = {
  path: /\/chat\/completions$/,
  pathFor: () => '/v1/chat/completions',
  history: 'messages',
  isHistoryApart: true,
  streams: (_path, request) => request.stream === true,
  errors,
  provider: 'openai',
  ...reached,
  server,
}
