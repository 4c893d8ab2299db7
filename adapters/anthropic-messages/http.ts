import { decodeSegment } from '../../src/base/http/request-target.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { isObject } from '../../src/base/json/read-json.js'
import { only } from '../../src/base/json/write-json.js'
import type { ErrorRow, HttpBinding } from '../../src/codec/wire/contract.js'
import { invokeFraming } from './invoke-framing.js'

/** https://platform.claude.com/docs/en/api/errors */
const errors: readonly ErrorRow[] = [
  ['invalid-request', 400, 'invalid_request_error'],
  ['authentication', 401, 'authentication_error'],
  ['billing', 402, 'billing_error'],
  ['permission', 403, 'permission_error'],
  ['not-found', 404, 'not_found_error'],
  ['too-large', 413, 'request_too_large'],
  ['rate-limit', 429, 'rate_limit_error'],
  ['server', 500, 'api_error'],
  ['timeout', 504, 'timeout_error'],
  ['overloaded', 529, 'overloaded_error'],
]

/**
 * The path of messages, and the paths with the same bodies on Bedrock and Vertex AI, which contain the model.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModel.html
 * https://docs.cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/use-claude
 */
const PATH =
  /\/(?:messages|model\/(?<bedrock>[^/]+)\/invoke(?:-with-response-stream)?|publishers\/anthropic\/models\/(?!count-tokens:)(?<vertex>[^/:]+):(?:r|streamR)awPredict)$/

function modelIn(path: string): string | undefined {
  const { bedrock, vertex } = PATH.exec(path)?.groups ?? {}
  return decodeSegment(bedrock ?? vertex)
}

/** https://platform.claude.com/docs/en/api/messages */
/** Names of Claude before 4.7, for which API version 2023-06-01 accepts the settings of sampling. */
const BEFORE_4_7 = /^claude-(?:[123][-.]|instant|[a-z]+-4(?:-[0-6])?(?:-\d{8}|-latest)?$)/

export const http: HttpBinding = {
  path: PATH,
  pathFor: () => '/v1/messages',
  history: 'messages',
  streams: (path, request) =>
    request.stream === true || /\/invoke-with-response-stream$|:streamRawPredict$/.test(path),
  framing: (url) => (/\/invoke-with-response-stream(?:$|\?)/.test(url) ? invokeFraming : undefined),
  modelIn,
  requestAt(path, request) {
    const model = modelIn(path)
    if (model === undefined) return request
    const { anthropic_version: _version, ...rest } = request
    return { model, ...rest }
  },
  // https://platform.claude.com/docs/en/build-with-claude/batch-processing
  batch: {
    id: /^[a-zA-Z0-9_-]{1,64}$/,
    request: (id, params) => ({ custom_id: id, params }),
    answer(id, body) {
      const result: JsonObject =
        body.type === 'error' ? { type: 'errored', error: body } : { type: 'succeeded', message: body }
      return { custom_id: id, result }
    },
  },
  errors,
  provider: 'anthropic',
  // https://platform.claude.com/docs/en/api/versioning and /beta-headers
  access: {
    header: 'x-api-key',
    variables: ['ANTHROPIC_API_KEY'],
    url: 'https://api.anthropic.com',
    hosts: /^api\.anthropic\.com$/,
    headers: { 'anthropic-version': '2023-06-01' },
    profileFor: (model) => (BEFORE_4_7.test(model) ? '2023-06-01' : undefined),
    options: ['anthropic-version', 'anthropic-beta'],
  },
  requestId: 'request-id',
  // `thread: {type: 'create'}` and `{type: 'continue', previous_message_id}` of @anthropic-ai/sdk 1.12
  stored: {
    keeps: ({ thread }) => isObject(thread),
    after: ({ thread }) =>
      isObject(thread) && typeof thread.previous_message_id === 'string'
        ? thread.previous_message_id
        : undefined,
    // On this error the SDK starts a new thread with the full history: lib/internal/threads/ThreadState.ts
    unknown: () => ({ status: 404, members: { details: { error_code: 'thread_not_found' } } }),
    keepsTools: true,
  },
  // https://platform.claude.com/docs/en/api/models-list
  models: {
    path: /\/models(\/[^/]+)?$/,
    at: { path: '/v1/models?limit=1000', field: 'data', name: 'id' },
    list: (names) => ({
      data: names.map(model),
      has_more: false,
      first_id: names[0] ?? null,
      last_id: names.at(-1) ?? null,
    }),
    one: model,
  },
  // https://platform.claude.com/docs/en/api/messages-count-tokens
  count: {
    // https://docs.cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/count-tokens
    path: /\/messages\/count_tokens$|\/models\/count-tokens:rawPredict$/,
    pathFor: () => '/v1/messages/count_tokens',
    body: (request) => only(request, COUNTED),
    field: 'input_tokens',
  },
  // Clients require the usage of an answer, and show the input tokens of its start.
  server: async () => ({
    answerFields:
      (_request, { inputTokens }) =>
      () => ({
        usage: { input_tokens: inputTokens?.() ?? 0, output_tokens: 0 },
      }),
  }),
  // https://platform.claude.com/docs/en/build-with-claude/streaming#ping-events
  keepAlive: 'event: ping\ndata: {"type": "ping"}\n\n',
}

/** Request fields that token counting accepts. Other fields are rejected. */
const COUNTED = /^(model|messages|system|tools|tool_choice|thinking|output_config)$/

function model(id: string): JsonObject {
  return { type: 'model', id, display_name: id, created_at: '1970-01-01T00:00:00Z' }
}
