import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { append, compact } from '../../src/base/json/write-json.js'
import { type Context, createContext } from '../../src/base/model/context.js'
import type { CallStart, FinishEvent, NativeFrame, TextStart } from '../../src/base/model/events.js'
import { stableHash } from '../../src/base/model/ids.js'
import { metadataOf, type OwnMetadata } from '../../src/base/model/metadata.js'
import type { Part, ProviderError, ProviderMetadata, ToolCall, ToolKind } from '../../src/base/model/types.js'
import {
  type BlockFrames,
  BlockWriter,
  type Frames,
  NO_FRAMES,
  type WireFrames,
  type WrittenBlock,
} from '../../src/codec/stream/block-writer.js'
import type { StreamEncoder } from '../../src/codec/stream/codec.js'
import { callStart, startedCall } from '../../src/codec/stream/encoding.js'
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

/** A message item that may receive more content. */
interface OpenMessage {
  readonly index: number
  readonly id: string
  readonly item: JsonObject
  readonly content: JsonValue[]
  /** The number of texts of the message that are still being streamed. */
  streaming: number
  /** True if another item has begun after this message. */
  isOver: boolean
}

/** The position of an item and its content, as repeated in events. */
interface ItemPlace {
  readonly item_id: string
  readonly output_index: number
}

interface TextPlace extends ItemPlace {
  readonly content_index: number
}

export function streamEncoder(context: Context): StreamEncoder {
  return new BlockWriter(new ResponsesFrames(context))
}

/**
 * Writes the events of the Responses API. Each item is added, streamed in deltas and done, and the last event
 * contains the complete response. Texts and the arguments of functions and custom tools are sent immediately,
 * other items once they are complete.
 */
class ResponsesFrames implements WireFrames {
  #sequence = 0
  #itemCount = 0
  #id = ''
  #model: string | undefined
  #error: ProviderError | undefined
  #message: OpenMessage | undefined
  /** The sent parts by block index: the content of the finished response. */
  readonly #parts: (readonly Part[])[] = []

  constructor(private readonly context: Context) {}

