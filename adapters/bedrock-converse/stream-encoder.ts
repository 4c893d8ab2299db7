import { type CallStart, startedCall } from '../../src/fit/call-events.js'
import { isArray, isObject, objectOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import { cutMark, encodeArgumentText } from '../../src/model/arguments.js'
import type { Context } from '../../src/model/context.js'
import { metadataOf } from '../../src/model/metadata.js'
import type { Part, ProviderError, TextPart, ToolCall } from '../../src/model/types.js'
import type { StreamEncoder } from '../../src/stream/codec.js'
import { endedResponse, wholeCall } from '../../src/stream/encoding.js'
import { type FinishEvent, type NativeFrame, RESTARTED, type StreamEvent } from '../../src/stream/events.js'
import { encodePart } from './blocks.js'
import { encodeResponse } from './response.js'
import { membersOf } from './union.js'

type Frames = readonly NativeFrame<JsonValue>[]
const NOTHING: Frames = []

/** A block on its way out; it has a number as soon as something of it was sent. */
interface Block {
  index: number | undefined
  hasInput: boolean
}

/**
 * Writes the events that the provider would send. Every event names its block by number, so blocks may interleave; what
 * cannot go out piece by piece (custom calls, results, media) goes out once it is complete.
 */
export class ConverseStreamEncoder implements StreamEncoder {
  readonly #context: Context
  readonly #blocks = new Map<string, Block>()
  #next = 0
  #hasStarted = false
  #hasFailed = false

  constructor(context: Context) {
    this.#context = context
  }

  push(event: StreamEvent): Frames {
    const started = this.#start()
    const frames = this.#encode(event)
    return started.length === 0 ? frames : [...started, ...frames]
  }

  finish(): Frames {
    return NOTHING
  }

  #start(): Frames {
    if (this.#hasStarted) return NOTHING
    this.#hasStarted = true
    return [frame('messageStart', { role: 'assistant' })]
  }

  #encode(event: StreamEvent): Frames {
    switch (event.type) {
      case 'text-delta':
        return this.#delta(`text ${event.id}`, { text: event.delta })
      case 'text-end':
        return this.#close(`text ${event.id}`, citations(event.part, this.#context))
      case 'reasoning-delta':
        return this.#delta(`reasoning ${event.id}`, { reasoningContent: { text: event.delta } })
      case 'reasoning-end':
        return this.#close(`reasoning ${event.id}`, this.#proof(event.part))
      case 'tool-input-start':
        return this.#startCall(event)
      case 'tool-input-delta':
        return this.#inputDelta(event.id, event.delta)
      case 'tool-call':
        return this.#call(event.call)
      case 'tool-result':
        return this.#result(this.#native(event.result))
      case 'part':
        return this.#whole(this.#native(event.part), [])
      case 'restart':
        return this.#encode(RESTARTED)
      case 'error':
        this.#hasFailed = true
        return [errorFrame(event.error)]
      case 'finish':
        return this.#hasFailed ? NOTHING : this.#end(event)
      default:
        return NOTHING
    }
  }

  #native(part: Part): JsonObject | undefined {
    return objectOr(encodePart(part, `/message/parts/${this.#next}`, this.#context), undefined)
  }

  #block(key: string): Block {
    const known = this.#blocks.get(key)
    if (known !== undefined) return known
    const block: Block = { index: undefined, hasInput: false }
    this.#blocks.set(key, block)
    return block
  }

  #numbered(block: Block): number {
    if (block.index === undefined) {
      block.index = this.#next
      this.#next += 1
    }
    return block.index
  }

  #delta(key: string, delta: JsonObject): Frames {
    return [deltaFrame(this.#numbered(this.#block(key)), delta)]
  }

  /** Ends a block; one of which nothing was sent and nothing is left to send has never been. */
  #close(key: string, deltas: readonly JsonObject[]): Frames {
    const block = this.#block(key)
    this.#blocks.delete(key)
    if (block.index === undefined && deltas.length === 0) return NOTHING
    const index = this.#numbered(block)
    return [...deltas.map((delta) => deltaFrame(index, delta)), stopFrame(index)]
  }

  #proof(part: Extract<Part, { type: 'reasoning' }>): JsonObject[] {
    if (part.text === '' && metadataOf(part, this.#context) === undefined) return []
    const content = membersOf(this.#native(part)?.reasoningContent)
    const { redactedContent, reasoningText } = content
    if (redactedContent !== undefined) return [{ reasoningContent: { redactedContent } }]
    const signature = isObject(reasoningText) ? reasoningText.signature : undefined
    return signature === undefined ? [] : [{ reasoningContent: { signature } }]
  }

  #startCall(event: CallStart): Frames {
    const { id, kind, providerExecuted } = event
    const call = startedCall(event)
    const isForeign = providerExecuted && metadataOf(call, this.#context)?.executed !== true
    const native = kind === 'custom' || isForeign ? undefined : this.#native(call)
    return native === undefined ? NOTHING : [this.#callFrame(id, native)]
  }

  #callFrame(id: string, native: JsonObject): NativeFrame<JsonValue> {
    const { input: _input, ...toolUse } = membersOf(native.toolUse)
    return startFrame(this.#numbered(this.#block(`call ${id}`)), { ...native, toolUse })
  }

  #inputDelta(id: string, input: string): Frames {
    const block = this.#blocks.get(`call ${id}`)
    if (block?.index === undefined || input === '') return NOTHING
    block.hasInput = true
    return [deltaFrame(block.index, { toolUse: { input } })]
  }

  /** Argument text goes out as it is: readers of this wire parse it only at its end. */
  #call(call: ToolCall): Frames {
    const key = `call ${call.id}`
    const known = this.#blocks.get(key)
    if (known !== undefined)
      return this.#close(key, inputOf(known.hasInput ? cutMark(call) : encodeArgumentText(call)))
    const whole = wholeCall(
      call,
      this.#context,
      (each) => this.#native(each),
      (native) => membersOf(native.toolUse).input,
    )
    if (whole === undefined) return NOTHING
    return [this.#callFrame(call.id, whole.native), ...this.#close(key, inputOf(whole.text))]
  }

  #result(native: JsonObject | undefined): Frames {
    if (native === undefined) return NOTHING
    const { content, ...toolResult } = membersOf(native.toolResult)
    const deltas = isArray(content) && content.length > 0 ? [{ toolResult: content }] : []
    return this.#whole({ ...native, toolResult }, deltas)
  }

  #whole(native: JsonObject | undefined, deltas: readonly JsonObject[]): Frames {
    if (native === undefined) return NOTHING
    const index = this.#next
    this.#next += 1
    return [startFrame(index, native), ...deltas.map((delta) => deltaFrame(index, delta)), stopFrame(index)]
  }

  #end(event: FinishEvent): Frames {
    const native = encodeResponse(endedResponse(event, this.#context), this.#context)
    const { output: _output, stopReason, additionalModelResponseFields, ...metadata } = native
    const stop = frame('messageStop', compact({ stopReason, additionalModelResponseFields }))
    return Object.keys(metadata).length === 0 ? [stop] : [stop, frame('metadata', metadata)]
  }
}

