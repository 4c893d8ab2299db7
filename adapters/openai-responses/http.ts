import type { JsonObject } from '../../src/base/json/json-types.js'
import { isObject } from '../../src/base/json/read-json.js'
import { only } from '../../src/base/json/write-json.js'
import type { HttpBinding } from '../../src/codec/wire/contract.js'
import { errors, reached } from './family.js'
import { nonEmpty } from './maps.js'

/** The fields of a token-count request: `InputTokenCountParams` of openai. */
const COUNTED =
  /^(?:conversation|input|instructions|model|parallel_tool_calls|personality|previous_response_id|reasoning|text|tool_choice|tools|truncation)$/

/** https://platform.openai.com/docs/api-reference/responses/create */
export const http: HttpBinding = {
  path: /\/responses$/,
  pathFor: () => '/v1/responses',
  history: 'input',
  streams: (_path, request) => request.stream === true,
  errors,
  provider: 'openai',
  ...reached,
  // https://platform.openai.com/docs/guides/conversation-state
  stored: {
    keeps: ({ store }) => store !== false,
    after: (request) => nonEmpty(request.previous_response_id) ?? conversationOf(request),
    conversation: conversationOf,
    unknown: ({ previous_response_id: id }) =>
      nonEmpty(id) === undefined
        ? { status: 404 }
        : { status: 400, members: { code: 'previous_response_not_found', param: 'previous_response_id' } },
    isForOneTurn: ({ providerMetadata }) => providerMetadata?.['openai-responses']?.form === 'instructions',
    path: /\/(?:responses|conversations)\/([^/]+)$/,
    begin: /\/conversations$/,
    begun: (id, metadata, now) => ({ id, object: 'conversation', created_at: now, metadata }),
    deleted: (id) => ({
      id,
      object: id.startsWith('conv') ? 'conversation.deleted' : 'response',
      deleted: true,
    }),
  },
  // https://platform.openai.com/docs/api-reference/responses/input-tokens
  count: {
    path: /\/responses\/input_tokens$/,
    pathFor: () => '/v1/responses/input_tokens',
    body: (request) => only(request, COUNTED),
    field: 'input_tokens',
    beside: { object: 'response.input_tokens' },
  },
  // https://platform.openai.com/docs/api-reference/responses/compact
  compact: { path: /\/responses\/compact$/, pathFor: () => '/v1/responses/compact' },
  server: async () => (await import('./server.js')).server,
}

function conversationOf({ conversation }: JsonObject): string | undefined {
  return nonEmpty(isObject(conversation) ? conversation.id : conversation)
}
