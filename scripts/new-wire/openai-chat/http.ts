import type { HttpBinding } from '../../src/codec/wire/contract.js'
import { errors } from './errors.js'
import { modelsBinding } from './family.js'

/** TODO: the path of the API, and `access` with the variables of its key and its address. */
export const http: HttpBinding = {
  path: /\/chat\/completions$/,
  pathFor: () => '/v1/chat/completions',
  history: 'messages',
  streams: (_path, request) => request.stream === true,
  errors,
  models: modelsBinding,
}
