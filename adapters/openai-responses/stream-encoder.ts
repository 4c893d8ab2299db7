import { append } from '../../src/json/lists.js'
import { isArray, isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import { type Context, createContext } from '../../src/model/context.js'
import { stableHash } from '../../src/model/ids.js'
import { metadataOf } from '../../src/model/metadata.js'
import type {
  Part,
  ProviderError,
  ProviderMetadata,
  TextPart,
  ToolCall,
  ToolKind,
  ToolResult,
} from '../../src/model/types.js'
import type { StreamEncoder } from '../../src/stream/codec.js'
import { type FinishEvent, type NativeFrame, RESTARTED, type StreamEvent } from '../../src/stream/events.js'
import {
  type ContentPart,
  encodeAssistant,
  isContent,
  messageId,
  nativeItem,
  placeOf,
  unwrapped,
} from './assistant.js'
import { encodeCall } from './calls.js'
import { encodeContentPart } from './content.js'
import { encodeWhole, freshFields, unknownUsage } from './response.js'

type Frame = NativeFrame<JsonValue>
type Frames = readonly Frame[]
type CallStart = Extract<StreamEvent, { type: 'tool-input-start' }>
const NOTHING: Frames = []

/** Where the parts of one output item go in the finished response. */
interface Slot {
  parts: Part[]
}

/** A message item that more content may come for. */
interface OpenMessage {
  readonly index: number
  readonly id: string
  readonly item: JsonObject
  readonly content: JsonValue[]
  /** How many of its texts are still being streamed. */
  streaming: number
  /** Whether another item began after it. */
  isOver: boolean
}

interface OpenText {
  readonly message: OpenMessage
  readonly slot: Slot
  readonly contentIndex: number
  readonly isRefusal: boolean
}

interface OpenCall {
  readonly index: number
  readonly id: string
  readonly slot: Slot
  readonly deltaType: string
  hasText: boolean
}

/**
 * Writes the events of the Responses API: each item is added, told in deltas and done, and the last event holds the
 * whole response. Texts and the arguments of functions and custom tools go out as they come, other items once they are
 * complete.
 */
export class ResponsesStreamEncoder implements StreamEncoder {
  #sequence = 0
  #itemCount = 0
  #id = ''
  #model: string | undefined
  #hasStarted = false
  #error: ProviderError | undefined
  readonly #context: Context
  readonly #slots: Slot[] = []
  readonly #texts = new Map<string, OpenText>()
  readonly #calls = new Map<string, OpenCall>()
  #message: OpenMessage | undefined
  /** A call that the provider ran: its item may have to hold the result that comes next. */
  #executed: ToolCall | undefined

  constructor(context: Context) {
    this.#context = context
  }

  push(event: StreamEvent): Frames {
    if (event.type === 'tool-input-delta') return this.#inputDelta(event.id, event.delta)
    if (event.type === 'response-start') return this.#start(event.id, event.model)
    const before = [...this.#start(undefined, undefined), ...this.#flushExecuted(event)]
    const frames = this.#encode(event)
    return before.length === 0 ? frames : [...before, ...frames]
  }

  finish(): Frames {
    return NOTHING
  }

  #encode(event: StreamEvent): Frames {
    switch (event.type) {
      case 'text-start':
        return this.#startText(event.id, event.providerMetadata)
      case 'text-delta':
        return this.#textDelta(event.id, event.delta)
      case 'text-end':
        return this.#endText(event.id, event.part)
      case 'reasoning-end':
        return this.#whole([event.part])
      case 'tool-input-start':
        return isStreamed(event, this.#context) ? this.#startCall(event) : NOTHING
      case 'tool-call':
        return this.#call(event.call)
      case 'tool-result':
        return this.#result(event.result)
      case 'part':
        return isContent(event.part) && placeOf(event.part, this.#context) !== undefined
          ? this.#content(event.part)
          : this.#whole([event.part])
      case 'restart':
        return this.#encode(RESTARTED)
      case 'error':
        this.#error ??= event.error
        return NOTHING
      case 'finish':
        return this.#end(event)
      default:
        return NOTHING
    }
  }

  #start(id: string | undefined, model: string | undefined): Frames {
    if (this.#hasStarted) return NOTHING
    this.#hasStarted = true
    this.#id = id ?? `resp_${stableHash(model ?? '')}`
    this.#model = model
    const response = {
      ...freshFields(),
      ...compact({ id: this.#id, model }),
      status: 'in_progress',
      output: [],
      usage: null,
    }
    return [this.#frame('response.created', { response }), this.#frame('response.in_progress', { response })]
  }

  #slot(...parts: Part[]): Slot {
    const slot = { parts }
    this.#slots.push(slot)
    return slot
  }

  #takeIndex(): number {
    this.#itemCount += 1
    return this.#itemCount - 1
  }

  /** The message item that a content part belongs to; this wire's own parts say whether they continue one. */
  #openMessage(place: JsonObject | undefined, frames: Frame[]): OpenMessage {
    if (this.#message !== undefined && place?.continued === true) return this.#message
    frames.push(...this.#closeMessage())
    const index = this.#takeIndex()
    const fields = isObject(place?.item) ? nativeItem(place.item) : { type: 'message', status: 'completed' }
    const id = stringOr(fields.id, messageId(this.#id, index))
    const item = { ...fields, type: 'message', id, role: 'assistant' }
    this.#message = { index, id, item, content: [], streaming: 0, isOver: false }
    frames.push(this.#added(index, { ...item, status: 'in_progress', content: [] }))
    return this.#message
  }

  /** Another item begins; the message is done once its texts are. */
  #closeMessage(): Frames {
    const message = this.#message
    this.#message = undefined
    if (message === undefined) return NOTHING
    message.isOver = true
    return message.streaming > 0 ? NOTHING : [this.#messageDone(message)]
  }

  #messageDone({ index, item, content }: OpenMessage): Frame {
    return this.#frame('response.output_item.done', { output_index: index, item: { ...item, content } })
  }

  #startText(id: string, metadata: ProviderMetadata | undefined): Frames {
    const own = metadata?.[this.#context.wire]
    const frames: Frame[] = []
    const message = this.#openMessage(own, frames)
    const isRefusal = own?.type === 'refusal'
    const contentIndex = message.content.length
    const part: JsonObject = isRefusal
      ? { type: 'refusal', refusal: '' }
      : { type: 'output_text', annotations: [], text: '' }
    message.content.push(part)
    message.streaming += 1
    this.#texts.set(id, { message, slot: this.#slot(), contentIndex, isRefusal })
    frames.push(this.#partFrame('added', message, contentIndex, part))
    return frames
  }

  #textDelta(id: string, delta: string): Frames {
    const text = this.#texts.get(id)
    if (text === undefined) return NOTHING
    const type = text.isRefusal ? 'response.refusal.delta' : 'response.output_text.delta'
    const { message, contentIndex } = text
    this.#sequence += 1
    return [
      {
        event: type,
        data: {
          type,
          sequence_number: this.#sequence - 1,
          item_id: message.id,
          output_index: message.index,
          content_index: contentIndex,
          delta,
          logprobs: [],
        },
      },
    ]
  }

  #endText(id: string, part: TextPart): Frames {
    const text = this.#texts.get(id)
    if (text === undefined) return NOTHING
    this.#texts.delete(id)
    const { message, slot, contentIndex, isRefusal } = text
    slot.parts = [part]
    const native = encodeContentPart(part, 'output_text', this.#path(), this.#context)
    const whole = isObject(native) ? { ...(isRefusal ? {} : { annotations: [] }), ...native } : {}
    message.content[contentIndex] = whole
    message.streaming -= 1
    const place = { item_id: message.id, output_index: message.index, content_index: contentIndex }
    const done = isRefusal
      ? this.#frame('response.refusal.done', { ...place, refusal: part.text })
      : this.#frame('response.output_text.done', { ...place, text: part.text, logprobs: [] })
    const last = message.isOver && message.streaming === 0 ? [this.#messageDone(message)] : []
    return [done, this.#partFrame('done', message, contentIndex, whole), ...last]
  }

  /** Content of this wire that is no text. */
  #content(part: ContentPart): Frames {
    const native = encodeContentPart(
      unwrapped(part, this.#context),
      'output_text',
      this.#path(),
      this.#context,
    )
    if (native === undefined) return NOTHING
    const frames: Frame[] = []
    const message = this.#openMessage(placeOf(part, this.#context), frames)
    this.#slot(part)
    const contentIndex = message.content.push(native) - 1
    const states = ['added', 'done'] as const
    return [...frames, ...states.map((state) => this.#partFrame(state, message, contentIndex, native))]
  }

  #partFrame(state: 'added' | 'done', message: OpenMessage, index: number, part: JsonValue): Frame {
    const { id, index: output_index } = message
    return this.#frame(`response.content_part.${state}`, {
      item_id: id,
      output_index,
      content_index: index,
      part,
    })
  }

  #startCall({ id, name, kind, namespace, providerMetadata }: Omit<CallStart, 'type'>): Frames {
    const frames = [...this.#closeMessage()]
    const index = this.#takeIndex()
    const start = { type: 'tool-call' as const, id, name, namespace, providerMetadata }
    const empty = { ...start, status: 'truncated' as const, rawArguments: '', providerExecuted: false }
    const call: ToolCall = compact(kind === 'custom' ? { ...empty, kind } : { ...empty, kind })
    const item = encodeCall(call, undefined, true, this.#path(), this.#context) ?? {}
    const deltaType =
      kind === 'custom' ? 'response.custom_tool_call_input.delta' : 'response.function_call_arguments.delta'
    const itemId = stringOr(item.id, id)
    this.#calls.set(id, { index, id: itemId, slot: this.#slot(), deltaType, hasText: false })
    const field = kind === 'custom' ? 'input' : 'arguments'
    frames.push(this.#added(index, { ...item, [field]: '', id: itemId, status: 'in_progress' }))
    return frames
  }

  #inputDelta(id: string, delta: string): Frames {
    const call = this.#calls.get(id)
    if (call === undefined || delta === '') return NOTHING
    call.hasText = true
    this.#sequence += 1
    const { deltaType: type } = call
    return [
      {
        event: type,
        data: {
          type,
          sequence_number: this.#sequence - 1,
          item_id: call.id,
          output_index: call.index,
          delta,
        },
      },
    ]
  }

  #call(call: ToolCall): Frames {
    if (call.providerExecuted || (!isStreamed(call, this.#context) && !this.#calls.has(call.id))) {
      this.#executed = call
      return NOTHING
    }
    const begin = this.#calls.has(call.id) ? NOTHING : this.#startCall(call)
    const open = this.#calls.get(call.id)
    const native = encodeCall(call, undefined, true, this.#path(), this.#context)
    if (open === undefined || native === undefined) return begin
    this.#calls.delete(call.id)
    open.slot.parts = [call]
    const field = call.kind === 'custom' ? 'input' : 'arguments'
    const text = stringOr(native[field], '')
    const deltas = open.hasText ? NOTHING : this.#inputDeltaOf(open, text)
    const place = { item_id: open.id, output_index: open.index }
    return [
      ...begin,
      ...deltas,
      this.#frame(open.deltaType.replace(/delta$/, 'done'), { ...place, [field]: text }),
      this.#done(open.index, { ...native, id: open.id }),
    ]
  }

  #inputDeltaOf(open: OpenCall, delta: string): Frames {
    return delta === ''
      ? NOTHING
      : [this.#frame(open.deltaType, { item_id: open.id, output_index: open.index, delta })]
  }

  #result(result: ToolResult): Frames {
    const executed = this.#executed
    this.#executed = undefined
    return this.#whole(executed === undefined ? [result] : [executed, result])
  }

  /** The call goes out alone when something else than its result comes next. */
  #flushExecuted(event: StreamEvent): Frames {
    const executed = this.#executed
    if (executed === undefined) return NOTHING
    if (event.type === 'tool-result' && event.result.callId === executed.id) return NOTHING
    this.#executed = undefined
    return this.#whole([executed])
  }

  /** Items that go out once they are complete. */
  #whole(parts: readonly Part[]): Frames {
    const message = { role: 'assistant' as const, parts }
    const items = encodeAssistant(message, this.#id, '/message', this.#context)
    if (items.length === 0) return NOTHING
    const frames = [...this.#closeMessage()]
    this.#slot(...parts)
    for (const item of items) {
      if (!isObject(item)) continue
      const index = this.#takeIndex()
      const events =
        item.type === 'reasoning' ? this.#reasoning(index, item) : [this.#added(index, startOf(item))]
      append(frames, events)
      frames.push(this.#done(index, item))
    }
    return frames
  }

  #reasoning(index: number, item: JsonObject): Frame[] {
    const empty = { ...item, summary: [], ...(isArray(item.content) ? { content: [] } : {}) }
    const frames = [this.#added(index, empty)]
    for (const { list, position, part, text } of REASONING)
      for (const [n, entry] of entriesOf(item[list])) {
        const at = { item_id: item.id ?? '', output_index: index, [position]: n }
        const whole = entry.text ?? ''
        frames.push(
          this.#frame(`response.${part}.added`, { ...at, part: { ...entry, text: '' } }),
          this.#frame(`response.${text}.delta`, { ...at, delta: whole }),
          this.#frame(`response.${text}.done`, { ...at, text: whole }),
          this.#frame(`response.${part}.done`, { ...at, part: entry }),
        )
      }
    return frames
  }

  /** The last event holds everything again; what is missing in it was reported when its part came. */
  #end({ type: _type, messageMetadata, ...tail }: FinishEvent): Frames {
    const parts = this.#slots.flatMap((slot) => slot.parts)
    const message = compact({ role: 'assistant' as const, parts, providerMetadata: messageMetadata })
    const answer = compact({
      ...tail,
      id: this.#id,
      model: tail.model ?? this.#model,
      message,
      error: this.#error,
    })
    const frames = [...this.#closeMessage()]
    const response = encodeWhole(answer, createContext(this.#context.wire))
    const state = STATES.get(stringOr(response.status, '')) ?? 'incomplete'
    const isUncounted = answer.usage === undefined && state === 'completed'
    const whole = isUncounted ? { ...response, usage: unknownUsage(this.#context) } : response
    return [...frames, this.#frame(`response.${state}`, { response: whole })]
  }

  #added(index: number, item: JsonObject): Frame {
    return this.#frame('response.output_item.added', { output_index: index, item })
  }

  #done(index: number, item: JsonObject): Frame {
    return this.#frame('response.output_item.done', { output_index: index, item })
  }

  #frame(type: string, fields: JsonObject): Frame {
    const sequence_number = this.#sequence
    this.#sequence += 1
    return { event: type, data: { type, sequence_number, ...fields } }
  }

  #path(): string {
    return `/message/parts/${this.#slots.length}`
  }
}

/** The lists of a reasoning item: what tells the place in them, and the events of a part and of its text. */
const REASONING = [
  {
    list: 'summary',
    position: 'summary_index',
    part: 'reasoning_summary_part',
    text: 'reasoning_summary_text',
  },
  { list: 'content', position: 'content_index', part: 'content_part', text: 'reasoning_text' },
] as const

/** The event that ends an answer of this status; one that is no end was broken off. */
const STATES: ReadonlyMap<string, string> = new Map([
  ['completed', 'completed'],
  ['', 'completed'],
  ['failed', 'failed'],
  ['cancelled', 'failed'],
])

/** Whether the input goes out as it comes: that of functions and custom tools; vendors' own items have no deltas for it. */
function isStreamed(
  call: {
    readonly kind: ToolKind
    readonly providerExecuted: boolean
    readonly providerMetadata?: ProviderMetadata
  },
  context: Context,
): boolean {
  const own = metadataOf(call, context)
  return !call.providerExecuted && own?.type === undefined && own?.input === undefined
}

/** An item as it is when it begins. */
function startOf(item: JsonObject): JsonObject {
  return typeof item.status === 'string' ? { ...item, status: 'in_progress' } : item
}

function entriesOf(list: JsonValue | undefined): [index: number, entry: JsonObject][] {
  return isArray(list) ? [...list.filter(isObject).entries()] : []
}
