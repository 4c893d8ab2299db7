import type { JsonObject } from '../../src/base/json/json-types.js'
import { stringOr } from '../../src/base/json/read-json.js'
import { COMMENT } from '../../src/codec/stream/framing.js'
import type { HttpBinding } from '../../src/codec/wire/contract.js'
import { errors } from './maps.js'

/** https://ai.google.dev/api/interactions-api */
export const http: HttpBinding = {
  path: /\/interactions$/,
  pathFor: () => '/v1beta/interactions',
  history: 'input',
  streams: (_path, request) => request.stream === true,
  errors,
  keepAlive: COMMENT,
  provider: 'gcp.gemini',
  // https://ai.google.dev/gemini-api/docs/interactions: each request must repeat settings and tools.
  stored: {
    keeps: ({ store }) => store !== false,
    after: previousOf,
    unknown: () => ({ status: 404 }),
    path: /\/interactions\/([^/]+)$/,
    deleted: () => ({}),
  },
  // https://ai.google.dev/gemini-api/docs/api-key
  access: {
    header: 'x-goog-api-key',
    variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    url: 'https://generativelanguage.googleapis.com',
    hosts: /^generativelanguage\.googleapis\.com$/,
    // Selects one of the two schemas: https://ai.google.dev/gemini-api/docs/interactions
    options: ['api-revision'],
  },
  server: async () => (await import('./server.js')).server,
}

function previousOf({ previous_interaction_id: id }: JsonObject): string | undefined {
  return stringOr(id, '') || undefined
}
