import { decodeSegment, pathSegment } from '../../src/base/http/request-target.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import type { HttpBinding } from '../../src/codec/wire/contract.js'
import { listFraming } from './framing.js'
import { errors } from './maps.js'

const MODEL = /\/models\/([^:]{1,256}):/

/**
 * https://ai.google.dev/api/generate-content: the model and the streaming mode are in the path, not in the
 * body.
 */
export const http: HttpBinding = {
  path: /:(generateContent|streamGenerateContent)$/,
  pathFor: (model, stream) =>
    `/v1beta/${resource(model)}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  history: 'contents',
  streams: (path) => /:streamGenerateContent(\?|$)/.test(path),
  framing: (url) => (/[?&]alt=sse(?:&|$)/.test(url) ? undefined : listFraming()),
  modelIn: (path) => decodeSegment(MODEL.exec(path)?.[1]),
  // https://ai.google.dev/gemini-api/docs/batch-api
  batch: {
    id: /^.+$/s,
    request: (key, request) => ({ key, request }),
    answer: (key, response) => ({ key, response }),
  },
  errors,
  // A chunk without candidates. Clients of the format fail on comments.
  keepAlive: 'data: {}\n\n',
  provider: 'gcp.gemini',
  // https://ai.google.dev/api/models
  models: {
    path: /\/models(\/[^/:]+)?$/,
    at: { path: '/v1beta/models?pageSize=1000', field: 'models', name: 'name' },
    list: (names) => ({ models: names.map(model) }),
    one: model,
  },
  // https://ai.google.dev/api/tokens
  count: {
    path: /:countTokens$/,
    pathFor: (name) => `/v1beta/${resource(name)}:countTokens`,
    request: (body) => body.generateContentRequest ?? body,
    // A name without `models/` is refused: "unexpected model name format".
    body: (request, name) => ({ generateContentRequest: { ...request, model: resource(name) } }),
    field: 'totalTokens',
  },
  // https://ai.google.dev/gemini-api/docs/api-key
  // https://cloud.google.com/vertex-ai/generative-ai/docs/start/express-mode/overview
  access: {
    header: 'x-goog-api-key',
    variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    url: 'https://generativelanguage.googleapis.com',
    hosts: /^(?:generativelanguage|(?:[a-z\d-]+-)?aiplatform)\.googleapis\.com$/,
  },
}

/** The lists of models contain names with their collection: https://ai.google.dev/api/models#Model */
const LISTED = /^(?<collection>models|tunedModels)\/(?<name>[^/]+)$/

/** Returns the path of a model, whose name may contain the collection as in the list of models. */
function resource(model = 'gemini'): string {
  const { collection = 'models', name = model } = LISTED.exec(model)?.groups ?? {}
  return `${collection}/${pathSegment(name)}`
}

function model(name: string): JsonObject {
  const methods = ['generateContent', 'streamGenerateContent', 'countTokens']
  return { name: `models/${name}`, displayName: name, supportedGenerationMethods: methods }
}
