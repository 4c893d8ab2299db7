import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { isArray, isObject, objectOr, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { NOTHING } from './span.js'

// Instrumentations write messages in many forms: OpenAI's API, related APIs, the AI SDK. This file converts
// them to messages of the conventions, `{role, parts}`, the only form that is decoded.

/** Types of calls, results and reasoning in other formats. */
const CALLS = /^(tool[-_]call|tool_use|function_call)$/
const RESULTS = /^(tool[-_]result|tool_call_response|function_call_output)$/
const THOUGHTS = /^(reasoning|thinking)$/

/** Converts a value to a message of the conventions. */
export function standardMessage(value: JsonValue): JsonObject | undefined {
  if (typeof value === 'string') return { role: 'user', parts: [textPart(value)] }
  if (!isObject(value)) return undefined
  const { message: inner, ...outer } = value
  const message: JsonObject = isObject(inner) ? { ...outer, ...inner } : value
  const {
    role = 'user',
    content,
    contents,
    parts,
    tool_calls: calls,
    tool_call_id: callId,
    id,
    refusal,
    ...rest
  } = message
  const isResult = (role === 'tool' || role === 'function') && !isArray(parts)
  const own = isArray(parts)
    ? parts
    : isResult
      ? resultParts(content, callId ?? id ?? null)
      : contentParts(content ?? contents)
  const said = typeof refusal === 'string' ? [{ type: 'refusal', content: refusal }] : []
  const [stated, others] = withCalls(own.map(standardPart), objectsIn(calls).map(callPart))
  // OpenInference stores a result as the text of a user message.
  const answered = isResult || typeof callId !== 'string' ? [] : resultParts(content, callId)
  const shown = answered.length > 0 ? contentParts(contents).map(standardPart) : stated
  return compact({ ...rest, role, parts: [...answered, ...shown, ...said, ...others] })
}

/** Adds the calls that are not among the parts yet. */
function withCalls(
  parts: readonly JsonValue[],
  calls: readonly JsonObject[],
): readonly [parts: readonly JsonValue[], others: readonly JsonObject[]] {
  const others = [...calls]
  const stated = parts.map((part) => {
    if (!isObject(part) || part.type !== 'tool_call') return part
    const isNameless = stringOr(part.name, '') === ''
    const found = others.findIndex(
      ({ id, name }) => (id ?? name) === (part.id ?? part.name) || (isNameless && part.id === undefined),
    )
    const [call] = found === -1 ? [] : others.splice(found, 1)
    return isNameless ? { ...part, ...call } : part
  })
  return [stated, others]
}

/** Returns true for a single call or result, an item in the Responses API. */
export function isItem(value: JsonValue): boolean {
  const type = isObject(value) ? stringOr(value.type, '') : ''
  return CALLS.test(type) || RESULTS.test(type)
}

function textPart(content: string): JsonObject {
  return { type: 'text', content }
}

function contentParts(content: JsonValue | undefined): JsonArray {
  if (typeof content === 'string') return content === '' ? [] : [textPart(content)]
  if (isArray(content)) return content
  return isObject(content) ? [content] : []
}

/**
 * Returns the results in content. The AI SDK has results as separate blocks; in other formats the content is
 * the result.
 */
function resultParts(content: JsonValue | undefined, id: JsonValue): JsonArray {
  const blocks = isArray(content)
    ? content.filter((block) => isObject(block) && RESULTS.test(stringOr(block.type, '')))
    : []
  return blocks.length > 0 ? blocks : [{ type: 'tool_call_response', id, response: content ?? null }]
}

/** Converts a call in OpenAI's form, flat or nested. OpenInference wraps it in `tool_call`. */
function callPart(value: JsonObject): JsonObject {
  const call = objectOr(value.tool_call, value)
  const { function: fn, custom, type: _type, ...rest } = call
  const { name, arguments: text, ...others } = objectOr(fn ?? custom, NOTHING)
  return compact({
    ...rest,
    ...others,
    type: 'tool_call',
    name: name ?? call.name ?? '',
    arguments: text ?? others.input ?? call.arguments ?? call.input ?? call.args,
  })
}

/** Converts a block of any form to a part of the conventions. */
export function standardPart(value: JsonValue): JsonValue {
  if (typeof value === 'string') return textPart(value)
  if (!isObject(value)) return value
  // A call is in a field next to its type.
  const call = isObject(value.tool_call) ? callPart(value) : undefined
  const block = { ...within(objectOr(value.message_content, value)), ...call }
  const type = stringOr(block.type, '')
  if (CALLS.test(type)) return callBlock(block)
  if (RESULTS.test(type)) return resultBlock(block)
  if (THOUGHTS.test(type)) return withContent(block, 'reasoning')
  if (type === 'text' || type === 'input_text' || type === 'output_text') return withContent(block, 'text')
  return mediaBlock(block) ?? block
}

/**
 * Returns the inner block: openllmetry-js writes blocks as JSON in a text, or in a part of the block's type.
 */
function within(block: JsonObject): JsonObject {
  const { content, type } = block
  if (typeof content !== 'string' || !content.startsWith('{')) return block
  const inner = tryParseJson(content)
  if (!isObject(inner) || typeof inner.type !== 'string') return block
  const isBlock = CALLS.test(inner.type) || RESULTS.test(inner.type)
  return isBlock && (type === 'text' || type === inner.type) ? inner : block
}

function callBlock(block: JsonObject): JsonObject {
  const { toolCallId, call_id: callId, toolName, input, args, ...rest } = block
  return compact({
    ...rest,
    type: 'tool_call',
    id: toolCallId ?? callId ?? rest.id,
    name: toolName ?? rest.name,
    arguments: input ?? args ?? rest.arguments,
  })
}

function resultBlock(block: JsonObject): JsonObject {
  const { toolCallId, tool_use_id: useId, call_id: callId, output, content, result, ...rest } = block
  return compact({
    ...rest,
    type: 'tool_call_response',
    id: toolCallId ?? useId ?? callId ?? rest.id,
    // The examples of the conventions used `result` for a long time.
    response: rest.response ?? result ?? output ?? content,
  })
}

function withContent({ text, thinking, ...rest }: JsonObject, type: string): JsonObject {
  return compact({ ...rest, type, content: rest.content ?? text ?? thinking })
}

/** Converts images and files in the forms of OpenAI, OpenInference and the AI SDK. */
function mediaBlock(block: JsonObject): JsonObject | undefined {
  const { type, image_url: url, image, mediaType, data } = block
  const inner = objectOr(objectOr(image, NOTHING).image, objectOr(image, NOTHING)).url
  const address = stringOr(objectOr(url, NOTHING).url ?? url ?? inner, undefined)
  if ((type === 'image_url' || type === 'image') && address !== undefined)
    return located('image', address, undefined)
  if (type !== 'file' || typeof data !== 'string' || block.modality !== undefined) return undefined
  const mime = stringOr(mediaType, undefined)
  return located(modalityOf(mime), data, mime)
}

function located(modality: string, address: string, mime: string | undefined): JsonObject {
  const [, type, base64] = /^data:([^;,]*);base64,(.*)$/s.exec(address) ?? []
  if (base64 !== undefined)
    return compact({ type: 'blob', modality, mime_type: type || mime, content: base64 })
  const isAddress = /^[a-z][a-z0-9+.-]*:/i.test(address)
  return compact({
    type: isAddress ? 'uri' : 'blob',
    modality,
    mime_type: mime,
    [isAddress ? 'uri' : 'content']: address,
  })
}

function modalityOf(mime = ''): string {
  const [, kind] = /^(image|audio|video)\//.exec(mime) ?? []
  return kind ?? 'document'
}
