import type { HttpBinding } from '../../src/adapter/adapter.js'
import { errors, reached } from './family.js'

/** https://platform.openai.com/docs/api-reference/responses/create */
export const http: HttpBinding = {
  path: /\/responses$/,
  pathFor: () => '/v1/responses',
  streams: (_path, request) => request.stream === true,
  errors,
  ...reached,
}
