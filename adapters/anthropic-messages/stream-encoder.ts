import { type CallStart, startedCall } from '../../src/fit/call-events.js'
import { append } from '../../src/json/lists.js'
import { arrayOr, isObject, objectOr, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import { cutMark, encodeArgumentText } from '../../src/model/arguments.js'
import type { Context } from '../../src/model/context.js'
import { metadataOf } from '../../src/model/metadata.js'
import type { Part, TextPart, ToolCall } from '../../src/model/types.js'
import { extraOf } from '../../src/shape/fields.js'
import type { StreamEncoder } from '../../src/stream/codec.js'
import { endedResponse, wholeCall } from '../../src/stream/encoding.js'
import { type FinishEvent, type NativeFrame, RESTARTED, type StreamEvent } from '../../src/stream/events.js'
import { encodePart } from './blocks.js'
import { encodeErrorBody, encodeResponse } from './response.js'

type Frames = readonly NativeFrame<JsonValue>[]
const NOTHING: Frames = []

/** A block on its way out; its events wait while an earlier block is still open, since blocks never interleave. */
interface Slot {
  readonly waiting: JsonObject[]
  hasBlock: boolean
  /** Whether argument text was sent. */
  hasInput: boolean
  isDone: boolean
}

/**
 * Writes the events that the provider would send. Text and the arguments of functions go out as they come; everything
 * else goes out once it is complete, because the start of a block already says what only its end knows here.
 */
export class AnthropicStreamEncoder implements StreamEncoder {
  readonly #queue: Slot[] = []
  readonly #open = new Map<string, Slot>()
  /** Calls whose arguments go out as they come, by call id. */
  readonly #inputs = new Map<string, Slot>()
  #index = 0
  #hasStarted = false
  #hasFailed = false

  constructor(private readonly context: Context) {}

  push(event: StreamEvent): Frames {
    if (event.type === 'tool-input-delta') return this.#inputDelta(event.id, event.delta)
    if (event.type === 'response-start') return this.#start(event.id, event.model)
    const before = this.#start(undefined, undefined)
    const frames = this.#encode(event)
    return before.length === 0 ? frames : [...before, ...frames]
  }

  finish(): Frames {
    return NOTHING
  }

  #encode(event: StreamEvent): Frames {
    switch (event.type) {
      case 'text-start':
        return this.#write(this.#slot(`text ${event.id}`), [startOf({ type: 'text', text: '' })])
      case 'text-delta':
        return this.#delta(this.#slot(`text ${event.id}`), { type: 'text_delta', text: event.delta })
      case 'text-end':
        return this.#close(`text ${event.id}`, [...citations(event.part, this.context), STOP])
      case 'reasoning-start':
        this.#slot(`reasoning ${event.id}`)
        return NOTHING
      case 'reasoning-end':
        return this.#close(`reasoning ${event.id}`, this.#whole(event.part))
      case 'tool-input-start':
        return this.#startCall(event)
      case 'tool-call':
        return this.#close(`call ${event.call.id}`, this.#call(event.call))
      case 'tool-result':
        return this.#close('', this.#whole(event.result))
      case 'part':
        return this.#close('', this.#whole(event.part))
      case 'restart':
        return this.#encode(RESTARTED)
      case 'error': {
        const isOwn = isObject(event.error.raw) && event.error.raw.type === 'error'
        this.#hasFailed = true
        return [frame(encodeErrorBody(event.error, isOwn))]
      }
      case 'finish':
        return this.#hasFailed ? NOTHING : this.#end(event)
      default:
        return NOTHING
    }
  }

  /** The official SDK writes into the usage of `message_start`, so there has to be one; the end says the totals. */
  #start(id: string | undefined, model: string | undefined): Frames {
    if (this.#hasStarted) return NOTHING
    this.#hasStarted = true
    const message = compact({
      id,
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 0, output_tokens: 0 },
    })
    return [frame({ type: 'message_start', message })]
  }

  #end(event: FinishEvent): Frames {
    const native = encodeResponse(endedResponse(event, this.context), this.context)
    const { id: _id, type: _native, role: _role, model: _model, content: _content, ...rest } = native
    const { usage, context_management, ...delta } = rest
    return [
      frame(
        compact({ type: 'message_delta', delta, usage: usage ?? { output_tokens: 0 }, context_management }),
      ),
      frame({ type: 'message_stop' }),
    ]
  }

  #startCall(event: CallStart): Frames {
    const slot = this.#slot(`call ${event.id}`)
    if (event.providerExecuted || event.kind === 'custom') return NOTHING
    const native = encodePart(startedCall(event), this.#path(), this.context)
    this.#inputs.set(event.id, slot)
    return this.#write(slot, [startOf({ ...objectOr(native, {}), input: {} })])
  }

  #inputDelta(id: string, delta: string): Frames {
    const slot = this.#inputs.get(id)
    if (slot === undefined || delta === '') return NOTHING
    slot.hasInput = true
    return this.#delta(slot, { type: 'input_json_delta', partial_json: delta })
  }

  #delta(slot: Slot, delta: JsonObject): Frames {
    if (slot !== this.#queue[0]) return this.#write(slot, [deltaOf(delta)])
    return [{ event: DELTA, data: { type: DELTA, index: this.#index, delta } }]
  }

  #path(): string {
    return `/message/parts/${this.#index}`
  }

  #slot(key: string): Slot {
    const known = this.#open.get(key)
    if (known !== undefined) return known
    const slot: Slot = { waiting: [], hasBlock: false, hasInput: false, isDone: false }
    this.#queue.push(slot)
    if (key !== '') this.#open.set(key, slot)
    return slot
  }

  #write(slot: Slot, events: readonly JsonObject[]): Frames {
    if (events.length > 0) slot.hasBlock = true
    if (slot === this.#queue[0]) return events.map((event) => this.#indexed(event))
    append(slot.waiting, events)
    return NOTHING
  }

  /** Ends a block and lets out what waited for it. */
  #close(key: string, events: readonly JsonObject[]): Frames {
    const slot = this.#slot(key)
    const frames = [...this.#write(slot, events)]
    slot.isDone = true
    this.#open.delete(key)
    for (let head = this.#queue[0]; head?.isDone; head = this.#queue[0]) {
      if (head.hasBlock) this.#index += 1
      this.#queue.shift()
      const next = this.#queue[0]
      if (next !== undefined) for (const event of next.waiting.splice(0)) frames.push(this.#indexed(event))
    }
    return frames
  }

  #indexed({ type, ...rest }: JsonObject): NativeFrame<JsonValue> {
    return frame({ type: type ?? null, index: this.#index, ...rest })
  }

  #whole(part: Part): JsonObject[] {
    const native = encodePart(part, this.#path(), this.context)
    if (!isObject(native)) return []
    if (native.type !== 'thinking') return [startOf(native), STOP]
    const { thinking = '', signature, ...rest } = native
    const signed = signature === undefined ? [] : [deltaOf({ type: 'signature_delta', signature })]
    return [
      startOf({ ...rest, thinking: '', ...compact({ signature: signature === undefined ? undefined : '' }) }),
      ...(thinking === '' ? [] : [deltaOf({ type: 'thinking_delta', thinking })]),
      ...signed,
      STOP,
    ]
  }

  /**
   * Argument text goes out as it is. What is broken is wrapped, as in whole answers: the official SDK closes a cut text
   * and takes it for whole, and gives up on any other.
   */
  #call(call: ToolCall): JsonObject[] {
    const slot = this.#inputs.get(call.id)
    if (slot !== undefined) {
      this.#inputs.delete(call.id)
      const rest = slot.hasInput ? cutMark(call) : encodeArgumentText(call)
      return rest === '' ? [STOP] : [inputDelta(rest), STOP]
    }
    const whole = wholeCall(
      call,
      this.context,
      (each) => objectOr(encodePart(each, this.#path(), this.context), undefined),
      ({ input }) => input,
    )
    if (whole === undefined) return []
    const start = startOf({ ...whole.native, input: {} })
    return [start, ...(whole.text === '' ? [] : [inputDelta(whole.text)]), STOP]
  }
}

const DELTA = 'content_block_delta'
const STOP: JsonObject = { type: 'content_block_stop' }

function startOf(content_block: JsonObject): JsonObject {
  return { type: 'content_block_start', content_block }
}

function deltaOf(delta: JsonObject): JsonObject {
  return { type: DELTA, delta }
}

function inputDelta(partial_json: string): JsonObject {
  return deltaOf({ type: 'input_json_delta', partial_json })
}

function citations(part: TextPart, context: Context): JsonObject[] {
  const { citations } = extraOf(metadataOf(part, context))
  return arrayOr(citations, []).map((citation) => deltaOf({ type: 'citations_delta', citation }))
}

function frame(event: JsonObject): NativeFrame<JsonValue> {
  return { event: stringOr(event.type, ''), data: event }
}
