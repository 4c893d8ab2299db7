import type { StreamDecoding } from '../../src/adapter/adapter.js'
import {
  type DecodedArguments,
  decodeArgumentText,
  decodeArgumentValue,
  truncatedArguments,
} from '../../src/adapter/arguments.js'
import { type Context, createContext } from '../../src/adapter/context.js'
import { AdapterError } from '../../src/json/errors.js'
import { append } from '../../src/json/lists.js'
import { tryParseJson } from '../../src/json/parse.js'
import { arrayOr, isArray, isObject, stringOr } from '../../src/json/read.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/json/types.js'
import { compact, define, stringifyJson } from '../../src/json/write.js'
import type { Part, ToolCall, ToolResult } from '../../src/model/types.js'
import { endOf } from '../../src/stream/end.js'
import type { FinishEvent, StreamDecoder, StreamEvent } from '../../src/stream/events.js'
import { sse } from '../../src/stream/framing.js'
import { decodeBlock } from './blocks.js'
import { callId, decodeCall, isCallBlock } from './calls.js'
import { callPlace, decodeEnvelope, decodeError, isCut, messageMetadata } from './response.js'
import { isResultBlock } from './results.js'
import { opaque } from './text.js'

export const stream: StreamDecoding = {
  framing: sse,
  begins: 'message_start',
  entry,
  decoder: (context) => new Decoder(context),
}

const OWN = /^(?:message|content_block)_|^(?:ping|error)$/

function entry(first: JsonObject): JsonArray | undefined {
  const { type, error } = first
  if (type === 'message') return wholeAnswer(first)
  if (OWN.test(stringOr(type, ''))) return [first]
  return isObject(error) ? [{ type: 'error', ...first }] : undefined
}

/**
 * A whole answer is a start that says all. The call in which it hit its limit is not closed: its `input` is only what had
 * arrived, without the brace that the provider added.
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

const NOTHING: readonly StreamEvent[] = []
const EMPTY: DecodedArguments = { status: 'complete', arguments: {} }
const STREAM_CUT: StreamEvent = {
  type: 'error',
  error: { message: 'the stream ended before its answer did', code: 'stream-cut' },
}
/** What a block must have been when its deltas come without a start. */
const STARTS: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  ['text_delta', { type: 'text', text: '' }],
  ['thinking_delta', { type: 'thinking', thinking: '' }],
])

/** How a block streams: `whole` ones get no deltas, or deltas that replace fields. */
type Mode = 'text' | 'reasoning' | 'call' | 'whole'

/** A content block that is still being streamed. */
interface OpenBlock {
  readonly index: number
  readonly mode: Mode
  /** The block's number as text, or the id of the call. */
  readonly id: string
  /** The block as `content_block_start` gave it. */
  readonly start: JsonObject
  /** The deltas so far: visible text, thinking or argument text. */
  text: string
  signature?: string
  citations?: JsonValue[]
  /** Arguments that came whole with the start; deltas, should any follow, win over them. */
  readonly input?: DecodedArguments
  /** Fields that whole-value deltas (`compaction_delta`) replace. */
  replaced?: JsonObject
}

/** Blocks accumulate per `index`; the envelope grows from `message_start` and every `message_delta`. */
class Decoder implements StreamDecoder<JsonValue> {
  readonly #context: Context
  #envelope: JsonObject = {}
  readonly #open = new Map<number, OpenBlock>()
  #current: OpenBlock | undefined
  readonly #toolNames = new Map<string, string>()
  /** A finished call with no or broken JSON: only what follows tells whether the output limit cut it. */
  #suspect: OpenBlock | undefined
  #latestIndex = -1
  #hasClientCalls = false
  #isStopped = false
  #hasFailed = false

  constructor(context: Context) {
    this.#context = context
  }

