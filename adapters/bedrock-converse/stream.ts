import type { StreamDecoding } from '../../src/adapter/adapter.js'
import { type DecodedArguments, decodeArgumentText, truncatedArguments } from '../../src/adapter/arguments.js'
import { type Context, createContext } from '../../src/adapter/context.js'
import { disassemble } from '../../src/adapter/disassemble.js'
import { AdapterError } from '../../src/json/errors.js'
import { tryParseJson } from '../../src/json/parse.js'
import { isArray, isObject, numberOr, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact, define } from '../../src/json/write.js'
import type { Part, ToolCall, ToolResult } from '../../src/model/types.js'
import { endOf } from '../../src/stream/end.js'
import type { FinishEvent, StreamDecoder, StreamEvent } from '../../src/stream/events.js'
import { decodeBlock } from './blocks.js'
import { joinBase64, withoutBytes } from './bytes.js'
import { callId, decodeCall } from './calls.js'
import { eventStream } from './event-stream.js'
import { membersOf } from './fields.js'
import { callPlace, decodeEnvelope, decodeError, decodeResponse, errorMessage, isCut } from './response.js'
import { opaque } from './text.js'

export const stream: StreamDecoding = {
  framing: eventStream,
  entry: (first) => (isEvent(first) || isAnswer(first) || isError(first) ? [first] : undefined),
  decoder: (context) => new Decoder(context),
}

/** Every event has one key, which says what it is. */
function isEvent(first: JsonObject): boolean {
  const [name = ''] = Object.keys(first)
  return EVENTS.has(name) || name.endsWith('Exception')
}

const EVENTS = new Set(
  'messageStart contentBlockStart contentBlockDelta contentBlockStop messageStop metadata'.split(' '),
)

function isAnswer({ output }: JsonObject): boolean {
  return isObject(output) && isObject(output.message) && isArray(output.message.content)
}

/** A refusal in place of a stream. */
function isError(body: JsonObject): boolean {
  return errorMessage(body) !== undefined
}

const NOTHING: readonly StreamEvent[] = []
const EMPTY: DecodedArguments = { status: 'complete', arguments: {} }
const STREAM_CUT: StreamEvent = {
  type: 'error',
  error: { message: 'the stream ended before its answer did', code: 'stream-cut' },
}

/** How a block streams; `unknown` until its first delta, for the server says of text and reasoning only that they begin. */
type Mode = 'unknown' | 'text' | 'reasoning' | 'call' | 'result' | 'whole'

/** By the key of a delta: the mode of the block that it belongs to. */
const MODE_OF_DELTA: ReadonlyMap<string, Mode> = new Map<string, Mode>([
  ['text', 'text'],
  ['citation', 'text'],
  ['reasoningContent', 'reasoning'],
  ['toolUse', 'call'],
  ['toolResult', 'result'],
  ['image', 'whole'],
])

/** A content block that is still being streamed. */
interface OpenBlock {
  readonly index: number
  mode: Mode
  /** The block's number as text, or the id of the call. */
  readonly id: string
  /** What `contentBlockStart` gave; `{}` for text and reasoning. */
  readonly start: JsonObject
  /** The deltas so far: visible text, reasoning or argument text. */
  text: string
  /** What proves the reasoning: a signature, or encrypted content. */
  proof?: JsonObject
  readonly citations: JsonValue[]
  /** Content of a result. */
  content: JsonValue[]
}

/** Blocks accumulate per `contentBlockIndex`; the envelope is what `messageStop` and `metadata` say, in either order. */
class Decoder implements StreamDecoder<JsonValue> {
  readonly #context: Context
  #envelope: JsonObject = {}
  readonly #open = new Map<number, OpenBlock>()
  readonly #toolNames = new Map<string, string>()
  /** A finished call with no or broken JSON: only what follows tells whether the output limit cut it. */
  #suspect: OpenBlock | undefined
  #latestIndex = -1
  #hasClientCalls = false
  #hasFailed = false
  /** How an answer ends that came whole. */
  #end: FinishEvent | undefined

