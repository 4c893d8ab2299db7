import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, numberOr, objectIn, stringOr } from '../../src/base/json/read-json.js'
import { append, compact, define } from '../../src/base/json/write-json.js'
import { type CallStage, streamedArguments } from '../../src/base/model/arguments.js'
import type { Context } from '../../src/base/model/context.js'
import type { FinishEvent, StreamDecoder, StreamEvent } from '../../src/base/model/events.js'
import type { Part, ProviderMetadata, ToolCall } from '../../src/base/model/types.js'
import { outcomeOfWord } from '../../src/codec/shape/finish-table.js'
import type { StreamDecoding } from '../../src/codec/stream/codec.js'
import { finishEvent } from '../../src/codec/stream/event-step.js'
import { DONE, sseReading } from '../../src/codec/stream/framing.js'
import {
  type OpenPart,
  type PartCodec,
  type PartMode,
  PartWriter,
} from '../../src/codec/stream/part-writer.js'
import { decodeItem } from './assistant.js'
import { decodeCall } from './calls.js'
import { converter } from './converter.js'
import { FINISH } from './maps.js'
import { callPlace, decodeEnvelope, decodeResponse, isCut, messageMetadata } from './response.js'
import { decodePlan, withCitations } from './text.js'

const EVENT = /^(message|content|tool-call|tool-plan|citation)-(start|delta|end)$|^debug$/

export const stream: StreamDecoding = {
  framing: sseReading,
  converter,
  done: DONE,
  begins: ({ type }) => type === 'message-start',
  ends: ({ type }) => type === 'message-end',
  entry: (first) => (EVENT.test(stringOr(first.type, '')) || isAnswer(first) ? [first] : undefined),
  decoder: (context) => new CohereStreamDecoder(context),
}

/**
 * Returns true for a complete, non-streaming answer. Other objects with a message have other fields next to
 * it.
 */
function isAnswer({ message, type, done }: JsonObject): boolean {
  return isObject(message) && type === undefined && done === undefined
}

/** The kind of a block. Each kind has separate indexes; the plan has no index. */
type Kind = 'content' | 'call' | 'plan'

/** A block with the fields of its start. */
interface Block {
  readonly kind: Kind
  readonly position: number
  readonly native: JsonObject
  /** Citations of the block. */
  readonly citations: JsonValue[]
}

type OpenBlock = OpenPart<Block>

/**
 * Decodes a stream. Blocks accumulate by kind and index. The envelope is built from the first and the last
 * event.
 */
class CohereStreamDecoder implements StreamDecoder<JsonValue>, PartCodec<Block> {
  readonly wire: string
  readonly #context: Context
  readonly #out = new PartWriter<Block>(this)
  /** The numbers of blocks, by kind and index. */
  readonly #numbers = new Map<string, number>()
  /** The next index of each kind, for blocks without an index. */
  readonly #counts = { content: 0, call: 0, plan: 0 }
  readonly #late: JsonValue[] = []
  readonly #logProbabilities: JsonValue[] = []
  #envelope: JsonObject = {}
  #message: JsonObject = {}
  #isEnded = false
  /** The end of a complete, non-streaming answer. */
  #end: FinishEvent | undefined

  constructor(context: Context) {
    this.wire = context.wire
    this.#context = context
  }

  push(event: JsonValue): readonly StreamEvent[] {
    if (isObject(event)) this.#read(event)
    return this.#out.take()
  }

