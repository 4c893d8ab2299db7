import type { HttpBinding } from '../../src/adapter/adapter.js'
import { decodeSegment, pathSegment } from '../../src/adapter/http.js'
import { errors } from './maps.js'

const PATH = /\/model\/([^/]+)\/converse(-stream)?$/

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html: the path names the model. */
export const http: HttpBinding = {
  path: PATH,
  pathFor: (model, stream) => `/model/${pathSegment(model ?? 'model')}/converse${stream ? '-stream' : ''}`,
  streams: (path) => path.endsWith('/converse-stream'),
  modelIn: (path) => decodeSegment(PATH.exec(path)?.[1]),
  errors,
  // https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys-use.html; signed requests need a fetch of the caller's.
  access: { variables: ['AWS_BEARER_TOKEN_BEDROCK'] },
  requestId: 'x-amzn-requestid',
}
