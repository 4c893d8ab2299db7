import { COMMENT } from '../../src/codec/stream/framing.js'
import type { HttpBinding } from '../../src/codec/wire/contract.js'
import { errors } from './errors.js'
import { modelsBinding, server } from './family.js'

/**
 * Returns the card of a model. The clients distinguish the vendor's models from tuned ones, and query the
 * abilities of each.
 */
const card = (id: string) => ({
  ...modelsBinding.one(id),
  type: 'base',
  capabilities: { completion_chat: true, function_calling: true },
})

/** https://docs.mistral.ai/api/#tag/chat. Azure and Vertex AI keep the end of the path. */
export const http: HttpBinding = {
  path: /\/chat\/completions$/,
  pathFor: () => '/v1/chat/completions',
  history: 'messages',
  isHistoryApart: true,
  streams: (_path, request) => request.stream === true,
  // https://docs.mistral.ai/capabilities/batch/
  batch: {
    id: /^.+$/s,
    request: (id, body) => ({ custom_id: id, body }),
    answer: (id, body, status) => ({ custom_id: id, response: { status_code: status, body }, error: null }),
  },
  errors,
  keepAlive: COMMENT,
  provider: 'mistral_ai',
  access: {
    variables: ['MISTRAL_API_KEY'],
    url: 'https://api.mistral.ai',
    hosts: /^api\.mistral\.ai$/,
    agents: /mistral/i,
  },
  server,
  models: { ...modelsBinding, list: (names) => ({ object: 'list', data: names.map(card) }), one: card },
}
