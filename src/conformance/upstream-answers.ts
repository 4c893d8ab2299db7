import type { JsonObject, JsonValue } from '../base/json/json-types.js'
import type { CaseApi, CaseEvent } from './case.js'

/** An API that has servers. */
export type ServerApi = Exclude<CaseApi, 'canonical'>

/** The text of the runner's answers to translated requests. */
const TEXT = 'Done.'
const CHAT_HEAD = { id: 'chatcmpl-conformance', created: 1_790_000_000, model: 'conformance' }
const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
const MESSAGE = {
  ...{ id: 'msg_conformance', type: 'message', role: 'assistant', model: 'conformance' },
  ...{ stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } },
}
const OUTPUT_TEXT = { type: 'output_text', text: TEXT, annotations: [] }
const ITEM = { id: 'msg_conformance', type: 'message', role: 'assistant' }
const RESPONSE = {
  ...{ id: 'resp_conformance', object: 'response', created_at: 1_790_000_000, model: 'conformance' },
  ...{ error: null, incomplete_details: null, tools: [], parallel_tool_calls: true, tool_choice: 'auto' },
}
const COMPLETED = {
  ...RESPONSE,
  status: 'completed',
  output: [{ ...ITEM, status: 'completed', content: [OUTPUT_TEXT] }],
  usage: {
    ...{ input_tokens: 1, output_tokens: 1, total_tokens: 2 },
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  },
}
const GEMINI = {
  candidates: [{ index: 0, content: { role: 'model', parts: [{ text: TEXT }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  modelVersion: 'conformance',
}
const OLLAMA = {
  ...{ model: 'conformance', created_at: '2026-11-01T00:00:00Z' },
  message: { role: 'assistant', content: TEXT },
  ...{ done: true, done_reason: 'stop', prompt_eval_count: 1, eval_count: 1 },
}
const CHAT: JsonObject = {
  ...CHAT_HEAD,
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: TEXT }, finish_reason: 'stop' }],
  usage: USAGE,
}
const COHERE_USAGE = { tokens: { input_tokens: 1, output_tokens: 1 } }

/** A short text as the complete answer of each API. */
export const WHOLE_ANSWERS: Readonly<Record<ServerApi, JsonObject>> = {
  'openai-chat': CHAT,
  'mistral-chat': CHAT,
  'openai-responses': COMPLETED,
  'anthropic-messages': { ...MESSAGE, content: [{ type: 'text', text: TEXT }], stop_reason: 'end_turn' },
  'google-generate-content': GEMINI,
  'bedrock-converse': {
    output: { message: { role: 'assistant', content: [{ text: TEXT }] } },
    stopReason: 'end_turn',
    usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
    metrics: { latencyMs: 1 },
  },
  'cohere-chat': {
    id: 'conformance',
    message: { role: 'assistant', content: [{ type: 'text', text: TEXT }] },
    finish_reason: 'COMPLETE',
    usage: COHERE_USAGE,
  },
  'ollama-chat': OLLAMA,
}

/** Returns events whose SSE name is their type. */
function named(events: readonly ({ readonly type: string } & JsonObject)[]): readonly CaseEvent[] {
  return events.map((data) => ({ event: data.type, data }))
}

function chunk(delta: JsonObject, finish_reason: JsonValue = null): CaseEvent {
  const choices = [{ index: 0, delta, finish_reason }]
  return { data: { ...CHAT_HEAD, object: 'chat.completion.chunk', choices } }
}

const CHUNKS: readonly CaseEvent[] = [
  chunk({ role: 'assistant', content: TEXT }),
  chunk({}, 'stop'),
  { data: { ...CHAT_HEAD, object: 'chat.completion.chunk', choices: [], usage: USAGE } },
  { data: '[DONE]' },
]

const AT_ITEM = { output_index: 0, item_id: ITEM.id }
const AT_PART = { ...AT_ITEM, content_index: 0 }

/** The same text as the stream of each API. Converse frames its streams in binary, which the runner does not play. */
export const STREAMED_ANSWERS: Readonly<
  Record<Exclude<ServerApi, 'bedrock-converse'>, readonly CaseEvent[]>
> = {
  'openai-chat': CHUNKS,
  'mistral-chat': CHUNKS,
  'openai-responses': named(
    [
      { type: 'response.created', response: { ...RESPONSE, status: 'in_progress', output: [] } },
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { ...ITEM, status: 'in_progress', content: [] },
      },
      { type: 'response.content_part.added', ...AT_PART, part: { ...OUTPUT_TEXT, text: '' } },
      { type: 'response.output_text.delta', ...AT_PART, delta: TEXT },
      { type: 'response.output_text.done', ...AT_PART, text: TEXT },
      { type: 'response.content_part.done', ...AT_PART, part: OUTPUT_TEXT },
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: { ...ITEM, status: 'completed', content: [OUTPUT_TEXT] },
      },
      { type: 'response.completed', response: COMPLETED },
    ].map((event, sequence_number) => ({ ...event, sequence_number })),
  ),
  'anthropic-messages': named([
    { type: 'message_start', message: { ...MESSAGE, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: TEXT } },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: 1 },
    },
    { type: 'message_stop' },
  ]),
  'google-generate-content': [{ data: GEMINI }],
  'cohere-chat': named([
    { type: 'message-start', id: 'conformance', delta: { message: { role: 'assistant', content: [] } } },
    { type: 'content-start', index: 0, delta: { message: { content: { type: 'text', text: '' } } } },
    { type: 'content-delta', index: 0, delta: { message: { content: { text: TEXT } } } },
    { type: 'content-end', index: 0 },
    { type: 'message-end', delta: { finish_reason: 'COMPLETE', usage: COHERE_USAGE } },
  ]),
  'ollama-chat': [{ data: OLLAMA }],
}

/** Returns the body of a refusal in the form of an API. */
export function errorBody(api: ServerApi, message: string): JsonObject {
  switch (api) {
    case 'anthropic-messages':
      return { type: 'error', error: { type: 'invalid_request_error', message } }
    case 'google-generate-content':
      return { error: { code: 400, message, status: 'INVALID_ARGUMENT' } }
    case 'bedrock-converse':
    case 'cohere-chat':
      return { message }
    case 'ollama-chat':
      return { error: message }
    default:
      return { error: { message, type: 'invalid_request_error', param: null, code: null } }
  }
}
