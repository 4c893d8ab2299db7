import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { at, isArray, isObject, objectIn, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { callWithText } from '../../src/base/model/arguments.js'
import { isCallToAnswer } from '../../src/base/model/calls-to-answer.js'
import { type Context, createContext } from '../../src/base/model/context.js'
import type { StreamDecoder, StreamEvent } from '../../src/base/model/events.js'
import { mintId } from '../../src/base/model/ids.js'
import { opaque } from '../../src/base/model/metadata.js'
import { failedFinish, isGoodEnd, outcomeOf } from '../../src/base/model/outcome.js'
import type { Part, ProviderMetadata, ToolCall } from '../../src/base/model/types.js'
import { withCarried } from '../../src/codec/format/carry.js'
import { reportRestart } from '../../src/codec/shape/losses.js'
import type { StreamDecoding } from '../../src/codec/stream/codec.js'
import { endOf, STREAM_CUT, toldWhole } from '../../src/codec/stream/event-step.js'
import { sseReading } from '../../src/codec/stream/framing.js'
import { decodeCall } from './calls.js'
import { converter } from './converter.js'
import { decodePart, takeNotes } from './parts.js'
import { ANSWER, decodeEnvelope, decodeError } from './response.js'
import { fromChunk, type KnownCall } from './ui-stream.js'

export const stream: StreamDecoding = {
  framing: sseReading,
  converter,
  done: '[DONE]',
  entry,
  decoder: (context) => new AiSdkStreamDecoder(context),
}

/** Converts a complete, non-streaming answer to stream parts. */
function entry(first: JsonObject): JsonArray | undefined {
  const { type, content, error, ...rest } = first
  if (typeof type === 'string') return [first]
  if (content === undefined && error !== undefined) return [{ type: 'error', error }]
  if (!isArray(content)) return undefined
  return [...objectsIn(content), { type: 'finish', ...rest }]
}

interface StreamedBlock {
  readonly type: 'text' | 'reasoning' | 'tool-input'
  readonly id: string
  /** The start of the block, with the fields of later pieces except their text. */
  native: JsonObject
  text: string
  /** True until the block ends. */
  isOpen: boolean
}

const NOTHING: readonly StreamEvent[] = []
const PIECE = /^(text|reasoning|tool-input)-(start|delta|end)$/
/** Types of parts without content for the reader. */
const SILENT = ['ping', 'raw']

/**
 * Decodes a stream. Blocks are collected by id. A complete call replaces the input that was streamed before.
 */
class AiSdkStreamDecoder implements StreamDecoder<JsonValue> {
  readonly #context: Context
  readonly #blocks = new Map<string, StreamedBlock>()
  readonly #calls = new Map<JsonValue | undefined, KnownCall>()
  /** Blocks without a native id, by kind. Ended ones are dropped when they are the last. */
  readonly #nameless = new Map<StreamedBlock['type'], StreamedBlock[]>()
  #envelope: JsonObject = {}
  #note: JsonObject | undefined
  #count = 0
  #steps = 0
  #hasEvents = false
  #hasClientCalls = false
  #isDone = false
  #hasFailed = false

  constructor(context: Context) {
    this.#context = context
  }

  push(native: JsonValue): readonly StreamEvent[] {
    if (!isObject(native)) return NOTHING
    const [parts, note] = takeNotes(
      fromChunk(native, (id) => this.#known(id)),
      ANSWER.slot,
    )
    this.#note = note ?? this.#note
    const events = objectsIn(parts).flatMap((part) => this.#read(part))
    this.#hasEvents ||= events.length > 0
    return events
  }

  finish(): readonly StreamEvent[] {
    const isWhole = this.#isDone && !this.#hasFailed
    const isGood = isWhole && this.#endsWell()
    const events = [...this.#blocks.values()].flatMap((block) => this.#break(block, isGood))
    if (!this.#isDone && !this.#hasFailed) events.push(STREAM_CUT)
    const envelope = decodeEnvelope(this.#envelope, this.#hasClientCalls, this.#context)
    const finish = isWhole ? envelope.finish : failedFinish(envelope.finish)
    const { providerMetadata: messageMetadata }: { providerMetadata?: ProviderMetadata } = withCarried(
      {},
      this.#note,
    )
    return [...events, compact({ type: 'finish' as const, ...envelope, finish, messageMetadata })]
  }

  #endsWell(): boolean {
    const { finish } = decodeEnvelope(this.#envelope, false, createContext(this.#context.wire))
    return isGoodEnd(outcomeOf(finish))
  }

  #known(id: JsonValue | undefined): KnownCall | undefined {
    if (typeof id !== 'string') return undefined
    const block = this.#blocks.get(`tool-input ${id}`)
    const call = this.#calls.get(id)
    if (block === undefined) return call
    return {
      name: stringOr(block.native.toolName, ''),
      isExecuted: call?.isExecuted ?? false,
      text: block.text,
    }
  }

  #read(native: JsonObject): readonly StreamEvent[] {
    const { type, ...rest } = native
    const [, kind, stage] = PIECE.exec(stringOr(type, '')) ?? []
    if (kind === 'text' || kind === 'reasoning' || kind === 'tool-input')
      return this.#piece(kind, stage, native)
    switch (type) {
      case 'stream-start':
        this.#envelope = { ...this.#envelope, ...rest }
        return NOTHING
      case 'response-metadata':
        return this.#head(rest)
      case 'finish':
        this.#isDone = true
        this.#envelope = { ...this.#envelope, ...rest }
        return NOTHING
      case 'error':
        this.#hasFailed = true
        return [{ type: 'error', error: decodeError(native) }]
      case 'start-step':
        this.#steps += 1
        return this.#steps > 1 ? this.#whole({ type: 'step-start' }) : NOTHING
      case 'reset-step':
        return this.#reset()
      default:
        return SILENT.includes(stringOr(type, '')) ? NOTHING : this.#whole(native)
    }
  }

  #head(rest: JsonObject): readonly StreamEvent[] {
    const { messageMetadata, ...head } = rest
    const response = { ...objectIn(this.#envelope.response), ...head }
    this.#envelope = compact({ ...this.#envelope, response, messageMetadata })
    const start = { id: stringOr(head.id, undefined), model: stringOr(head.modelId, undefined) }
    return this.#hasEvents ? NOTHING : [compact({ type: 'response-start' as const, ...start })]
  }

  /** Discards the output of a step. In an answer of several steps, events cannot be taken back. */
  #reset(): readonly StreamEvent[] {
    if (this.#steps > 1) reportRestart('a later step', true, this.#context)
    if (this.#steps > 1 || !this.#hasEvents) return NOTHING
    this.#blocks.clear()
    this.#hasEvents = this.#hasClientCalls = false
    return [{ type: 'restart' }]
  }

  #piece(kind: StreamedBlock['type'], stage: string | undefined, native: JsonObject): readonly StreamEvent[] {
    const latest = stage === 'start' ? undefined : this.#open(kind)
    const id = stringOr(native.id, '') || (latest ?? mintId(`${this.#count}/${this.#blocks.size}`, kind, ''))
    const block = this.#blocks.get(`${kind} ${id}`)
    if (stage === 'start') return [...this.#break(block, false), ...this.#begin(kind, id, native)]
    if (block?.isOpen !== true) {
      if (kind === 'tool-input' || stage === 'end') return NOTHING
      return [...this.#begin(kind, id, { id: native.id ?? '' }), ...this.#piece(kind, stage, native)]
    }
    const { providerMetadata } = native
    if (isObject(providerMetadata)) block.native = { ...block.native, providerMetadata }
    if (stage === 'end') return this.#end(block)
    // `streamText` calls the delta of a text `text`.
    const delta = native.delta ?? native.text
    if (typeof delta !== 'string' || delta === '') return NOTHING
    block.text += delta
    return [{ type: `${kind}-delta`, id, delta }]
  }

  #begin(type: StreamedBlock['type'], id: string, native: JsonObject): readonly StreamEvent[] {
    const block: StreamedBlock = { type, id, native, text: '', isOpen: true }
    this.#blocks.set(keyOf(block), block)
    if (stringOr(native.id, '') === '') this.#addNameless(block)
    if (type !== 'tool-input') return [{ type: `${type}-start`, id }]
    const { name, kind, providerExecuted } = this.#call(block)
    return [{ type: 'tool-input-start', id, name, kind, providerExecuted }]
  }

  #addNameless(block: StreamedBlock): void {
    const blocks = this.#nameless.get(block.type)
    if (blocks === undefined) this.#nameless.set(block.type, [block])
    else blocks.push(block)
  }

  /** Builds the call of an input, as far as the start describes it. */
  #call({ id, native }: StreamedBlock): ToolCall {
    const { id: _id, inputEncoding, type: _type, ...start } = native
    const input = inputEncoding === 'text' ? '""' : ''
    const shell = {
      ...start,
      type: 'tool-call',
      toolCallId: id,
      toolName: stringOr(native.toolName, ''),
      input,
    }
    return { ...decodeCall(shell, ANSWER, { ...this.#context, path: '' }), id }
  }

  #end(block: StreamedBlock): readonly StreamEvent[] {
    block.isOpen = false
    const { type, id, text } = block
    if (type === 'tool-input') return [{ type: 'tool-input-end', id }]
    this.#blocks.delete(keyOf(block))
    const { id: _id, ...start } = block.native
    return [endOf(id, this.#decode({ ...start, type, text }))]
  }

  /**
   * Ends a block that gets no more deltas.
   * @param isGood true if the answer ended well.
   */
  #break(block: StreamedBlock | undefined, isGood: boolean): readonly StreamEvent[] {
    if (block === undefined) return NOTHING
    const isProven = !block.isOpen || isGood
    const ended = block.isOpen ? this.#end(block) : NOTHING
    if (block.type !== 'tool-input') return ended
    this.#blocks.delete(keyOf(block))
    const stage = isProven ? 'unclosed' : 'broken'
    const call = callWithText(this.#call(block), block.text, stage, { ...this.#context, path: '' })
    this.#hasClientCalls ||= !call.providerExecuted
    return [...ended, { type: 'tool-call', call }]
  }

  #whole(native: JsonObject): readonly StreamEvent[] {
    const read = this.#decode(native)
    const isCall = read.type === 'tool-call' && read.minted === true
    const part = isCall ? { ...read, id: this.#open('tool-input') ?? read.id } : this.#named(read)
    this.#count += 1
    if (part.type !== 'tool-call') return toldWhole(`part_${this.#count}`, part)
    const input = this.#blocks.get(`tool-input ${part.id}`)
    const end = input?.isOpen === true ? this.#end(input) : NOTHING
    this.#blocks.delete(`tool-input ${part.id}`)
    this.#calls.set(part.id, {
      name: part.name,
      isExecuted: part.providerExecuted,
      text: '',
    })
    this.#hasClientCalls ||= isCallToAnswer(part)
    return [...end, { type: 'tool-call', call: part }]
  }

  /** Returns the id of the latest block without a native id. */
  #open(kind: StreamedBlock['type']): string | undefined {
    const blocks = this.#nameless.get(kind) ?? []
    for (;;) {
      const block = blocks.at(-1)
      if (block === undefined || this.#blocks.get(keyOf(block)) === block) return block?.id
      blocks.pop()
    }
  }

  #named(part: Part): Part {
    const isNameless = part.type === 'tool-result' && part.name === ''
    return isNameless ? { ...part, name: this.#calls.get(part.callId)?.name ?? '' } : part
  }

  /** Unreadable parts are kept as opaque: a single part must not end the stream. */
  #decode(native: JsonObject): Part {
    try {
      return decodePart(native, ANSWER, { ...this.#context, path: at('/content', this.#count) })
    } catch (error) {
      if (!(error instanceof AdapterError) || error.code === 'strict') throw error
      return opaque(native, this.#context)
    }
  }
}

function keyOf({ type, id }: Pick<StreamedBlock, 'type' | 'id'>): string {
  return `${type} ${id}`
}