  start(id: string | undefined, model: string | undefined): Frames {
    this.#id = id ?? `resp_${stableHash(model ?? '')}`
    this.#model = model
    const response = {
      ...freshFields('in_progress', this.context),
      ...compact({ id: this.#id, model }),
      status: 'in_progress',
      output: [],
      usage: null,
    }
    return [this.#frame('response.created', { response }), this.#frame('response.in_progress', { response })]
  }

  #takeSequence(): number {
    this.#sequence += 1
    return this.#sequence - 1
  }

  #takeIndex(): number {
    this.#itemCount += 1
    return this.#itemCount - 1
  }

  /**
   * Returns the message item of a content part. Parts of this wire record whether they continue a message.
   */
  #openMessage(place: JsonObject | undefined, frames: Frame[]): OpenMessage {
    if (this.#message !== undefined && place?.continued === true) return this.#message
    append(frames, this.#closeMessage())
    const index = this.#takeIndex()
    const fields = isObject(place?.item) ? nativeItem(place.item) : { type: 'message', status: 'completed' }
    const id = stringOr(fields.id, messageId(this.#id, index))
    const item = { ...fields, type: 'message', id, role: 'assistant' }
    this.#message = { index, id, item, content: [], streaming: 0, isOver: false }
    frames.push(this.#itemFrame('added', index, { ...item, status: 'in_progress', content: [] }))
    return this.#message
  }

  /** Closes the message because another item begins. The message is done once its texts are done. */
  #closeMessage(): Frames {
    const message = this.#message
    this.#message = undefined
    if (message === undefined) return NO_FRAMES
    message.isOver = true
    return this.#messageDone(message)
  }

  #messageDone({ index, item, content, streaming, isOver }: OpenMessage): Frames {
    return isOver && streaming === 0 ? [this.#itemFrame('done', index, { ...item, content })] : NO_FRAMES
  }

  text(block: WrittenBlock, start: TextStart): BlockFrames<Part> | undefined {
    if (start.type !== 'text-start') return undefined
    const own = metadataOf(start, this.context)
    const isRefusal = own?.type === 'refusal'
    const lists: JsonObject = isPlaced(own) ? { annotations: [] } : { annotations: [], logprobs: [] }
    const begin: Frame[] = []
    const message = this.#openMessage(own, begin)
    const part: JsonObject = isRefusal
      ? { type: 'refusal', refusal: '' }
      : { type: 'output_text', ...lists, text: '' }
    const content_index = message.content.push(part) - 1
    message.streaming += 1
    this.#parts[block.index] = []
    begin.push(this.#contentFrame('added', message, content_index, part))
    const place = { item_id: message.id, output_index: message.index, content_index }
    const type = isRefusal ? 'response.refusal' : 'response.output_text'
    const deltaType = `${type}.delta`
    return {
      begin,
      delta: (delta) => [this.#textDelta(deltaType, place, delta)],
      end: (part) => {
        this.#parts[block.index] = [part]
        const text = part.type === 'text' ? part.text : ''
        const native = encodeContentPart(part, 'output_text', this.#at(block))
        const whole = isObject(native) ? { ...(isRefusal ? {} : lists), ...native } : {}
        message.content[content_index] = whole
        message.streaming -= 1
        return [
          this.#frame(
            `${type}.done`,
            isRefusal ? { ...place, refusal: text } : { ...place, text, logprobs: [] },
          ),
          this.#contentFrame('done', message, content_index, whole),
          ...this.#messageDone(message),
        ]
      },
    }
  }

  // Creates a delta. Members are listed one by one, since a spread for each delta is measurably slower.
  #textDelta(type: string, { item_id, output_index, content_index }: TextPlace, delta: string): Frame {
    const sequence_number = this.#takeSequence()
    return {
      event: type,
      data: { type, sequence_number, item_id, output_index, content_index, delta, logprobs: [] },
    }
  }

  #inputDelta(type: string, { item_id, output_index }: ItemPlace, delta: string): Frame {
    const sequence_number = this.#takeSequence()
    return { event: type, data: { type, sequence_number, item_id, output_index, delta } }
  }

  #contentFrame(
    state: 'added' | 'done',
    { id, index }: OpenMessage,
    content_index: number,
    part: JsonValue,
  ): Frame {
    const place = { item_id: id, output_index: index, content_index }
    return this.#frame(`response.content_part.${state}`, { ...place, part })
  }

  call(block: WrittenBlock, start: CallStart): BlockFrames<ToolCall> | undefined {
    if (!isStreamed(start, this.context)) return undefined
    const begin = [...this.#closeMessage()]
    this.#parts[block.index] = []
    const native = (call: ToolCall) => encodeCall(call, this.#at(block), { inResponse: true })
    const item = native(startedCall(start)) ?? {}
    const [type, field] =
      start.kind === 'custom'
        ? (['response.custom_tool_call_input', 'input'] as const)
        : (['response.function_call_arguments', 'arguments'] as const)
    const id = stringOr(item.id, start.id)
    const place = { item_id: id, output_index: this.#takeIndex() }
    const deltaType = `${type}.delta`
    const delta = (text: string) => [this.#inputDelta(deltaType, place, text)]
    begin.push(
      this.#itemFrame('added', place.output_index, { ...item, [field]: '', id, status: 'in_progress' }),
    )
    return {
      begin,
      delta,
      end: (call) => {
        const whole = native(call)
        if (whole === undefined) return NO_FRAMES
        this.#parts[block.index] = [call]
        const text = stringOr(whole[field], '')
        return [
          ...(block.hasText || text === '' ? NO_FRAMES : delta(text)),
          this.#frame(`${type}.done`, { ...place, [field]: text }),
          this.#itemFrame('done', place.output_index, { ...whole, id }),
        ]
      },
    }
  }

  waitsForResult(call: ToolCall): boolean {
    return !isStreamed(call, this.context)
  }

  /**
   * Writes parts that are sent only once they are complete: content of this wire that is not text, items, and
   * calls that were not streamed.
   */
  whole(parts: readonly [Part, ...Part[]], block: WrittenBlock): Frames {
    const [part] = parts
    const call = part.type === 'tool-call' ? this.call(block, callStart(part)) : undefined
    if (call !== undefined && part.type === 'tool-call') return [...(call.begin ?? []), ...call.end(part)]
    const isPlaced = isContent(part) && placeOf(part, this.context) !== undefined
    return isPlaced ? this.#content(part, block) : this.#items(parts, block)
  }

  #content(part: ContentPart, block: WrittenBlock): Frames {
    const native = encodeContentPart(unwrapped(part, this.context), 'output_text', this.#at(block))
    if (native === undefined) return NO_FRAMES
    const frames: Frame[] = []
    const message = this.#openMessage(placeOf(part, this.context), frames)
    this.#parts[block.index] = [part]
    const index = message.content.push(native) - 1
    const states = ['added', 'done'] as const
    return [...frames, ...states.map((state) => this.#contentFrame(state, message, index, native))]
  }

  #items(parts: readonly Part[], block: WrittenBlock): Frames {
    const message = { role: 'assistant' as const, parts }
    const items = encodeAssistant(message, this.#id, { ...this.context, path: '/message' })
    if (items.length === 0) return NO_FRAMES
    const frames = [...this.#closeMessage()]
    this.#parts[block.index] = parts
    for (const item of items) {
      if (!isObject(item)) continue
      const index = this.#takeIndex()
      if (item.type === 'reasoning') append(frames, this.#reasoning(index, item))
      else frames.push(this.#itemFrame('added', index, startOf(item)))
      frames.push(this.#itemFrame('done', index, item))
    }
    return frames
  }

  #reasoning(index: number, item: JsonObject): Frame[] {
    const empty = { ...item, summary: [], ...(isArray(item.content) ? { content: [] } : {}) }
    const frames = [this.#itemFrame('added', index, empty)]
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

  error(error: ProviderError): Frames {
    this.#error ??= error
    return NO_FRAMES
  }

  /**
   * Returns the last event, which repeats the complete answer. Parts that are missing in this answer were
   * already reported.
   */
  end({ type: _type, messageMetadata, ...tail }: FinishEvent): Frames {
    const parts = this.#parts.flat()
    const message = compact({ role: 'assistant' as const, parts, providerMetadata: messageMetadata })
    const model = tail.model ?? this.#model
    const answer = compact({ ...tail, id: this.#id, model, message, error: this.#error })
    const frames = this.#closeMessage()
    const { wire, answerFields } = this.context
    const response = encodeWhole(answer, createContext(wire, { answerFields }))
    const state = STATES.get(stringOr(response.status, '')) ?? 'incomplete'
    const isUncounted = answer.usage === undefined && state === 'completed'
    const whole = isUncounted ? { ...response, usage: unknownUsage(this.context) } : response
    return [...frames, this.#frame(`response.${state}`, { response: whole })]
  }

  #at({ path }: WrittenBlock): Context {
    return { ...this.context, path }
  }

  #itemFrame(state: 'added' | 'done', index: number, item: JsonObject): Frame {
    return this.#frame(`response.output_item.${state}`, { output_index: index, item })
  }

  #frame(type: string, fields: JsonObject): Frame {
    return { event: type, data: { type, sequence_number: this.#takeSequence(), ...fields } }
  }
}

/** The lists of a reasoning item: the index field of each list, and the events of a part and of its text. */
const REASONING = [
  {
    list: 'summary',
    position: 'summary_index',
    part: 'reasoning_summary_part',
    text: 'reasoning_summary_text',
  },
  { list: 'content', position: 'content_index', part: 'content_part', text: 'reasoning_text' },
] as const

/** Returns true if a text comes from an item of this wire, whose lists are then already known. */
function isPlaced(own: OwnMetadata | undefined): boolean {
  return own?.item !== undefined || own?.continued === true
}

/** The final event for each status. Any other status is an interrupted answer. */
const STATES: ReadonlyMap<string, string> = new Map([
  ['completed', 'completed'],
  ['', 'completed'],
  ['failed', 'failed'],
  ['cancelled', 'failed'],
])

/**
 * Returns true if the input is streamed, which is the case for functions and custom tools. Items of vendor
 * tools have no deltas for it.
 */
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

/** Returns an item in its initial state. */
function startOf(item: JsonObject): JsonObject {
  return typeof item.status === 'string' ? { ...item, status: 'in_progress' } : item
}

function entriesOf(list: JsonValue | undefined): [index: number, entry: JsonObject][] {
  return isArray(list) ? [...list.filter(isObject).entries()] : []
}
