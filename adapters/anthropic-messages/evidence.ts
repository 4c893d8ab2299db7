import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { evidenceOf, isBareError } from '../../src/codec/wire/evidence.js'

/** Block types that no other wire uses. */
const OWN_BLOCKS =
  /^(tool_use|tool_result|(server|mcp)_tool_use|\w+_tool_result|(redacted_)?thinking|container_upload|tool_(addition|removal))$/
const OWN_EVENTS = /^(message_(start|delta|stop)|content_block_(start|delta|stop))$/
const OWN_STOP_REASONS =
  /^(end_turn|max_tokens|stop_sequence|tool_use|pause_turn|refusal|compaction|model_context_window_exceeded)$/

export const evidence = /* @__PURE__ */ evidenceOf({
  response: [
    [
      1,
      'a response of type "message" with stop_reason',
      (body) => body.type === 'message' && isArray(body.content) && 'stop_reason' in body,
    ],
    [
      0.9,
      'an error body of type "error"',
      ({ type, error }) => type === 'error' && isObject(error) && typeof error.type === 'string',
    ],
    [
      0.8,
      'content with a stop_reason of this wire',
      (body) => isArray(body.content) && OWN_STOP_REASONS.test(stringOr(body.stop_reason, '')),
    ],
  ],
  answer: [
    [0.5, 'an error in another form, of type "error"', (body) => body.type === 'error' && isBareError(body)],
  ],
  event: [
    [1, 'stream events message_start, content_block_…', ({ type }) => OWN_EVENTS.test(stringOr(type, ''))],
    [
      0.9,
      'such an event as the bytes of a chunk (Bedrock)',
      ({ chunk }) => isObject(chunk) && /^eyJ0eXBlIjoi(?:bWVz|Y29u)/.test(stringOr(chunk.bytes, '')),
    ],
  ],
  request: [
    [
      0.95,
      'content blocks tool_use, tool_result, thinking …',
      (body) => messagesOf(body).some(hasOwnBlock) && isAcceptable(body),
    ],
    [
      0.95,
      'tools with input_schema or a dated type',
      (body) => isArray(body.tools) && body.tools.some(isOwnTool) && isAcceptable(body),
    ],
    [0.95, 'anthropic_version', (body) => body.anthropic_version !== undefined && isAcceptable(body)],
    [
      0.7,
      'messages with system, thinking or stop_sequences',
      (body) =>
        (body.system !== undefined || isObject(body.thinking) || body.stop_sequences !== undefined) &&
        isAcceptable(body),
    ],
    [
      0.3,
      'messages of user and assistant, and max_tokens',
      (body) =>
        typeof body.max_tokens === 'number' && messagesOf(body).every(isPlainMessage) && isAcceptable(body),
    ],
  ],
  'answer-piece': [
    [0.95, 'blocks tool_use, server_tool_use …', (piece) => blocksIn(piece, 'assistant').some(isOwnCall)],
  ],
  'history-piece': [[0.95, 'blocks tool_result …', (piece) => blocksIn(piece, 'user').some(isOwnResult)]],
})

/**
 * Returns true if the provider would accept the request, apart from unknown fields: messages have a role and no
 * field of another wire's messages, and tools have a name.
 */
function isAcceptable({ messages, tools }: JsonObject): boolean {
  return isArray(messages) && messages.every(isMessage) && (!isArray(tools) || tools.every(isTool))
}

function isMessage(message: JsonValue): boolean {
  return isObject(message) && MESSAGE_ROLES.has(message.role) && isOwnMessage(message)
}

const MESSAGE_ROLES: ReadonlySet<JsonValue | undefined> = new Set(['user', 'assistant', 'system'])

/** Fields of messages on other wires and in other formats. Any further field is one of the program. */
const FOREIGN_FIELDS = [
  'tool_calls',
  'tool_call_id',
  'tool_results',
  'function_call',
  'reasoning_content',
  'reasoning_details',
  'additional_kwargs',
  'response_metadata',
  'stopReason',
  'parts',
  'toolInvocations',
  'toolCalls',
]

function isOwnMessage(message: JsonObject): boolean {
  return !FOREIGN_FIELDS.some((field) => field in message)
}

function isTool(tool: JsonValue): boolean {
  return isObject(tool) && (typeof tool.name === 'string' || tool.type === 'mcp_toolset')
}

function messagesOf({ messages }: JsonObject): readonly JsonValue[] {
  return isArray(messages) ? messages : []
}

function hasOwnBlock(message: JsonValue): boolean {
  const blocks = isObject(message) && isArray(message.content) ? message.content : []
  return blocks.some((block) => isObject(block) && isOwnBlock(block))
}

function isOwnBlock(block: JsonObject): boolean {
  if (OWN_BLOCKS.test(stringOr(block.type, ''))) return true
  return (block.type === 'image' || block.type === 'document') && isObject(block.source)
}

function isOwnTool(tool: JsonValue): boolean {
  if (!isObject(tool)) return false
  return 'input_schema' in tool || tool.type === 'mcp_toolset' || /_20\d{6}$/.test(stringOr(tool.type, ''))
}

function isPlainMessage(message: JsonValue): boolean {
  return isObject(message) && (message.role === 'user' || message.role === 'assistant')
}

/** Returns the block, or the blocks of a message of this role. */
function blocksIn(piece: JsonObject, role: string): readonly JsonObject[] {
  const isOwn = piece.role === role && isOwnMessage(piece)
  return isOwn ? objectsIn(piece.content) : [piece]
}

function isOwnCall({ type, id, name, input }: JsonObject): boolean {
  const isCall = /^((server|mcp)_)?tool_use$/.test(stringOr(type, ''))
  return isCall && typeof id === 'string' && typeof name === 'string' && input !== undefined
}

function isOwnResult({ type, tool_use_id: id }: JsonObject): boolean {
  return /^(\w+_)?tool_result$/.test(stringOr(type, '')) && typeof id === 'string'
}
