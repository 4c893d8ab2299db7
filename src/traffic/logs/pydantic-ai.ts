import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { isArray, isObject, objectsIn, stringOr } from '../../base/json/read-json.js'
import { compact, stringifyJson } from '../../base/json/write-json.js'
import type { TranscriptFormat } from './log-types.js'

/**
 * Message histories of pydantic-ai (`result.all_messages_json()`): requests and responses with parts.
 * https://github.com/pydantic/pydantic-ai/blob/main/pydantic_ai_slim/pydantic_ai/messages.py
 */
export const pydanticAi: TranscriptFormat = {
  title: 'a message history of pydantic-ai',
  matches: ({ kind, parts }) =>
    (kind === 'request' || kind === 'response') &&
    isArray(parts) &&
    objectsIn(parts).some(({ part_kind: part }) => typeof part === 'string'),
  read(messages) {
    // The newest instructions are sent as the system prompt.
    const instructions = messages.findLast((one) => typeof one.instructions === 'string')?.instructions
    const system = instructions === undefined ? [] : [{ role: 'system', content: instructions }]
    const said = messages.flatMap((one) => (one.kind === 'response' ? answerOf(one) : requestOf(one)))
    return [{ wire: 'ai-sdk', request: { messages: [...system, ...said] } }]
  },
}

function answerOf({ parts }: JsonObject): JsonObject[] {
  return [{ role: 'assistant', content: objectsIn(parts).map(answerPart) }]
}

function answerPart(part: JsonObject): JsonObject {
  const { part_kind: kind, content, tool_name: toolName, tool_call_id: toolCallId, args } = part
  if (kind === 'text') return { type: 'text', text: stringOr(content, '') }
  if (kind === 'thinking') return { type: 'reasoning', text: stringOr(content, ''), ...signatureOf(part) }
  const call = { toolCallId: stringOr(toolCallId, ''), toolName: stringOr(toolName, '') }
  if (kind === 'tool-call') return { type: 'tool-call', ...call, input: inputOf(args) }
  if (kind === 'builtin-tool-call')
    return { type: 'tool-call', ...call, input: inputOf(args), providerExecuted: true }
  if (kind === 'builtin-tool-return') return { type: 'tool-result', ...call, output: outputOf(content) }
  return part
}

function signatureOf({ signature, provider_name: name }: JsonObject): JsonObject {
  if (typeof signature !== 'string' || typeof name !== 'string') return {}
  return { providerOptions: { [name]: { signature } } }
}

/** Returns the arguments, which are an object or their text. */
function inputOf(args: JsonValue | undefined): JsonValue {
  return typeof args === 'string' ? (tryParseJson(args) ?? args) : (args ?? {})
}

function requestOf({ parts }: JsonObject): JsonObject[] {
  return objectsIn(parts).map((part): JsonObject => {
    const { part_kind: kind, content = '', tool_name: toolName } = part
    if (kind === 'system-prompt') return { role: 'system', content: stringOr(content, '') }
    const isResult = kind === 'tool-return' || (kind === 'retry-prompt' && typeof toolName === 'string')
    if (isResult) return { role: 'tool', content: [resultOf(part)] }
    return { role: 'user', content: isArray(content) ? content.map(userPart) : asText(content) }
  })
}

function resultOf({
  part_kind: kind,
  content = '',
  outcome,
  tool_name,
  tool_call_id,
}: JsonObject): JsonObject {
  const failed = kind === 'retry-prompt' || outcome === 'failed'
  const output = failed ? { type: 'error-text', value: asText(content) } : outputOf(content)
  return {
    type: 'tool-result',
    toolCallId: stringOr(tool_call_id, ''),
    toolName: stringOr(tool_name, ''),
    output: outcome === 'denied' ? { type: 'execution-denied', reason: asText(content) } : output,
  }
}

function outputOf(content: JsonValue = null): JsonObject {
  return typeof content === 'string' ? { type: 'text', value: content } : { type: 'json', value: content }
}

/** Decodes an item of a user's content: a text, a file, or the URL of a file. */
function userPart(part: JsonValue): JsonValue {
  if (typeof part === 'string') return { type: 'text', text: part }
  if (!isObject(part)) return part
  const { kind, data, url, media_type: mediaType, identifier } = part
  if (kind === 'binary') return compact({ type: 'file', data, mediaType, filename: identifier })
  const type = /^(image|audio|video|document)-url$/.exec(stringOr(kind, ''))?.[1]
  if (type === undefined) return part
  return compact({
    type: 'file',
    data: url,
    mediaType: mediaType ?? (type === 'document' ? 'application/pdf' : `${type}/*`),
  })
}

function asText(content: JsonValue): string {
  return typeof content === 'string' ? content : stringifyJson(content)
}
