import { COMMENT } from '../../src/codec/stream/framing.js'
import type { HttpBinding, ModelsBinding } from '../../src/codec/wire/contract.js'
import type { ServerBinding } from '../../src/codec/wire/server.js'

const model = (id: string) => ({ id, object: 'model', created: 0, owned_by: 'proxy' })

/** https://platform.openai.com/docs/api-reference/models/list */
export const modelsBinding: ModelsBinding = {
  path: /\/models(\/[^:]{1,256})?$/,
  at: { path: '/v1/models', field: 'data', name: 'id' },
  // Codex requires its catalogue, and uses its own if the member is empty. https://github.com/openai/codex/pull/7603
  list: (names, query) => ({
    ...{ object: 'list', data: names.map(model) },
    ...(query?.has('client_version') && { models: [] }),
  }),
  one: model,
}

/** Answers contain the time of their request. */
export const server = async (): Promise<ServerBinding> => ({
  answerFields:
    (_request, { began: created }) =>
    () => ({ created }),
})

/**
 * HTTP facts shared by both wires of the vendor.
 * https://platform.openai.com/docs/api-reference/authentication
 */
export const reached: Pick<HttpBinding, 'base' | 'access' | 'batch' | 'keepAlive' | 'models'> = {
  base: '/v1',
  access: {
    variables: ['OPENAI_API_KEY'],
    url: 'https://api.openai.com/v1',
    // Hosts with a region keep data in this region. https://platform.openai.com/docs/guides/your-data
    hosts: /^(?:[a-z]{2}\.)?api\.openai\.com$/,
    options: ['openai-beta', 'openai-organization', 'openai-project'],
  },
  // https://developers.openai.com/api/docs/guides/batch
  batch: {
    id: /^.+$/s,
    request: (id, body, url) => ({ custom_id: id, method: 'POST', url, body }),
    answer: (id, body, status) => ({
      id: `batch_req_${id}`,
      custom_id: id,
      response: { status_code: status, request_id: id, body },
      error: null,
    }),
  },
  // A comment, as sent by gateways of the format. https://openrouter.ai/docs/api-reference/streaming
  keepAlive: COMMENT,
  models: modelsBinding,
}