  constructor(context: Context) {
    this.#context = context
  }

  push(event: JsonValue): readonly StreamEvent[] {
    if (!isObject(event)) return NOTHING
    const { contentBlockDelta: delta, contentBlockStart: start, contentBlockStop: stop } = event
    if (isObject(delta)) return this.#delta(delta.contentBlockIndex, membersOf(delta.delta))
    if (isObject(start))
      return this.#start(start.contentBlockIndex, membersOf(withoutBytes(start.start ?? null)))
    if (isObject(stop)) return this.#stop(stop.contentBlockIndex)
    if (isObject(event.messageStart)) return [{ type: 'response-start' }]
    if (isObject(event.messageStop)) return this.#extend(event.messageStop)
    if (isObject(event.metadata)) return this.#extend(event.metadata)
    if (isAnswer(event)) return this.#whole(event)
    return this.#failure(event)
  }

  finish(): readonly StreamEvent[] {
    if (this.#end !== undefined) return [this.#end]
    const isWhole = typeof this.#envelope.stopReason === 'string'
    const events: StreamEvent[] = []
    for (const block of [...this.#open.values()]) events.push(...this.#close(block, true))
    events.push(...this.#settleSuspect(!isWhole))
    if (!isWhole && !this.#hasFailed) events.push(STREAM_CUT)
    events.push(this.#finishEvent(isWhole && !this.#hasFailed))
    return events
  }

  /** A whole answer in place of a stream. */
  #whole(answer: JsonObject): readonly StreamEvent[] {
    const events: StreamEvent[] = []
    for (const event of disassemble(decodeResponse(answer, this.#context)))
      if (event.type === 'finish') this.#end = event
      else events.push(event)
    return events
  }

  #finishEvent(isWhole: boolean): FinishEvent {
    const envelope = decodeEnvelope(this.#envelope, this.#hasClientCalls, this.#context)
    const finish = isWhole ? envelope.finish : { ...envelope.finish, reason: 'error' as const }
    return { type: 'finish', ...envelope, finish }
  }

  /** Errors that come after the stream has begun are events, named after the exception. */
  #failure(event: JsonObject): readonly StreamEvent[] {
    const [name = '', body] = Object.entries(event)[0] ?? []
    const isException = name.endsWith('Exception') && isObject(body)
    if (!isException && !isError(event)) return NOTHING
    this.#hasFailed = true
    const type = isException ? name[0]?.toUpperCase() + name.slice(1) : undefined
    return [{ type: 'error', error: decodeError(isException ? body : event, type, event) }]
  }

  /** Random padding (`p`) hides the length of an event. */
  #extend({ p: _padding, ...fields }: JsonObject): readonly StreamEvent[] {
    const envelope = { ...this.#envelope }
    for (const [key, value] of Object.entries(fields)) define(envelope, key, value)
    this.#envelope = envelope
    return NOTHING
  }

  #start(position: JsonValue | undefined, start: JsonObject): readonly StreamEvent[] {
    const mode = isObject(start.toolUse)
      ? 'call'
      : isObject(start.toolResult)
        ? 'result'
        : Object.keys(start).length === 0
          ? 'unknown'
          : 'whole'
    return this.#begin(numberOr(position, this.#latestIndex + 1), start, mode)
  }

  #begin(index: number, start: JsonObject, mode: Mode): readonly StreamEvent[] {
    const events: StreamEvent[] = []
    const previous = this.#open.get(index)
    if (previous !== undefined) events.push(...this.#close(previous, false))
    events.push(...this.#settleSuspect(false))
    const use = mode === 'call' ? membersOf(start.toolUse) : undefined
    const id = use ? callId(use, callPlace(index)) : String(index)
    const block: OpenBlock = { index, mode, id, start, text: '', citations: [], content: [] }
    this.#open.set(index, block)
    this.#latestIndex = Math.max(this.#latestIndex, index)
    if (use) this.#toolNames.set(id, stringOr(use.name, ''))
    events.push(...this.#startEvents(block))
    return events
  }

  #startEvents(block: OpenBlock): readonly StreamEvent[] {
    switch (block.mode) {
      case 'text':
        return [{ type: 'text-start', id: block.id }]
      case 'reasoning':
        return [{ type: 'reasoning-start', id: block.id }]
      case 'call':
        return [this.#callStart(block)]
      default:
        return NOTHING
    }
  }

  #delta(position: JsonValue | undefined, delta: JsonObject): readonly StreamEvent[] {
    const index = numberOr(position, Math.max(0, this.#latestIndex))
    const open = this.#open.get(index)
    if (open !== undefined && open.mode === 'text' && typeof delta.text === 'string')
      return append(open, delta.text)
    const key = Object.keys(delta).find((each) => MODE_OF_DELTA.has(each))
    const mode = key === undefined ? undefined : MODE_OF_DELTA.get(key)
    if (mode === undefined) return NOTHING
    const [block, events] = this.#blockFor(index, mode)
    if (block === undefined) return events
    const more = applyDelta(block, delta)
    return events.length === 0 ? more : [...events, ...more]
  }

  /** The block that a delta belongs to. Text and reasoning may begin with it; a call without a start has no name. */
  #blockFor(
    index: number,
    mode: Mode,
  ): readonly [block: OpenBlock | undefined, events: readonly StreamEvent[]] {
    const open = this.#open.get(index)
    if (open?.mode === mode) return [open, NOTHING]
    if (mode !== 'text' && mode !== 'reasoning') return [undefined, NOTHING]
    if (open?.mode === 'unknown') {
      open.mode = mode
      return [open, this.#startEvents(open)]
    }
    const events = this.#begin(index, {}, mode)
    return [this.#open.get(index), events]
  }

  #stop(position: JsonValue | undefined): readonly StreamEvent[] {
    const block = this.#open.get(numberOr(position, this.#latestIndex))
    return block === undefined ? NOTHING : this.#close(block, false)
  }

  /** @param cut whether the stream broke off inside the block. */
  #close(block: OpenBlock, cut: boolean): readonly StreamEvent[] {
    this.#open.delete(block.index)
    if (block.mode === 'unknown') return NOTHING
    if (block.mode !== 'call') return this.#closePart(block)
    const end: StreamEvent = { type: 'tool-input-end', id: block.id }
    if (cut) return [end, this.#callEvent(block, truncatedArguments(block.text))]
    const trial = createContext(this.#context.wire)
    const decoded = decodeArgumentText(block.text, false, pathOf(block), trial)
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
    const wasCut = cut || (block.index === this.#latestIndex && isCut(this.#envelope.stopReason))
    return [this.#callEvent(block, decodeArgumentText(block.text, wasCut, pathOf(block), this.#context))]
  }

  /** A block begins with everything about the call but its arguments. */
  #callStart(block: OpenBlock): StreamEvent {
    const { id, name, kind, providerExecuted, providerMetadata } = this.#decodeCall(block, EMPTY)
    return compact({ type: 'tool-input-start' as const, id, name, kind, providerExecuted, providerMetadata })
  }

  #callEvent(block: OpenBlock, decoded: DecodedArguments): StreamEvent {
    const call = this.#decodeCall(block, decoded)
    if (!call.providerExecuted) this.#hasClientCalls = true
    return { type: 'tool-call', call }
  }

  #decodeCall(block: OpenBlock, decoded: DecodedArguments): ToolCall {
    const use = membersOf(block.start.toolUse)
    const name = stringOr(use.name, '')
    const input = tryParseJson(block.text) ?? {}
    const whole = { ...block.start, toolUse: { ...use, name, input } }
    return decodeCall(whole, pathOf(block), this.#context, callPlace(block.index), decoded)
  }

  #closePart(block: OpenBlock): readonly StreamEvent[] {
    const part = this.#decodePart(finishedBlock(block), block)
    return [endOf(block.id, part.type === 'tool-result' ? this.#named(part) : part)]
  }

  /** A block that cannot be read is kept verbatim: no event may end the stream for the reader. */
  #decodePart(native: JsonObject, block: OpenBlock): Part {
    try {
      return decodeBlock(native, pathOf(block), this.#context, true)
    } catch (error) {
      if (error instanceof AdapterError && error.code !== 'strict') return opaque(native, this.#context)
      throw error
    }
  }

  #named(result: ToolResult): ToolResult {
    const name = this.#toolNames.get(result.callId)
    return name === undefined ? result : { ...result, name }
  }
}

function pathOf({ index }: OpenBlock): string {
  return `/output/message/content/${index}`
}

/** Adds visible text, reasoning or argument text. */
function append(block: OpenBlock, delta: JsonValue | undefined): readonly StreamEvent[] {
  if (typeof delta !== 'string' || delta === '') return NOTHING
  block.text += delta
  switch (block.mode) {
    case 'text':
      return [{ type: 'text-delta', id: block.id, delta }]
    case 'reasoning':
      return [{ type: 'reasoning-delta', id: block.id, delta }]
    default:
      return [{ type: 'tool-input-delta', id: block.id, delta }]
  }
}

function applyDelta(block: OpenBlock, delta: JsonObject): readonly StreamEvent[] {
  const { toolUse, reasoningContent: reasoning, citation, toolResult, image } = delta
  if (block.mode === 'call') return append(block, membersOf(toolUse).input)
  if (block.mode === 'reasoning' && isObject(reasoning)) {
    prove(block, membersOf(withoutBytes(reasoning)))
    return append(block, reasoning.text)
  }
  if (isArray(toolResult)) addContent(block, toolResult)
  else if (isObject(image)) addImage(block, membersOf(withoutBytes(image)))
  else if (citation !== undefined && citation !== null) block.citations.push(citation)
  return block.mode === 'text' ? append(block, delta.text) : NOTHING
}

function prove(block: OpenBlock, { signature, redactedContent }: JsonObject): void {
  const { proof = {} } = block
  if (typeof signature === 'string') block.proof = { signature: stringOr(proof.signature, '') + signature }
  if (typeof redactedContent === 'string')
    block.proof = { redactedContent: joinBase64(stringOr(proof.redactedContent, ''), redactedContent) }
}

/** A text goes on in the next event. */
function addContent(block: OpenBlock, items: readonly JsonValue[]): void {
  const last = block.content.at(-1)
  const [first] = items
  const goesOn = isObject(first) && typeof first.text === 'string' && isObject(last)
  if (goesOn && typeof last.text === 'string')
    block.content.splice(-1, 1, { ...last, text: `${last.text}${first.text}` })
  else if (first !== undefined) block.content.push(first)
  for (const item of items.slice(1)) block.content.push(item)
}

function addImage(block: OpenBlock, { source, ...rest }: JsonObject): void {
  const [before] = block.content
  const known = membersOf(membersOf(before).source)
  const next = membersOf(source)
  const bytes =
    typeof known.bytes === 'string' && typeof next.bytes === 'string'
      ? joinBase64(known.bytes, next.bytes)
      : undefined
  block.content = [
    {
      ...membersOf(before),
      ...rest,
      source: compact({ ...known, ...next, ...(bytes === undefined ? {} : { bytes }) }),
    },
  ]
}

/** The block as a whole response would hold it. */
function finishedBlock({ mode, start, text, proof, citations, content }: OpenBlock): JsonObject {
  switch (mode) {
    case 'text':
      return citations.length === 0 ? { text } : { citationsContent: { content: [{ text }], citations } }
    case 'reasoning':
      if (proof?.redactedContent !== undefined && text === '') return { reasoningContent: proof }
      return { reasoningContent: { reasoningText: { text, ...proof } } }
    case 'result':
      return { ...start, toolResult: { ...membersOf(start.toolResult), content } }
    default:
      return content.length === 0
        ? start
        : { ...start, image: { ...membersOf(start.image), ...membersOf(content[0]) } }
  }
}
