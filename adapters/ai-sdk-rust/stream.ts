import { at, isArray, isObject, objectOr, objectsIn, stringOr } from '../../src/json/read.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import { truncatedArguments } from '../../src/model/arguments.js'
import type { Context } from '../../src/model/context.js'
import type { Part, ToolCall } from '../../src/model/types.js'
import { Blocks, type OpenBlock } from '../../src/stream/blocks.js'
import type { StreamDecoding } from '../../src/stream/codec.js'
import type { StreamDecoder, StreamEvent } from '../../src/stream/events.js'
import { ndjson } from '../../src/stream/framing.js'
import { finishEvent, STREAM_CUT } from '../../src/stream/step.js'
import { decodeCall } from './calls.js'
import { decodePart, typeOf } from './parts.js'
import { decodeAnswer, decodeError } from './response.js'
import { CAMEL_CASE, readNames } from './slots.js'

export const stream: StreamDecoding = {
  framing: ndjson,
  entry,
  decoder: (context) => new Decoder(context),
}

/** A whole answer in place of a stream is told as one. */
function entry(first: JsonObject): JsonArray | undefined {
  const { type, content, error, ...rest } = first
  if (typeof type === 'string') return [first]
  if (content === undefined && error !== undefined) return [{ type: 'error', error }]
  return isArray(content) ? [...objectsIn(content), { type: 'finish', ...rest }] : undefined
}

/** The native part: of what is open its start, with what later pieces say beside their text. */
interface State {
  native: JsonObject
}

const NOTHING: readonly StreamEvent[] = []
const PIECE = /^(text|reasoning|tool-input)-(start|delta|end)$/
const SILENT = ['raw', 'stream-start']

/** Blocks grow by their ids. A call counts when it is told whole, whatever came of its input before. */
class Decoder implements StreamDecoder<JsonValue> {
  readonly #context: Context
  readonly #blocks: Blocks<State>
  /** What is open, by its kind and its native id. */
  readonly #open = new Map<string, OpenBlock<State>>()
  #envelope: JsonObject = {}
  #isDone = false
  #hasFailed = false
  #hasEvents = false