function frame(name: string, data: JsonObject): NativeFrame<JsonValue> {
  return { data: { [name]: data } }
}

function startFrame(contentBlockIndex: number, start: JsonObject): NativeFrame<JsonValue> {
  return frame('contentBlockStart', { contentBlockIndex, start })
}

function deltaFrame(contentBlockIndex: number, delta: JsonObject): NativeFrame<JsonValue> {
  return frame('contentBlockDelta', { contentBlockIndex, delta })
}

function stopFrame(contentBlockIndex: number): NativeFrame<JsonValue> {
  return frame('contentBlockStop', { contentBlockIndex })
}

function inputOf(input: string): JsonObject[] {
  return input === '' ? [] : [{ toolUse: { input } }]
}

function citations(part: TextPart, context: Context): JsonObject[] {
  const extra = metadataOf(part, context)?.extra
  const cited = isObject(extra) ? membersOf(extra.citationsContent) : {}
  return isArray(cited.citations) ? cited.citations.map((citation) => ({ citation })) : []
}

/** `ConverseStreamOutput` of the SDK: the exceptions that a stream can hold. */
const IN_STREAM = /^(internalServer|modelStreamError|serviceUnavailable|throttling|validation)Exception$/

function errorFrame({ message, code = '', raw }: ProviderError): NativeFrame<JsonValue> {
  const name = code.slice(0, 1).toLowerCase() + code.slice(1)
  if (isObject(raw) && isObject(raw[name])) return { data: raw }
  if (IN_STREAM.test(name)) return frame(name, { message })
  return frame('internalServerException', compact({ message, __type: code || undefined }))
}
