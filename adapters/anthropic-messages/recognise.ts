import type { Exchange, Recognition } from '../../src/adapter/adapter.js'
import { isArray, isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'

type Maybe = JsonValue | undefined

/** Block types that no other wire uses. */
const OWN_BLOCKS =
  /^(tool_use|tool_result|(server|mcp)_tool_use|\w+_tool_result|(redacted_)?thinking|container_upload|tool_(addition|removal))$/
const OWN_EVENTS = /^(message_(start|delta|stop)|content_block_(start|delta|stop))$/
const OWN_STOP_REASONS =
  /^(end_turn|max_tokens|stop_sequence|tool_use|pause_turn|refusal|compaction|model_context_window_exceeded)$/

const NO: Recognition = { score: 0, reason: 'nothing of this wire' }

/** Looks at bodies only, never at model names. An answer says more than a request. */
export function recognise({ request, response, events }: Exchange): Recognition {
  const candidates = [
    response === undefined ? NO : recogniseResponse(response),
    events === undefined ? NO : recogniseEvents(events),
    request === undefined ? NO : recogniseRequest(request),
  ]
  return candidates.reduce((best, candidate) => (candidate.score > best.score ? candidate : best))
}

function recogniseResponse(response: JsonObject): Recognition {
  if (response.type === 'message' && isArray(response.content) && 'stop_reason' in response)
    return { score: 1, reason: 'a response of type "message" with stop_reason' }
  if (response.type === 'error' && isObject(response.error) && typeof response.error.type === 'string')
    return { score: 0.9, reason: 'an error body of type "error"' }
  if (isArray(response.content) && OWN_STOP_REASONS.test(stringOr(response.stop_reason, '')))
    return { score: 0.8, reason: 'content with a stop_reason of this wire' }
  return NO
}

function recogniseEvents(events: readonly JsonValue[]): Recognition {
  const own = events.some((event) => isObject(event) && OWN_EVENTS.test(stringOr(event.type, '')))
  return own ? { score: 1, reason: 'stream events message_start, content_block_…' } : NO
}

function recogniseRequest(request: JsonObject): Recognition {
  const { messages } = request
  if (!isArray(messages) || hasForeignMarks(request)) return NO
  if (messages.some(hasOwnBlock))
    return { score: 0.95, reason: 'content blocks tool_use, tool_result, thinking …' }
  if (isArray(request.tools) && request.tools.some(isOwnTool))
    return { score: 0.95, reason: 'tools with input_schema or a dated type' }
  if (request.anthropic_version !== undefined) return { score: 0.95, reason: 'anthropic_version' }
  if (request.system !== undefined || isObject(request.thinking) || request.stop_sequences !== undefined)
    return { score: 0.7, reason: 'system, thinking or stop_sequences beside messages' }
  const isPlausible = typeof request.max_tokens === 'number' && messages.every(isPlainMessage)
  return isPlausible ? { score: 0.3, reason: 'messages of user and assistant, and max_tokens' } : NO
}

/** What OpenAI's and its relatives' chat requests have and this wire refuses. */
function hasForeignMarks(request: JsonObject): boolean {
  const { messages, tools } = request
  const inMessages =
    isArray(messages) &&
    messages.some(
      (message) =>
        isObject(message) && (message.role === 'tool' || 'tool_calls' in message || 'parts' in message),
    )
  const inTools =
    isArray(tools) && tools.some((tool) => isObject(tool) && ('function' in tool || 'toolSpec' in tool))
  return inMessages || inTools
}

function blocksOf(message: JsonValue): readonly JsonValue[] {
  return isObject(message) && isArray(message.content) ? message.content : []
}

function hasOwnBlock(message: JsonValue): boolean {
  return blocksOf(message).some((block) => isObject(block) && isOwnBlock(block))
}

function isOwnBlock(block: JsonObject): boolean {
  if (OWN_BLOCKS.test(stringOr(block.type, ''))) return true
  return (block.type === 'image' || block.type === 'document') && isObject(block.source)
}

function isOwnTool(tool: Maybe): boolean {
  if (!isObject(tool)) return false
  return 'input_schema' in tool || tool.type === 'mcp_toolset' || /_20\d{6}$/.test(stringOr(tool.type, ''))
}

function isPlainMessage(message: JsonValue): boolean {
  return isObject(message) && (message.role === 'user' || message.role === 'assistant')
}
