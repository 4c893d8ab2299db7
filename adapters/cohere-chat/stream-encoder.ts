import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { objectIn, stringOr } from '../../src/base/json/read-json.js'
import { compact, joined } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { CallStart, FinishEvent, NativeFrame, TextStart } from '../../src/base/model/events.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { Part, ProviderError, ReasoningPart, TextPart, ToolCall } from '../../src/base/model/types.js'
import { dropReasoning, encodeOpaque } from '../../src/codec/shape/losses.js'
import {
  type BlockFrames,
  BlockWriter,
  type Frames,
  NO_FRAMES,
  type WireFrames,
  type WrittenBlock,
} from '../../src/codec/stream/block-writer.js'
import type { StreamEncoder } from '../../src/codec/stream/codec.js'
import { closeCall, endedResponse, startedCall } from '../../src/codec/stream/encoding.js'
import { DONE } from '../../src/codec/stream/framing.js'
import { dropOther } from './assistant.js'
import { encodeCall } from './calls.js'
import { numbered } from './cited.js'
import { citationsBeside, encodeResponse } from './response.js'
import { citationsOf, encodeWords, isPlan } from './text.js'

/** Encodes the events that the provider would send. Blocks, calls and citations are counted separately. */
export function streamEncoder(context: Context): StreamEncoder {
  return new BlockWriter(new CohereFrames(context))
}

class CohereFrames implements WireFrames {
  /** The provider sends calls one after the other. */
  readonly oneAtATime = 'all'
  readonly #context: Context
  readonly #counts = { content: 0, calls: 0, citations: 0 }
  /** The error of a failed answer, sent in the last event. */
  #error: ProviderError | undefined
  #isEnded = false

  constructor(context: Context) {
    this.#context = context
  }

  start(id = ''): Frames {
    const message = { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] }
    return [frame({ id, type: 'message-start', delta: { message } })]
  }

  text(_block: WrittenBlock, start: TextStart): BlockFrames<TextPart | ReasoningPart> {
    return start.type === 'reasoning-start' && isPlan(start, this.#context)
      ? this.#planFrames()
      : this.#contentFrames(start)
  }

  #planFrames(): BlockFrames<TextPart | ReasoningPart> {
    return {
      delta: (text) => [frame({ type: 'tool-plan-delta', delta: { message: { tool_plan: text } } })],
      end: (part) => this.#citationFrames(citationsOf(part, this.#context)),
    }
  }

  /**
   * Returns the frames of a content block. A thinking block begins with its first text, because hidden
   * thinking of other providers has no text to send.
   */
  #contentFrames({ type, providerMetadata }: TextStart): BlockFrames<TextPart | ReasoningPart> {
    const isText = type === 'text-start'
    const begun = isText ? ('text' as const) : ('reasoning' as const)
    const { block } = encodeWords(compact({ type: begun, text: '', providerMetadata }), this.#context)
    let index: number | undefined
    const begin = (): Frames => {
      if (index !== undefined) return NO_FRAMES
      index = this.#counts.content++
      return [contentFrame('content-start', index, block)]
    }
    return {
      begin: isText ? begin() : NO_FRAMES,
      delta: (text) =>
        joined(begin(), [contentFrame('content-delta', index ?? 0, isText ? { text } : { thinking: text })]),
      end: (part) => {
        if (index === undefined && metadataOf(part, this.#context) === undefined)
          return dropReasoning(this.#context) ?? NO_FRAMES
        const first = begin()
        const place = index ?? 0
        const citations = numbered(citationsOf(part, this.#context), place)
        return [...first, ...this.#citationFrames(citations), frame({ type: 'content-end', index: place })]
      },
    }
  }

  #citationFrames(citations: JsonArray): Frames {
    return citations.flatMap((citation) => {
      const index = this.#counts.citations++
      const start = { type: 'citation-start', index, delta: { message: { citations: citation } } }
      return [frame(start), frame({ type: 'citation-end', index })]
    })
  }

  call(block: WrittenBlock, start: CallStart): BlockFrames<ToolCall> | undefined {
    if (start.providerExecuted || start.kind === 'custom') return undefined
    const index = this.#counts.calls++
    const native = encodeCall(startedCall(start), { ...this.#context, path: block.path }) ?? {}
    return {
      begin: [startFrame(index, native)],
      delta: (text) => [argumentsFrame(index, text)],
      end: (call) => closeCall(call, block, (rest) => endFrames(index, rest)),
    }
  }

  whole([part]: readonly [Part, ...Part[]], { path }: WrittenBlock): Frames {
    const context = { ...this.#context, path }
    if (part.type === 'tool-call') return this.#wholeCall(part, context)
    if (part.type === 'text' || part.type === 'reasoning') return NO_FRAMES
    if (part.type !== 'opaque') return dropOther(part, context) ?? NO_FRAMES
    const value = encodeOpaque(part, context)
    if (value === undefined) return NO_FRAMES
    const index = this.#counts.content++
    return [contentFrame('content-start', index, value), frame({ type: 'content-end', index })]
  }

  #wholeCall(call: ToolCall, context: Context): Frames {
    const native = encodeCall(call, context)
    if (native === undefined) return NO_FRAMES
    const index = this.#counts.calls++
    const { arguments: text } = objectIn(native.function)
    return [startFrame(index, native), ...endFrames(index, stringOr(text, ''))]
  }

  error(error: ProviderError): Frames {
    this.#error ??= error
    return NO_FRAMES
  }

  end(event: FinishEvent, hasFailed: boolean): Frames {
    this.#isEnded = true
    const {
      message: _message,
      id: _id,
      ...delta
    } = encodeResponse(endedResponse(event, this.#context), this.#context)
    const beside = this.#citationFrames(citationsBeside(event, this.#context))
    const said = hasFailed ? this.#failed(delta) : delta
    return [...beside, frame({ type: 'message-end', delta: said })]
  }

  #failed(delta: JsonObject): JsonObject {
    return compact({ ...delta, finish_reason: 'ERROR', error: this.#error?.message })
  }

  /** Returns the end of the stream, or the error of an answer that was interrupted by an error. */
  last(): Frames {
    if (this.#isEnded) return [{ data: DONE }]
    if (this.#error === undefined) return NO_FRAMES
    return [frame({ type: 'message-end', delta: this.#failed({}) })]
  }
}

function frame(event: JsonObject): NativeFrame<JsonValue> {
  return { event: stringOr(event.type, ''), data: event }
}

function contentFrame(type: string, index: number, content: JsonValue): NativeFrame<JsonValue> {
  return frame({ type, index, delta: { message: { content } } })
}

/** Creates the start frame of a call. The arguments follow in later frames. */
function startFrame(index: number, native: JsonObject): NativeFrame<JsonValue> {
  const call = { ...native, function: { ...objectIn(native.function), arguments: '' } }
  return frame({ type: 'tool-call-start', index, delta: { message: { tool_calls: call } } })
}

function argumentsFrame(index: number, text: string): NativeFrame<JsonValue> {
  const call = { function: { arguments: text } }
  return frame({ type: 'tool-call-delta', index, delta: { message: { tool_calls: call } } })
}

function endFrames(index: number, text: string): Frames {
  const end = frame({ type: 'tool-call-end', index })
  return text === '' ? [end] : [argumentsFrame(index, text), end]
}
