import type { HttpBinding } from '../../src/adapter/adapter.js'
import { errors } from './errors.js'
import { models } from './family.js'

/** https://docs.mistral.ai/api/#tag/chat. Azure and Vertex AI keep the end of the path. */
export const http: HttpBinding = {
  path: /\/chat\/completions$/,
  pathFor: () => '/v1/chat/completions',
  streams: (_path, request) => request.stream === true,
  errors,
  access: { variables: ['MISTRAL_API_KEY'] },
  models,
}
