import type { HttpBinding } from '../../src/adapter/adapter.js'
import { errors } from './maps.js'

const PATH = /\/model\/([^/]+)\/converse(-stream)?$/

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html: the path names the model. */
export const http: HttpBinding = {
  path: PATH,
  pathFor: (model, stream) =>
    `/model/${encodeURIComponent(model ?? 'model')}/converse${stream ? '-stream' : ''}`,
  streams: (path) => path.endsWith('/converse-stream'),
  modelIn(path) {
    const [, model] = PATH.exec(path) ?? []
    return model === undefined ? undefined : decoded(model)
  },
  errors,
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
