import type { JsonObject } from '../../src/base/json/json-types.js'
import { COMMENT } from '../../src/codec/stream/framing.js'
import type { ErrorRow, HttpBinding } from '../../src/codec/wire/contract.js'

/** The official client's names of errors by status, since error bodies have no code. */
const errors: readonly ErrorRow[] = [
  ['invalid-request', 400, 'BadRequestError'],
  ['invalid-request', 422, 'UnprocessableEntityError'],
  ['authentication', 401, 'UnauthorizedError'],
  ['authentication', 498, 'InvalidTokenError'],
  ['billing', 402, 'PaymentRequiredError'],
  ['permission', 403, 'ForbiddenError'],
  ['not-found', 404, 'NotFoundError'],
  ['rate-limit', 429, 'TooManyRequestsError'],
  ['server', 500, 'InternalServerError'],
  ['overloaded', 503, 'ServiceUnavailableError'],
  ['timeout', 504, 'GatewayTimeoutError'],
]

/**
 * HTTP facts of the wire: https://docs.cohere.com/reference/chat. Other servers of the format keep the end of
 * the path.
 */
export const http: HttpBinding = {
  path: /\/v2\/chat$/,
  pathFor: () => '/v2/chat',
  history: 'messages',
  isHistoryApart: true,
  streams: (_path, request) => request.stream === true,
  errors,
  keepAlive: COMMENT,
  provider: 'cohere',
  access: {
    // The official client reads the first variable.
    variables: ['CO_API_KEY', 'COHERE_API_KEY'],
    url: 'https://api.cohere.com',
    hosts: /^api\.cohere\.(?:com|ai)$/,
    agents: /cohere/i,
  },
  // https://docs.cohere.com/reference/list-models
  models: {
    path: /\/models(\/[^/]+)?$/,
    at: { path: '/v1/models?page_size=1000', field: 'models', name: 'name' },
    list: (names) => ({ models: names.map(model) }),
    one: model,
  },
}

function model(name: string): JsonObject {
  return { name, endpoints: ['chat'], features: ['tools'], finetuned: false, is_deprecated: false }
}
