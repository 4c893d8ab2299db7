import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { isObject } from '../../base/json/read-json.js'
import { append, stringifySorted } from '../../base/json/write-json.js'
import { stableHash } from '../../base/model/ids.js'
import type { Conversation, MediaPart, Message, Part, ToolCall, ToolResult } from '../../base/model/types.js'
import { CUSTOM_INPUT } from '../../codec/shape/free-text.js'
import { outputText } from '../../codec/shape/results.js'
import { SYSTEM_WRAPPER } from '../../translate/fit/turns.js'
import { ANY_CONVERSATION, type Noise, type NormalRequest, normalRequest } from './match.js'

/**
 * Returns the content of a conversation independent of its wire: `system` with all instructions, and `turns`
 * of the client (`user` text, `results` in the order of their calls, `media` by content) or of the model
 * (`assistant` text, `calls`). Ids, metadata, reasoning, settings and the order inside a turn are omitted,
 * because wires and translation change them. Two requests with the same comparison key are the same request
 * to different providers.
 */
export function comparisonKey({ messages }: Conversation): JsonObject {
  const system: string[] = []
  const turns: ComparedTurn[] = []
  for (const message of messages) {
    const said = saidIn(message)
    append(system, said.system)
    const last = turns.at(-1)
    if (last?.byModel === said.byModel) addTo(last, said)
    else if (!isEmpty(said)) turns.push(said)
  }
  return {
    system: system.join('\n'),
    turns: turns.map((turn, index) => (turn.byModel ? modelTurn(turn) : clientTurn(turn, turns[index - 1]))),
  }
}

/** Returns the request in the form that is compared with recordings of other wires. */
export function normalizeEssence(conversation: Conversation, noise?: Noise): NormalRequest {
  const said = comparisonKey(conversation)
  return normalRequest(ANY_CONVERSATION, said, noise, { said, ...details(conversation) })
}

/** Details that distinguish recordings with the same comparison key, but that some wires cannot represent. */
function details({ messages, tools = [] }: Conversation): JsonObject {
  const parts = messages.flatMap((message) => message.parts)
  return {
    tools: tools.map(({ name }) => name).sort(),
    failures: parts.flatMap((part) => (part.type === 'tool-result' ? [part.isError] : [])),
    opaque: parts.flatMap((part) => (part.type === 'opaque' ? [stableHash(JSON.stringify(part.value))] : [])),
  }
}

/** Consecutive messages of one side. */
interface ComparedTurn {
  readonly byModel: boolean
  readonly system: string[]
  readonly texts: string[]
  readonly calls: ToolCall[]
  readonly results: ToolResult[]
  readonly media: string[]
}

function saidIn({ role, parts }: Message): ComparedTurn {
  const turn: ComparedTurn = {
    byModel: role === 'assistant',
    system: [],
    texts: [],
    calls: [],
    results: [],
    media: [],
  }
  for (const part of parts) sayPart(part, role, turn)
  return turn
}

function sayPart(part: Part, role: Message['role'], turn: ComparedTurn): void {
  if (part.type === 'text') sayText(part.text, role, turn)
  else if (part.type === 'media') turn.media.push(mediaDigest(part))
  else if (part.type === 'tool-call' && !part.providerExecuted) turn.calls.push(part)
  else if (part.type === 'tool-result' && !part.providerExecuted) {
    turn.results.push(part)
    if (part.output.type === 'content')
      for (const item of part.output.value) if (item.type === 'media') turn.media.push(mediaDigest(item))
  }
}

/**
 * Returns the text without its wrapper. If a wire allows instructions only at the start, later instructions
 * are sent as user text in a wrapper.
 */
function sayText(raw: string, role: Message['role'], { system, texts }: ComparedTurn): void {
  const [open, close] = SYSTEM_WRAPPER
  const text = role === 'assistant' ? raw : raw.trim()
  if (text === '') return
  if (role === 'system') system.push(text)
  else if (role === 'user' && text.startsWith(open) && text.endsWith(close))
    system.push(text.slice(open.length, -close.length).trim())
  else texts.push(text)
}

function isEmpty({ texts, calls, results, media }: ComparedTurn): boolean {
  return texts.join('').trim() === '' && calls.length + results.length + media.length === 0
}

function addTo(turn: ComparedTurn, more: ComparedTurn): void {
  append(turn.texts, more.texts)
  append(turn.calls, more.calls)
  append(turn.results, more.results)
  append(turn.media, more.media)
}

/**
 * Returns the turn of a model. Texts are joined without a separator, since chat classes keep the pieces of a
 * streamed text as separate messages.
 */
function modelTurn({ texts, calls, media }: ComparedTurn): JsonObject {
  return {
    assistant: texts.join('').trim(),
    ...(calls.length > 0 && { calls: calls.map(callEssence) }),
    ...(media.length > 0 && { media }),
  }
}

/**
 * Returns the compared facts of a call. The input of a free-text tool is the only argument of the function
 * that represents the tool on other wires.
 */
function callEssence(call: ToolCall): JsonObject {
  const { name, rawArguments = '' } = call
  const given =
    call.kind === 'custom' && call.arguments !== undefined
      ? { [CUSTOM_INPUT]: call.arguments }
      : call.arguments
  return { name, arguments: given ?? rawArguments }
}

function clientTurn({ texts, results, media }: ComparedTurn, before: ComparedTurn | undefined): JsonObject {
  const places = new Map(before?.calls.map(({ id }, index) => [id, index]))
  const placeOf = ({ callId }: ToolResult) => places.get(callId) ?? places.size
  const inOrder = [...results].sort((one, other) => placeOf(one) - placeOf(other))
  return {
    user: texts.join('\n'),
    ...(results.length > 0 && { results: inOrder.map(({ output }) => resultEssence(outputText(output))) }),
    ...(media.length > 0 && { media }),
  }
}

/** Normalizes the layout of JSON, and unwraps an object whose only member marks the output. */
function resultEssence(text: string): string {
  const trimmed = text.trim()
  const value = tryParseJson(trimmed)
  if (value === undefined || (typeof value !== 'object' && typeof value !== 'string')) return trimmed
  const inner = unwrapped(value)
  return typeof inner === 'string' ? inner.trim() : stringifySorted(inner)
}

const OUTPUT_WRAPPER = /^(output|result|content|error)$/

function unwrapped(value: JsonValue): JsonValue {
  if (!isObject(value)) return value
  const [[key, inner] = [], ...others] = Object.entries(value)
  const isWrapper = key !== undefined && others.length === 0 && OUTPUT_WRAPPER.test(key)
  return isWrapper && inner !== undefined ? unwrapped(inner) : value
}

/**
 * Returns the digest of media. The same bytes have the same digest, in both base64 alphabets and in data
 * URLs.
 */
function mediaDigest({ source }: MediaPart): string {
  switch (source.type) {
    case 'data':
      return dataDigest(source.data)
    case 'url':
      return source.url.startsWith('data:')
        ? dataDigest(source.url.slice(source.url.indexOf(',') + 1))
        : source.url
    case 'file-id':
      return `file ${source.id}`
    default:
      return `text ${stableHash(source.text)}`
  }
}

function dataDigest(base64: string): string {
  return `data ${stableHash(base64.replace(/[\s=]/g, '').replaceAll('-', '+').replaceAll('_', '/'))}`
}
