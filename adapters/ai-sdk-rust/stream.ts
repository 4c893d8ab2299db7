import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { at, isArray, isObject, objectIn, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { type CallStage, callWithText } from '../../src/base/model/arguments.js'
import { type Context, createContext } from '../../src/base/model/context.js'
import type { StreamDecoder, StreamEvent } from '../../src/base/model/events.js'
import { outcomeOf } from '../../src/base/model/outcome.js'
import type { Part, ToolCall } from '../../src/base/model/types.js'
import type { StreamDecoding } from '../../src/codec/stream/codec.js'
import { finishEvent } from '../../src/codec/stream/event-step.js'
import { ndjson } from '../../src/codec/stream/framing.js'
import { type OpenPart, PartWriter } from '../../src/codec/stream/part-writer.js'
import { decodeCall } from './calls.js'
import { decodePart, nativeType } from './parts.js'
import { decodeEnvelope, decodeError } from './response.js'
import { CAMEL_CASE, readNames } from './slots.js'

export const stream: StreamDecoding = {
  framing: ndjson,
  entry,
  decoder: (context) => new AiSdkRustStreamDecoder(context),
}

/** Converts a complete, non-streaming answer to stream parts. */
function entry(first: JsonObject): JsonArray | undefined {
  const { type, content, error, ...rest } = first
  if (typeof type === 'string') return [first]
  if (content === undefined && error !== undefined) return [{ type: 'error', error }]
  return isArray(content) ? [...objectsIn(content), { type: 'finish', ...rest }] : undefined
}

/**
 * The native part. For an open part, the start of the part with the fields of later pieces except their text.
 */
interface StreamedPart {
  native: JsonObject
  /** True after the input of a call has ended. */
  isWhole?: boolean
}

const PIECE = /^(text|reasoning|tool-input)-(start|delta|end)$/
const SILENT = ['raw', 'stream-start']

/**
 * Decodes a stream. Blocks are collected by id. A complete call replaces the input that was streamed before.
 */
class AiSdkRustStreamDecoder implements StreamDecoder<JsonValue> {
  readonly #context: Context
  readonly #out: PartWriter<StreamedPart>
  /** Open parts, by kind and native id. */
  readonly #open = new Map<string, OpenPart<StreamedPart>>()
  #envelope: JsonObject = {}
  #isDone = false

  constructor(context: Context) {
    this.#context = context
    this.#out = new PartWriter<StreamedPart>({
      wire: context.wire,
      finished: (block) => wholeOf(block),
      part: (native, { index }) => decodePart(native, 'answer', { ...context, path: at('/content', index) }),
      call: (block, stage) => this.#call(block, stage),
    })
  }

  push(native: JsonValue): readonly StreamEvent[] {
    if (isObject(native)) this.#read(native)
    return this.#out.take()
  }

  finish(): readonly StreamEvent[] {
    // The finish part reports the outcome, also after an error.
    if (this.#isDone) this.#out.hasFailed = false
    const { finish } = decodeEnvelope(this.#envelope, [], createContext(this.#context.wire))
    return this.#out.finish(this.#isDone, outcomeOf(finish), () => {
      const answer = decodeEnvelope(this.#envelope, this.#standInCalls(), this.#context)
      return finishEvent({ ...answer, message: { ...answer.message, parts: [] } })
    })
  }

  /** Returns a placeholder call, for a decoder that only checks if the answer has calls. */
  #standInCalls(): Part[] {
    const call = { type: 'tool-call', id: '', name: '', kind: 'function', providerExecuted: false } as const
    return this.#out.hasClientCalls ? [{ ...call, status: 'complete', arguments: {} }] : []
  }

  #read(native: JsonObject): void {
    const type = stringOr(native.type, '')
    const [, kind, stage] = PIECE.exec(type) ?? []
    if (kind !== undefined) {
      this.#piece(kind, stage, native)
      return
    }
    const { type: _type, ...rest } = native
    switch (type) {
      case 'response-metadata':
        this.#head(readNames(rest, CAMEL_CASE).native)
        break
      case 'finish':
        this.#isDone = true
        this.#envelope = { ...this.#envelope, ...rest }
        break
      case 'error':
        this.#out.fail(decodeError(native, this.#context))
        break
      default:
        if (!SILENT.includes(type)) this.#whole(native)
    }
  }

  #head(rest: JsonObject): void {
    this.#envelope = { ...this.#envelope, response: { ...objectIn(this.#envelope.response), ...rest } }
    this.#out.start(stringOr(rest.id, undefined), stringOr(rest.modelId, undefined))
  }

  #piece(kind: string, stage: string | undefined, native: JsonObject): void {
    const key = `${kind} ${stringOr(native.id, '')}`
    const mode = kind === 'tool-input' ? 'call' : kind === 'text' ? 'text' : 'reasoning'
    if (stage === 'start') {
      this.#begin(key, mode, native)
      return
    }
    let block = this.#open.get(key)
    if (block === undefined) {
      if (mode === 'call' || stage === 'end') return
      block = this.#begin(key, mode, { id: native.id ?? '' })
    }
    const { type: _type, delta, ...more } = native
    block.state.native = { ...block.state.native, ...more }
    if (stage === 'delta') this.#out.append(block, mode, delta)
    // The call follows.
    else if (mode === 'call') block.state.isWhole = true
    else this.#end(key, block)
  }

  #begin(key: string, mode: 'call' | 'text' | 'reasoning', native: JsonObject): OpenPart<StreamedPart> {
    const index = this.#out.next
    this.#end(key, this.#open.get(key))
    const { type: _type, ...start } = native
    const block = this.#out.open(index, mode, { native: start })
    this.#open.set(key, block)
    return block
  }

  #end(key: string, block: OpenPart<StreamedPart> | undefined): void {
    this.#open.delete(key)
    this.#out.end(block)
  }

  #whole(native: JsonObject): void {
    const key = `tool-input ${stringOr(readNames(native, CAMEL_CASE).native.toolCallId, '')}`
    const block = nativeType(native) === 'tool-call' ? this.#open.get(key) : undefined
    if (block === undefined) {
      this.#out.whole({ native })
      return
    }
    block.state.native = native
    this.#end(key, block)
  }

  #call({ state, text, index }: OpenPart<StreamedPart>, stage: CallStage): ToolCall {
    const { native, isWhole } = state
    if (nativeType(native) === 'tool-call')
      return decodeCall(native, { ...this.#context, path: at('/content', index) })
    const isProven = isWhole === true || stage === 'unclosed'
    const context = { ...this.#context, path: at('/content', index) }
    return callWithText(this.#shell(native, index), text, isProven ? 'unclosed' : 'broken', context)
  }

  /** Builds a call of which only the start is known. */
  #shell({ id, ...start }: JsonObject, index: number): ToolCall {
    const name = stringOr(readNames(start, CAMEL_CASE).native.toolName, '')
    const native = { ...start, type: 'tool-call', toolCallId: id ?? '', toolName: name, input: '{}' }
    return decodeCall(native, { ...this.#context, path: at('/content', index) })
  }
}

/** Converts a finished block to the part of an answer. */
function wholeOf({ mode, text, state }: OpenPart<StreamedPart>): JsonObject {
  if (mode === 'whole') return state.native
  const { id: _id, ...rest } = state.native
  return { ...rest, type: mode, [mode]: text }
}
