import type { JsonObject } from '../../src/base/json/json-types.js'
import type { HttpBinding, ShownFacts } from '../../src/codec/wire/contract.js'
import { errors } from './errors.js'

const model = (name: string) => ({
  name,
  model: name,
  modified_at: '1970-01-01T00:00:00Z',
  size: 0,
  digest: '',
  details: {
    parent_model: '',
    format: '',
    family: '',
    families: [],
    parameter_size: '',
    quantization_level: '',
  },
})

/** https://docs.ollama.com/api-reference/show-model-details */
function shown(name: string, { context, hasVision, hasReasoning }: ShownFacts): JsonObject {
  const { details, modified_at } = model(name)
  const length = context === undefined ? {} : { 'model.context_length': context }
  return {
    ...{ license: '', modelfile: '', parameters: '', template: '', details, modified_at },
    model_info: { 'general.architecture': 'model', 'general.basename': name, ...length },
    capabilities: [
      ...['completion', 'tools'],
      ...(hasVision ? ['vision'] : []),
      ...(hasReasoning ? ['thinking'] : []),
    ],
  }
}

/** https://docs.ollama.com/api/chat; the cloud has the same paths: https://docs.ollama.com/cloud */
export const http: HttpBinding = {
  path: /\/api\/chat$/,
  pathFor: () => '/api/chat',
  history: 'messages',
  isHistoryApart: true,
  streams: (_path, request) => request.stream !== false,
  errors,
  // White space before the next line. Clients of the format fail on empty lines.
  keepAlive: ' ',
  provider: 'ollama',
  access: {
    variables: ['OLLAMA_API_KEY'],
    url: 'http://127.0.0.1:11434',
    // The cloud, and the local server. Keys from environment variables are sent only over https.
    hosts: /^(?:(?:www\.)?ollama\.com|127\.0\.0\.1|localhost)$/,
    agents: /\bollama\b/i,
  },
  promptPath: /\/api\/generate$/,
  async server() {
    const { prompts, loaded } = await import('./prompts.js')
    const time = (seconds: number) => new Date(seconds * 1000).toISOString()
    return {
      ...{ prompts, prepared: (request, now) => loaded(request, time(now)) },
      answerFields:
        (_request, { began }) =>
        () => ({ created_at: time(began) }),
    }
  },
  // https://docs.ollama.com/api/tags
  models: {
    path: /\/api\/tags$/,
    at: { path: '/api/tags', field: 'models', name: 'name' },
    list: (names) => ({ models: names.map(model) }),
    one: model,
    show: { path: /\/api\/show$/, answer: shown },
    // Editors refuse old versions. https://docs.ollama.com/api-reference/get-version
    version: { path: /\/api\/version$/, answer: { version: '0.21.0' } },
  },
}