  #read(event: JsonObject): void {
    const { type, index } = event
    switch (type) {
      case 'content-delta':
        this.#content(event)
        break
      case 'tool-call-delta':
        this.#arguments(index, callIn(event))
        break
      case 'tool-plan-delta':
        this.#plan(messageIn(event).tool_plan)
        break
      case 'content-start':
        this.#startContent(index, objectIn(messageIn(event).content))
        break
      case 'tool-call-start':
        this.#startCall(index, callIn(event))
        break
      case 'content-end':
        this.#out.end(this.#find('content', index))
        break
      case 'tool-call-end':
        this.#out.end(this.#find('call', index))
        break
      case 'citation-start':
        this.#cite(messageIn(event).citations)
        break
      case 'message-start':
        this.#startMessage(event)
        break
      case 'message-end':
        this.#endMessage(event)
        break
      case 'citation-end':
      case 'debug':
        break
      default:
        this.#other(event)
    }
  }

  finish(): readonly StreamEvent[] {
    if (this.#end !== undefined) return [this.#end]
    const { finish_reason: reason } = this.#envelope
    return this.#out.finish(this.#isEnded, outcomeOfWord(reason, FINISH), () => ({
      ...compact({ messageMetadata: messageMetadata(this.#message, this.#late, this.#context) }),
      ...decodeEnvelope(this.#envelope, this.#out.hasClientCalls, this.#context),
    }))
  }

  #startMessage(event: JsonObject): void {
    const { type: _type, delta: _delta, ...envelope } = event
    this.#envelope = envelope
    this.#message = messageIn(event)
    this.#out.start(stringOr(event.id, undefined))
  }

  #endMessage(event: JsonObject): void {
    const { error, ...delta } = objectIn(event.delta)
    const { type: _type, delta: _delta, ...rest } = event
    const envelope: Record<string, JsonValue> = { ...this.#envelope }
    for (const said of [rest, delta]) for (const key in said) define(envelope, key, said[key])
    if (this.#logProbabilities.length > 0) define(envelope, 'logprobs', this.#logProbabilities)
    this.#envelope = envelope
    this.#endPlan()
    this.#isEnded = true
    if (typeof error === 'string' && error !== '') this.#out.fail({ message: error, raw: event })
    this.#out.settle(isCut(envelope.finish_reason))
  }

  /** Decodes a complete, non-streaming answer in place of a stream. */
  #other(event: JsonObject): void {
    if (!isAnswer(event)) return
    const response = decodeResponse(event, this.#context)
    this.#end = finishEvent(response)
    this.#out.start(response.id)
    for (const part of response.message.parts) this.#out.tell(part)
  }

  /** Returns the block of an event. Most events belong to the current block. */
  #find(kind: Kind, position: JsonValue | undefined): OpenBlock | undefined {
    const current = this.#out.at()
    if (current?.state.kind === kind && (typeof position !== 'number' || current.state.position === position))
      return current
    const number = typeof position === 'number' ? this.#numbers.get(`${kind} ${position}`) : undefined
    return number === undefined ? undefined : this.#out.at(number)
  }

  #open(kind: Kind, given: JsonValue | undefined, mode: PartMode, native: JsonObject): OpenBlock {
    if (kind !== 'plan') this.#endPlan()
    const number = this.#out.next
    const position = numberOr(given, this.#counts[kind])
    this.#counts[kind] = position + 1
    this.#numbers.set(`${kind} ${position}`, number)
    return this.#out.open(number, mode, { kind, position, native, citations: [] })
  }

  #placeOf(position: number): string {
    return `${callPlace(this.#envelope)}/${position}`
  }

  /** Ends the plan at the next block, because it has no end event. */
  #endPlan(): void {
    const current = this.#out.at()
    if (current?.state.kind === 'plan') this.#out.end(current)
  }

  #plan(text: JsonValue | undefined): void {
    if (typeof text !== 'string' || text === '') return
    this.#out.append(
      this.#find('plan', undefined) ?? this.#open('plan', 0, 'reasoning', {}),
      'reasoning',
      text,
    )
  }

  #startContent(index: JsonValue | undefined, block: JsonObject): OpenBlock {
    const open = this.#open('content', index, modeOf(block), block)
    this.#grow(open, block)
    return open
  }

  #content(event: JsonObject): void {
    const piece = objectIn(messageIn(event).content)
    const { logprobs } = event
    if (isArray(logprobs)) append(this.#logProbabilities, logprobs)
    else if (isObject(logprobs)) this.#logProbabilities.push(logprobs)
    const open = this.#find('content', event.index)
    if (open !== undefined) this.#grow(open, piece)
    // Some servers omit the start.
    else if (typeof piece.text === 'string') this.#startContent(event.index, { type: 'text', ...piece })
    else if (typeof piece.thinking === 'string')
      this.#startContent(event.index, { type: 'thinking', ...piece })
  }

  #grow(open: OpenBlock, piece: JsonObject): void {
    this.#out.append(open, 'text', piece.text)
    this.#out.append(open, 'reasoning', piece.thinking)
  }

  #startCall(index: JsonValue | undefined, native: JsonObject): void {
    const open = this.#open('call', index, 'call', native)
    this.#out.append(open, 'call', objectIn(native.function).arguments)
  }

  #arguments(index: JsonValue | undefined, piece: JsonObject): void {
    const open = this.#find('call', index)
    if (open !== undefined) this.#out.append(open, 'call', objectIn(piece.function).arguments)
  }

  /** Adds a citation, which arrives before the end of its block. */
  #cite(given: JsonValue | undefined): void {
    for (const citation of isArray(given) ? given : [given]) {
      if (!isObject(citation)) continue
      const { content_index: index, type } = citation
      const open = type === 'PLAN' ? this.#find('plan', undefined) : this.#find('content', index)
      const list = open === undefined || open.mode === 'whole' ? this.#late : open.state.citations
      list.push(citation)
    }
  }

  begun(open: OpenBlock): ProviderMetadata | undefined {
    const part = this.part(this.finished(open), open)
    return part.type === 'opaque' ? undefined : part.providerMetadata
  }

  finished({ mode, text, state: { kind, native } }: OpenBlock): JsonObject {
    if (kind === 'plan') return { tool_plan: text }
    if (mode === 'text') return { ...native, type: 'text', text }
    return mode === 'reasoning' ? { ...native, type: 'thinking', thinking: text } : native
  }

  part(native: JsonObject, { text, state }: OpenBlock): Part {
    const context = { ...this.#context, path: `/message/content/${state.position}` }
    const part = state.kind === 'plan' ? decodePlan(text, context) : decodeItem(native, context)
    const isWords = part.type === 'text' || part.type === 'reasoning'
    return isWords ? withCitations(part, state.citations, context) : part
  }

  call({ text, state: { position, native } }: OpenBlock, stage: CallStage): ToolCall | undefined {
    const context = { ...this.#context, path: `/message/tool_calls/${position}` }
    const decoded = streamedArguments(text, stage, context)
    return decoded && decodeCall(native, { context, place: this.#placeOf(position) }, decoded)
  }
}

function messageIn({ delta }: JsonObject): JsonObject {
  return objectIn(objectIn(delta).message)
}

/** Returns the call of an event: a single object, while complete answers have a list. */
function callIn(event: JsonObject): JsonObject {
  const { tool_calls: call } = messageIn(event)
  return objectIn(isArray(call) ? call[0] : call)
}

function modeOf({ type }: JsonObject): PartMode {
  if (type === 'text') return 'text'
  return type === 'thinking' ? 'reasoning' : 'whole'
}