  constructor(context: Context) {
    this.#context = context
    this.#blocks = new Blocks<State>({
      wire: context.wire,
      finished: (block) => wholeOf(block),
      part: (native, { index }) => decodePart(native, at('/content', index), 'answer', context),
      call: (block) => this.#call(block),
    })
  }

  push(native: JsonValue): readonly StreamEvent[] {
    if (!isObject(native)) return NOTHING
    const events = this.#read(native)
    this.#hasEvents ||= events.length > 0
    return events
  }

  finish(): readonly StreamEvent[] {
    const events = this.#blocks.finish(this.#isDone, false)
    if (!this.#isDone && !this.#hasFailed) events.push(STREAM_CUT)
    const answer = decodeAnswer(this.#envelope, this.#clientCalls(), this.#context)
    const event = finishEvent({ ...answer, message: { ...answer.message, parts: [] } })
    return [...events, this.#isDone ? event : { ...event, finish: { ...event.finish, reason: 'error' } }]
  }

  /** What stands for the calls of the answer where only matters whether there are some. */
  #clientCalls(): Part[] {
    const call = { type: 'tool-call', id: '', name: '', kind: 'function', providerExecuted: false } as const
    return this.#blocks.hasClientCalls ? [{ ...call, status: 'complete', arguments: {} }] : []
  }

  #read(native: JsonObject): readonly StreamEvent[] {
    const type = stringOr(native.type, '')
    const [, kind, stage] = PIECE.exec(type) ?? []
    if (kind !== undefined) return this.#piece(kind, stage, native)
    const { type: _type, ...rest } = native
    switch (type) {
      case 'response-metadata':
        return this.#head(readNames(rest, CAMEL_CASE).native)
      case 'finish':
        this.#isDone = true
        this.#envelope = { ...this.#envelope, ...rest }
        return NOTHING
      case 'error':
        this.#hasFailed = true
        return [{ type: 'error', error: decodeError(native, this.#context) }]
      default:
        return SILENT.includes(type) ? NOTHING : this.#whole(native)
    }
  }

  #head(rest: JsonObject): readonly StreamEvent[] {
    this.#envelope = { ...this.#envelope, response: { ...objectOr(this.#envelope.response, {}), ...rest } }
    const start = { id: stringOr(rest.id, undefined), model: stringOr(rest.modelId, undefined) }
    return this.#hasEvents ? NOTHING : [compact({ type: 'response-start' as const, ...start })]
  }

  #piece(kind: string, stage: string | undefined, native: JsonObject): readonly StreamEvent[] {
    const key = `${kind} ${stringOr(native.id, '')}`
    const mode = kind === 'tool-input' ? 'call' : kind === 'text' ? 'text' : 'reasoning'
    const block = this.#open.get(key)
    if (stage === 'start') return this.#begin(key, mode, native)
    if (block === undefined) {
      if (mode === 'call' || stage === 'end') return NOTHING
      return [...this.#begin(key, mode, { id: native.id ?? '' }), ...this.#piece(kind, stage, native)]
    }
    const { type: _type, delta, ...more } = native
    block.state.native = { ...block.state.native, ...more }
    if (stage === 'delta') return this.#blocks.append(block, mode, delta)
    // The call itself is still to come.
    return mode === 'call' ? NOTHING : this.#end(key, block)
  }

  #begin(key: string, mode: 'call' | 'text' | 'reasoning', native: JsonObject): readonly StreamEvent[] {
    const index = this.#blocks.next
    const before = this.#end(key, this.#open.get(key))
    const { type: _type, ...start } = native
    const { id } = mode === 'call' ? this.#shell(start, index, '') : { id: String(index) }
    const events = this.#blocks.begin(index, mode, { native: start }, id)
    const block = this.#blocks.at(index)
    if (block !== undefined) this.#open.set(key, block)
    return [...before, ...events]
  }

  #end(key: string, block: OpenBlock<State> | undefined): readonly StreamEvent[] {
    this.#open.delete(key)
    return this.#blocks.end(block)
  }

  #whole(native: JsonObject): readonly StreamEvent[] {
    const key = `tool-input ${stringOr(readNames(native, CAMEL_CASE).native.toolCallId, '')}`
    const block = typeOf(native) === 'tool-call' ? this.#open.get(key) : undefined
    if (block !== undefined) {
      block.state.native = native
      return this.#end(key, block)
    }
    const events = this.#blocks.begin(this.#blocks.next, 'whole', { native })
    return [...events, ...this.#blocks.end(this.#blocks.at())]
  }

  #call({ state, text, index }: OpenBlock<State>): ToolCall {
    const { native } = state
    if (typeOf(native) === 'tool-call') return decodeCall(native, at('/content', index), this.#context)
    return this.#shell(native, index, text)
  }

  /** A call of which only the start is known: it is not whole. */
  #shell({ id, ...start }: JsonObject, index: number, text: string): ToolCall {
    const name = stringOr(readNames(start, CAMEL_CASE).native.toolName, '')
    const native = { ...start, type: 'tool-call', toolCallId: id ?? '', toolName: name, input: '{}' }
    const { arguments: _given, ...call } = decodeCall(native, at('/content', index), this.#context)
    return call.kind === 'custom'
      ? { ...call, kind: 'custom', status: 'truncated', rawArguments: text }
      : { ...call, kind: call.kind, ...truncatedArguments(text) }
  }
}

/** The part that a block was, as an answer would have it. */
function wholeOf({ mode, text, state }: OpenBlock<State>): JsonObject {
  if (mode === 'whole') return state.native
  const { id: _id, ...rest } = state.native
  return { ...rest, type: mode, [mode]: text }
}
