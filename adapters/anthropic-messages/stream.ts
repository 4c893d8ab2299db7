import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { arrayOr, at, isObject, numberOr, stringOr } from '../../src/base/json/read-json.js'
import { compact, define, stringifyJson } from '../../src/base/json/write-json.js'
import type { CallStage } from '../../src/base/model/arguments.js'
import {
  type DecodedArguments,
  decodeArgumentValue,
  streamedArguments,
} from '../../src/base/model/arguments.js'
import type { Context } from '../../src/base/model/context.js'
import type { StreamDecoder, StreamEvent } from '../../src/base/model/events.js'
import type { Part, ToolCall } from '../../src/base/model/types.js'
import { decodeProviderError } from '../../src/codec/shape/failed-answer.js'
import { outcomeOfWord } from '../../src/codec/shape/finish-table.js'
import type { StreamDecoding } from '../../src/codec/stream/codec.js'
import { sseReading } from '../../src/codec/stream/framing.js'
import {
  type OpenPart,
  type PartCodec,
  type PartMode,
  PartWriter,
} from '../../src/codec/stream/part-writer.js'
import { decodeBlock } from './blocks.js'
import { decodeCall, isCallBlock } from './calls.js'
import { openChunk } from './invoke-chunk.js'
import { FINISH } from './maps.js'
import { callPlace, decodeEnvelope, ERROR_CODES, isCut, messageMetadata } from './response.js'
import { isResultBlock } from './results.js'
import { answeringModel } from './state-changes.js'

export const stream: StreamDecoding = {
  framing: sseReading,
  converter: openChunk,
  errorCodes: ERROR_CODES,
  begins: ({ type }) => type === 'message_start',
  ends: ({ type }) => type === 'message_stop',
  entry,
  // Models with the strictest classifiers: https://platform.claude.com/docs/en/build-with-claude/refusals-and-fallback
  replacedModels: /claude-(?:fable|mythos)/,
  decoder: (context) => new AnthropicStreamDecoder(context),
}

const OWN = /^(?:message|content_block)_|^(?:ping|error)$/

function entry(first: JsonObject): JsonArray | undefined {
  const { type, error } = first
  if (type === 'message') return wholeAnswer(first)
  if (OWN.test(stringOr(type, ''))) return [first]
  return isObject(error) ? [{ type: 'error', ...first }] : undefined
}

/**
 * Converts a complete, non-streaming answer to events. A call truncated by the output limit is not closed:
 * the `input` of this call is only the received text, without the brace that the provider added.
 */
function wholeAnswer(message: JsonObject): JsonArray {
  const content = arrayOr(message.content, [])
  const last = content.at(-1)
  const start: JsonObject = { type: 'message_start', message }
  if (!isObject(last) || !hasInput(last) || !isCut(message)) return [start, { type: 'message_stop' }]
  return [
    { ...start, message: { ...message, content: content.slice(0, -1) } },
    { type: 'content_block_start', content_block: { ...last, input: {} } },
    {
      type: 'content_block_delta',
      delta: { type: 'input_json_delta', partial_json: stringifyJson(last.input ?? {}).slice(0, -1) },
    },
  ]
}

/** The start of a block whose deltas arrive without a start. */
const STARTS: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  ['text_delta', { type: 'text', text: '' }],
  ['thinking_delta', { type: 'thinking', thinking: '' }],
])

/** A content block from `content_block_start`, with the fields that deltas replaced. */
interface ContentBlock {
  native: JsonObject
  citations?: JsonValue[]
  /** Arguments that were complete at the start. */
  readonly input?: DecodedArguments | undefined
}

type OpenBlock = OpenPart<ContentBlock>

/**
 * Decodes a stream. Blocks accumulate by `index`. The envelope is built from `message_start` and every
 * `message_delta`.
 */
class AnthropicStreamDecoder implements StreamDecoder<JsonValue>, PartCodec<ContentBlock> {
  readonly wire: string
  readonly #context: Context
  readonly #out = new PartWriter<ContentBlock>(this)
  #envelope: JsonObject = {}
  #isStopped = false

  constructor(context: Context) {
    this.wire = context.wire
    this.#context = context
  }

  push(event: JsonValue): readonly StreamEvent[] {
    if (isObject(event)) this.#read(event)
    return this.#out.take()
  }