  push(event: JsonValue): readonly StreamEvent[] {
    if (!isObject(event)) return NOTHING
    switch (event.type) {
      case 'content_block_delta':
        return isObject(event.delta) ? this.#delta(event.index, event.delta) : NOTHING
      case 'content_block_start':
        return isObject(event.content_block) ? this.#start(event.index, event.content_block) : NOTHING
      case 'content_block_stop':
        return this.#stop(event.index)
      case 'message_start':
        return isObject(event.message) ? this.#startMessage(event.message) : NOTHING
      case 'message_delta':
        return this.#messageDelta(event)
      case 'message_stop':
        this.#isStopped = true
        return NOTHING
      case 'error':
        this.#hasFailed = true
        return [{ type: 'error', error: decodeError(event) }]
      default:
        return NOTHING
    }
  }

  finish(): readonly StreamEvent[] {
    const isWhole = this.#isStopped || typeof this.#envelope.stop_reason === 'string'
    const events: StreamEvent[] = []
    for (const block of [...this.#open.values()]) append(events, this.#close(block, true))
    append(events, this.#settleSuspect(!isWhole))
    if (!isWhole && !this.#hasFailed) events.push(STREAM_CUT)
    events.push(this.#finishEvent(isWhole && !this.#hasFailed))
    return events
  }

  #finishEvent(isWhole: boolean): FinishEvent {
    const envelope = decodeEnvelope(this.#envelope, this.#hasClientCalls)
    return {
      type: 'finish',
      ...compact({ messageMetadata: messageMetadata(this.#envelope) }),
      ...envelope,
      ...(isWhole ? {} : { finish: { ...envelope.finish, reason: 'error' as const } }),
    }
  }

  #startMessage(message: JsonObject): readonly StreamEvent[] {
    const { content, ...envelope } = message
    this.#envelope = envelope
    const events: StreamEvent[] = [
      compact({
        type: 'response-start' as const,
        id: stringOr(message.id, undefined),
        model: stringOr(message.model, undefined),
      }),
    ]
    // Calls that running code makes may arrive complete here (vercel/ai, anthropic-language-model.ts).
    if (isArray(content))
      content.forEach((block, index) => {
        if (!isObject(block)) return
        append(events, this.#start(index, block))
        append(events, this.#stop(index))
      })
    return events
  }

  #start(position: JsonValue | undefined, start: JsonObject): readonly StreamEvent[] {
    const index = typeof position === 'number' ? position : this.#latestIndex + 1
    const events: StreamEvent[] = []
    this.#noteFallback(start)
    const previous = this.#open.get(index)
    if (previous !== undefined) append(events, this.#close(previous, false))
    append(events, this.#settleSuspect(false))
    const block = this.#openBlock(index, start)
    switch (block.mode) {
      case 'text':
        events.push({ type: 'text-start', id: block.id })
        if (block.text !== '') events.push({ type: 'text-delta', id: block.id, delta: block.text })
        break
      case 'reasoning':
        events.push({ type: 'reasoning-start', id: block.id })
        if (block.text !== '') events.push({ type: 'reasoning-delta', id: block.id, delta: block.text })
        break
      case 'call':
        this.#toolNames.set(block.id, stringOr(start.name, ''))
        events.push(this.#callStart(block))
        break
    }
    // Results arrive complete, so nobody has to wait for their end.
    return isResultBlock(start) ? [...events, ...this.#stop(index)] : events
  }

  /** The marker of a model hand-over names the model that really answers. */
  #noteFallback({ type, to }: JsonObject): void {
    if (type === 'fallback' && isObject(to) && typeof to.model === 'string')
      this.#envelope = { ...this.#envelope, model: to.model }
  }

  #openBlock(index: number, start: JsonObject): OpenBlock {
    const mode = modeOf(start)
    const id = mode === 'call' ? callId(start, callPlace(this.#envelope, index)) : String(index)
    const initial = mode === 'text' ? start.text : mode === 'reasoning' ? start.thinking : ''
    const input =
      mode === 'call' && hasInput(start)
        ? decodeArgumentValue(start.input, `/content/${index}/input`, this.#context)
        : undefined
    const block: OpenBlock = { index, mode, id, start, input, text: stringOr(initial, '') }
    this.#open.set(index, block)
    this.#current = block
    this.#latestIndex = Math.max(this.#latestIndex, index)
    return block
  }

  #delta(index: JsonValue | undefined, delta: JsonObject): readonly StreamEvent[] {
    const current = this.#current
    const block = current !== undefined && current.index === index ? current : this.#blockAt(index)
    if (block === undefined) return this.#startlessDelta(index, delta)
    switch (delta.type) {
      case 'input_json_delta': {
        const text = delta.partial_json
        if (typeof text !== 'string' || text === '' || block.mode !== 'call') return NOTHING
        block.text += text
        return [{ type: 'tool-input-delta', id: block.id, delta: text }]
      }
      case 'text_delta': {
        const { text } = delta
        if (typeof text !== 'string' || text === '' || block.mode !== 'text') return NOTHING
        block.text += text
        return [{ type: 'text-delta', id: block.id, delta: text }]
      }
      case 'thinking_delta': {
        const text = delta.thinking
        if (typeof text !== 'string' || text === '' || block.mode !== 'reasoning') return NOTHING
        block.text += text
        return [{ type: 'reasoning-delta', id: block.id, delta: text }]
      }
      default:
        applyRareDelta(block, delta)
        return NOTHING
    }
  }

  #blockAt(index: JsonValue | undefined): OpenBlock | undefined {
    if (typeof index !== 'number') return this.#current
    return this.#open.get(index)
  }

  /** Some servers skip `content_block_start` for text; without it a call has neither id nor name. */
  #startlessDelta(index: JsonValue | undefined, delta: JsonObject): readonly StreamEvent[] {
    const start = STARTS.get(stringOr(delta.type, ''))
    if (start === undefined) return NOTHING
    const position = typeof index === 'number' ? index : this.#latestIndex + 1
    return [...this.#start(position, start), ...this.#delta(position, delta)]
  }

  #stop(index: JsonValue | undefined): readonly StreamEvent[] {
    const block = this.#blockAt(index)
    return block === undefined ? NOTHING : this.#close(block, false)
  }

  /** @param cut whether the stream broke off inside the block. */
  #close(block: OpenBlock, cut: boolean): readonly StreamEvent[] {
    this.#open.delete(block.index)
    if (this.#current === block) this.#current = undefined
    if (block.mode !== 'call') return this.#closePart(block)
    const end: StreamEvent = { type: 'tool-input-end', id: block.id }
    if (cut) return [end, this.#callEvent(block, truncatedArguments(textSoFar(block)))]
    if (block.text === '' && block.input !== undefined) return [end, this.#callEvent(block, block.input)]
    const trial = createContext(this.#context.wire)
    const decoded = decodeArgumentText(block.text, false, this.#path(block), trial)
    if (block.text === '' || decoded.status === 'malformed') {
      this.#suspect = block
      return [end]
    }
    for (const notice of trial.notices) this.#context.report(notice)
    return [end, this.#callEvent(block, decoded)]
  }

  #settleSuspect(cut: boolean): readonly StreamEvent[] {
    const block = this.#suspect
    if (block === undefined) return NOTHING
    this.#suspect = undefined
    const wasCut = cut || (block.index === this.#latestIndex && isCut(this.#envelope))
    if (block.text === '' && !wasCut) return [this.#callEvent(block, undefined)]
    return [this.#callEvent(block, decodeArgumentText(block.text, wasCut, this.#path(block), this.#context))]
  }

  /** A block begins with everything about the call but its arguments. */
  #callStart(block: OpenBlock): StreamEvent {
    const { id, name, kind, providerExecuted, providerMetadata } = this.#decodeCall(block, EMPTY)
    return compact({ type: 'tool-input-start' as const, id, name, kind, providerExecuted, providerMetadata })
  }

  #callEvent(block: OpenBlock, decoded: DecodedArguments | undefined): StreamEvent {
    const call = this.#decodeCall(block, decoded)
    if (!call.providerExecuted) this.#hasClientCalls = true
    return { type: 'tool-call', call }
  }

  #decodeCall(block: OpenBlock, decoded: DecodedArguments | undefined): ToolCall {
    const { start, index } = block
    const named = typeof start.name === 'string' ? start : { ...start, name: '' }
    // The start says `{}` for every input; what is no object has come in the text.
    const whole =
      decoded?.status === 'not-object' ? { ...named, input: tryParseJson(block.text) ?? null } : named
    return decodeCall(whole, this.#path(block), this.#context, callPlace(this.#envelope, index), decoded)
  }

  #closePart(block: OpenBlock): readonly StreamEvent[] {
    const part = this.#decodePart(finishedBlock(block), block)
    return [endOf(block.id, part.type === 'tool-result' ? this.#named(part) : part)]
  }

  /** A block that cannot be read is kept verbatim: no event may end the stream for the reader. */
  #decodePart(native: JsonObject, block: OpenBlock): Part {
    try {
      return decodeBlock(native, this.#path(block), this.#context)
    } catch (error) {
      if (error instanceof AdapterError && error.code !== 'strict') return opaque(native)
      throw error
    }
  }

  #named(result: ToolResult): ToolResult {
    const name = result.name === '' ? this.#toolNames.get(result.callId) : undefined
    return name === undefined ? result : { ...result, name }
  }

  #path(block: OpenBlock): string {
    return `/content/${block.index}`
  }

  #messageDelta(event: JsonObject): readonly StreamEvent[] {
    const { type: _type, delta, usage, ...rest } = event
    const usageSoFar = isObject(this.#envelope.usage) ? this.#envelope.usage : {}
    this.#envelope = merge(this.#envelope, rest)
    if (isObject(delta)) this.#envelope = merge(this.#envelope, delta)
    if (isObject(usage)) this.#envelope = { ...this.#envelope, usage: merge(usageSoFar, usage) }
    return this.#settleSuspect(false)
  }
}

/** Totals are cumulative, so what is given replaces what was; null says nothing (MessageStream of the official SDK). */
function merge(before: JsonObject, after: JsonObject): JsonObject {
  const merged = { ...before }
  for (const [key, value] of Object.entries(after)) {
    if (value !== null || merged[key] === undefined) define(merged, key, value)
  }
  return merged
}

function modeOf(start: JsonObject): Mode {
  if (isCallBlock(start)) return 'call'
  if (start.type === 'text') return 'text'
  const isThinking = start.type === 'thinking'
  return isThinking || (start.type === 'redacted_thinking' && typeof start.data === 'string')
    ? 'reasoning'
    : 'whole'
}

function textSoFar({ text, input, start }: OpenBlock): string {
  return text === '' && input !== undefined ? stringifyJson(start.input ?? null) : text
}

function hasInput(start: JsonObject): boolean {
  return isObject(start.input)
    ? Object.keys(start.input).length > 0
    : start.input !== undefined && start.input !== null
}

/** The signature comes whole, and a compaction's content too: both replace what the start said. */
function applyRareDelta(block: OpenBlock, delta: JsonObject): void {
  const { type, ...fields } = delta
  if (type === 'signature_delta') block.signature = stringOr(delta.signature, block.signature)
  else if (type === 'citations_delta' && delta.citation !== undefined) {
    block.citations ??= isArray(block.start.citations) ? [...block.start.citations] : []
    block.citations.push(delta.citation)
  } else if (block.mode === 'whole') block.replaced = { ...block.replaced, ...fields }
}

/** The block as a whole response would hold it. */
function finishedBlock(block: OpenBlock): JsonObject {
  const { start, text, signature, citations } = block
  switch (block.mode) {
    case 'text':
      return citations === undefined ? { ...start, text } : { ...start, text, citations }
    case 'reasoning':
      if (start.type !== 'thinking') return start
      return signature === undefined ? { ...start, thinking: text } : { ...start, thinking: text, signature }
    default:
      return { ...start, ...block.replaced }
  }
}