  #read(event: JsonObject): void {
    switch (event.type) {
      case 'content_block_delta':
        if (isObject(event.delta)) this.#delta(event.index, event.delta)
        break
      case 'content_block_start':
        if (isObject(event.content_block)) this.#start(event.index, event.content_block)
        break
      case 'content_block_stop':
        this.#out.end(this.#out.at(event.index))
        break
      case 'message_start':
        if (isObject(event.message)) this.#startMessage(event.message)
        break
      case 'message_delta':
        this.#messageDelta(event)
        break
      case 'message_stop':
        this.#isStopped = true
        break
      case 'error':
        this.#out.fail(decodeProviderError(event, ERROR_CODES))
        break
    }
  }

  finish(): readonly StreamEvent[] {
    const { stop_reason: reason } = this.#envelope
    const isWhole = this.#isStopped || typeof reason === 'string'
    return this.#out.finish(isWhole, outcomeOfWord(reason, FINISH), () => ({
      ...compact({ messageMetadata: messageMetadata(this.#envelope, this.#context) }),
      ...decodeEnvelope(this.#envelope, this.#out.hasClientCalls, this.#context),
    }))
  }

  #startMessage({ content, ...envelope }: JsonObject): void {
    this.#envelope = envelope
    this.#out.start(stringOr(envelope.id, undefined), stringOr(envelope.model, undefined))
    // Calls made by running code may be complete in this event (vercel/ai, anthropic-language-model.ts).
    for (const [index, block] of arrayOr(content, []).entries())
      if (isObject(block)) {
        this.#start(index, block)
        this.#out.end(this.#out.at(index))
      }
  }

  #start(position: JsonValue | undefined, native: JsonObject): OpenBlock {
    const index = numberOr(position, this.#out.next)
    const mode = modeOf(native)
    const input =
      mode === 'call' && hasInput(native)
        ? decodeArgumentValue(native.input, { ...this.#context, path: `${pathOf(index)}/input` })
        : undefined
    const block = this.#out.open(index, mode, { native, input })
    this.#noteFallback(native)
    this.#out.append(block, mode, mode === 'text' ? native.text : native.thinking)
    // Results are complete on arrival, so they are ended at once.
    if (isResultBlock(native)) this.#out.end(block)
    return block
  }

  /** Notes the model that answers after a hand-over. That model has not made calls yet. */
  #noteFallback(native: JsonObject): void {
    const model = answeringModel(native)
    if (model !== undefined) this.#envelope = { ...this.#envelope, model }
    if (native.type === 'fallback') this.#out.hasClientCalls = false
  }

  #delta(index: JsonValue | undefined, delta: JsonObject): void {
    const block = this.#out.at(index) ?? this.#startless(index, delta)
    if (block === undefined) return
    switch (delta.type) {
      case 'input_json_delta':
        this.#out.append(block, 'call', delta.partial_json)
        break
      case 'text_delta':
        this.#out.append(block, 'text', delta.text)
        break
      case 'thinking_delta':
        this.#out.append(block, 'reasoning', delta.thinking)
        break
      default:
        applyRareDelta(block, delta)
    }
  }

  /**
   * Some servers omit `content_block_start` for text. A call without this event would have neither id nor
   * name.
   */
  #startless(position: JsonValue | undefined, delta: JsonObject): OpenBlock | undefined {
    const start = STARTS.get(stringOr(delta.type, ''))
    return start && this.#start(position, start)
  }

  finished({ mode, text, state: { native, citations } }: OpenBlock): JsonObject {
    if (mode === 'text') return citations === undefined ? { ...native, text } : { ...native, text, citations }
    return native.type === 'thinking' ? { ...native, thinking: text } : native
  }

  part(native: JsonObject, { index }: OpenBlock): Part {
    return decodeBlock(native, { ...this.#context, path: pathOf(index) })
  }

  call({ index, text, state: { native, input } }: OpenBlock, stage: CallStage): ToolCall | undefined {
    const path = pathOf(index)
    const decoded = streamedArguments(text, stage, { ...this.#context, path }, input)
    if (decoded === undefined) return undefined
    const named = typeof native.name === 'string' ? native : { ...native, name: '' }
    // The start has `{}` for every input. Arguments other than objects are in the streamed text.
    const whole = decoded.status === 'not-object' ? { ...named, input: tryParseJson(text) ?? null } : named
    return decodeCall(whole, { ...this.#context, path }, callPlace(this.#envelope, index), decoded)
  }

  #messageDelta(event: JsonObject): void {
    const { type: _type, delta, usage, ...rest } = event
    const usageSoFar = isObject(this.#envelope.usage) ? this.#envelope.usage : {}
    this.#envelope = merge(this.#envelope, rest)
    if (isObject(delta)) this.#envelope = merge(this.#envelope, delta)
    if (isObject(usage)) this.#envelope = { ...this.#envelope, usage: merge(usageSoFar, usage) }
    this.#out.settle(isCut(this.#envelope))
  }
}

function pathOf(index: number): string {
  return at('/content', index)
}

/**
 * Totals are cumulative, so a new value replaces the old one. Null is ignored (MessageStream of the official
 * SDK).
 */
function merge(before: JsonObject, after: JsonObject): JsonObject {
  const merged = { ...before }
  for (const [key, value] of Object.entries(after)) {
    if (value !== null || merged[key] === undefined) define(merged, key, value)
  }
  return merged
}

function modeOf(start: JsonObject): PartMode {
  if (isCallBlock(start)) return 'call'
  if (start.type === 'text') return 'text'
  const isThinking = start.type === 'thinking'
  return isThinking || (start.type === 'redacted_thinking' && typeof start.data === 'string')
    ? 'reasoning'
    : 'whole'
}

function hasInput({ input }: JsonObject): boolean {
  return isObject(input) ? Object.keys(input).length > 0 : input !== undefined && input !== null
}

/**
 * Applies a delta with a complete value: signatures and the content of a compaction replace the value of the
 * start.
 */
function applyRareDelta({ mode, state }: OpenBlock, delta: JsonObject): void {
  const { type, ...fields } = delta
  if (type === 'citations_delta' && delta.citation !== undefined) {
    state.citations ??= [...arrayOr(state.native.citations, [])]
    state.citations.push(delta.citation)
  } else if (mode === 'whole' || (type === 'signature_delta' && mode === 'reasoning'))
    state.native = { ...state.native, ...fields }
}
