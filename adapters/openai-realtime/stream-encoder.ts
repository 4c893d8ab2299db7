import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject, stringOr } from '../../src/base/json/read-json.js'
import { append, compact } from '../../src/base/json/write-json.js'
import { type Context, createContext } from '../../src/base/model/context.js'
import type {
  CallStart,
  FinishEvent,
  NativeFrame,
  StreamEvent,
  TextStart,
} from '../../src/base/model/events.js'
import { stableHash } from '../../src/base/model/ids.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { MediaPart, Part, ProviderError, ToolCall } from '../../src/base/model/types.js'
import { extraOf } from '../../src/codec/shape/fields.js'
import { dropAnswerHead } from '../../src/codec/shape/losses.js'
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
import { content } from './content.js'
import { encodeAssistant, encodeCall, messageId, nativeItem, placeOf } from './family.js'
import { encodeError, encodeWhole, freshResponse } from './response.js'

type Frame = NativeFrame<JsonValue>

/** Encodes each turn of a session as a response. */
export function streamEncoder(context: Context): StreamEncoder {
  return turnsEncoder(context, false)
}

/**
 * Creates the encoder of a session's turns.
 * @param isLive true if audio without a transcript is sent. Complete answers have no field for this audio.
 */
export function turnsEncoder(context: Context, isLive: boolean): StreamEncoder {
  const counter = { events: 0 }
  let turn: BlockWriter | undefined
  return {
    push(event: StreamEvent) {
      turn ??= new BlockWriter(new TurnFrames(context, counter, isLive))
      const frames = turn.push(event)
      if (event.type === 'finish') turn = undefined
      return frames
    },
    finish: () => turn?.finish() ?? NO_FRAMES,
  }
}

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

/** Position of a content part. */
interface ContentPlace {
  readonly item_id: string
  readonly output_index: number
  readonly content_index: number
}

/** Event and field names for written text and for the transcript of audio. */
const TEXTS = {
  written: { event: 'response.output_text', field: 'text', part: 'text' },
  spoken: { event: 'response.output_audio_transcript', field: 'transcript', part: 'audio' },
} as const

/**
 * Writes the events of one response. Each item is added to the response and to the conversation, streamed in
 * deltas, and then done.
 */
class TurnFrames implements WireFrames {
  #itemCount = 0
  #id = ''
  #previous: JsonValue = null
  #error: ProviderError | undefined
  #message: OpenMessage | undefined
  /** The sent parts by block index: the content of the finished response. */
  readonly #parts: (readonly Part[])[] = []

  constructor(
    private readonly context: Context,
    private readonly counter: { events: number },
    private readonly isLive: boolean,
  ) {}

  start(id: string | undefined, model: string | undefined): Frames {
    if (model !== undefined) dropAnswerHead({ model }, this.context)
    this.#id = id ?? `resp_${stableHash(`${model ?? ''}\n${this.counter.events}`)}`
    const response = { ...freshResponse(this.#id), status: 'in_progress', output: [] }
    return [this.#frame('response.created', { response })]
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
    const id = stringOr(fields.id, messageId(this.#id, index).replace('msg_', 'item_'))
    const item = { ...fields, type: 'message', id, role: 'assistant' }
    this.#message = { index, id, item, content: [], streaming: 0, isOver: false }
    append(frames, this.#added(index, { ...item, status: 'in_progress', content: [] }))
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
    return isOver && streaming === 0 ? this.#done(index, { ...item, content }) : NO_FRAMES
  }

  text(block: WrittenBlock, start: TextStart): BlockFrames<Part> | undefined {
    if (start.type !== 'text-start') return undefined
    const own = metadataOf(start, this.context)
    const isSpoken = own?.type === 'output_audio' || own?.type === 'audio'
    const words = TEXTS[isSpoken ? 'spoken' : 'written']
    const begin: Frame[] = []
    const message = this.#openMessage(own, begin)
    const place = this.#placeIn(message)
    const index = message.content.push({}) - 1
    message.streaming += 1
    this.#parts[block.index] = []
    begin.push(this.#partFrame('added', place, { type: words.part, [words.field]: '' }))
    const deltaType = `${words.event}.delta`
    return {
      begin,
      delta: (delta) => [this.#delta(deltaType, place, delta)],
      end: (part) => {
        this.#parts[block.index] = [part]
        const text = part.type === 'text' ? part.text : ''
        const native = content.encode(part, 'output_text', this.#at(block))
        const sound = stringOr(extraOf(metadataOf(part, this.context)).audio, undefined)
        message.content[index] = native ?? {}
        message.streaming -= 1
        return [
          ...(sound === undefined ? NO_FRAMES : this.#sound(place, sound)),
          this.#frame(`${words.event}.done`, { ...this.#whole(place), [words.field]: text }),
          this.#partFrame('done', place, { type: words.part, [words.field]: text }),
          ...this.#messageDone(message),
        ]
      },
    }
  }

  #placeIn({ id, index, content }: OpenMessage): ContentPlace {
    return { item_id: id, output_index: index, content_index: content.length }
  }

  #whole(place: ContentPlace): JsonObject {
    return { response_id: this.#id, ...place }
  }

  #sound(place: ContentPlace, audio: string): Frames {
    return [
      this.#delta('response.output_audio.delta', place, audio),
      this.#frame('response.output_audio.done', this.#whole(place)),
    ]
  }

  // Creates a delta. Members are listed one by one, since a spread for each delta is measurably slower.
  #delta(type: string, { item_id, output_index, content_index }: ContentPlace, delta: string): Frame {
    const event_id = this.#eventId()
    return { data: { type, event_id, response_id: this.#id, item_id, output_index, content_index, delta } }
  }

  #partFrame(state: 'added' | 'done', place: ContentPlace, part: JsonValue): Frame {
    return this.#frame(`response.content_part.${state}`, { ...this.#whole(place), part })
  }

  call(block: WrittenBlock, start: CallStart): BlockFrames<ToolCall> | undefined {
    const own = metadataOf(start, this.context)
    if (start.providerExecuted || own?.type !== undefined || own?.input !== undefined) return undefined
    const begin = [...this.#closeMessage()]
    this.#parts[block.index] = []
    const native = (call: ToolCall) => sessionCall(encodeCall(call, this.#at(block), { inResponse: true }))
    const item = native(startedCall(start)) ?? {}
    const item_id = stringOr(item.id, start.id)
    const output_index = this.#takeIndex()
    const call_id = start.id
    const place = { response_id: this.#id, item_id, output_index, call_id }
    const type = 'response.function_call_arguments.delta'
    const delta = (text: string): Frames => [
      {
        data: {
          ...{ type, event_id: this.#eventId(), response_id: this.#id },
          ...{ item_id, output_index, call_id, delta: text },
        },
      },
    ]
    append(begin, this.#added(output_index, { ...item, arguments: '', id: item_id, status: 'in_progress' }))
    return {
      begin,
      delta,
      end: (call) => {
        const whole = native(call)
        if (whole === undefined) return NO_FRAMES
        this.#parts[block.index] = [call]
        const text = stringOr(whole.arguments, '')
        return [
          ...(block.hasText || text === '' ? NO_FRAMES : delta(text)),
          this.#frame('response.function_call_arguments.done', {
            ...place,
            name: call.name,
            arguments: text,
          }),
          ...this.#done(output_index, { ...whole, id: item_id }),
        ]
      },
    }
  }

  waitsForResult(call: ToolCall): boolean {
    return call.providerExecuted
  }

  /**
   * Writes parts that are sent only once they are complete: audio, items, and calls that were not streamed.
   */
  whole(parts: readonly [Part, ...Part[]], block: WrittenBlock): Frames {
    const [part] = parts
    const call = part.type === 'tool-call' ? this.call(block, callStart(part)) : undefined
    if (call !== undefined && part.type === 'tool-call') return [...(call.begin ?? []), ...call.end(part)]
    const isSound = part.type === 'media' && part.kind === 'audio' && part.source.type === 'data'
    if (isSound && this.isLive) return this.#heard(part, block)
    return this.#items(parts, block)
  }

  /** Writes audio without a transcript as a separate part of the message. */
  #heard(part: MediaPart, block: WrittenBlock): Frames {
    const native = content.encode(part, 'output_text', this.#at(block))
    if (!isObject(native)) return NO_FRAMES
    const frames: Frame[] = []
    const message = this.#openMessage(placeOf(part, this.context) ?? { continued: true }, frames)
    const place = this.#placeIn(message)
    this.#parts[block.index] = [part]
    message.content.push(native)
    return [
      ...frames,
      this.#partFrame('added', place, { type: 'audio', transcript: '' }),
      ...this.#sound(place, stringOr(native.audio, '')),
      this.#partFrame('done', place, { type: 'audio', transcript: '' }),
    ]
  }

  #items(parts: readonly Part[], block: WrittenBlock): Frames {
    const message = { role: 'assistant' as const, parts }
    const items = encodeAssistant(message, this.#id, { ...this.context, path: '/message' }, content)
    if (items.length === 0) return NO_FRAMES
    const frames = [...this.#closeMessage()]
    this.#parts[block.index] = parts
    for (const item of items) {
      if (!isObject(item)) continue
      const index = this.#takeIndex()
      append(frames, this.#added(index, item))
      append(frames, this.#done(index, item))
    }
    return frames
  }

  error(error: ProviderError): Frames {
    this.#error ??= error
    return NO_FRAMES
  }

  /**
   * Returns the last event, which repeats the complete answer. Only notices about usage are reported, since
   * other notices were reported with their parts.
   */
  end({ type: _type, messageMetadata, ...tail }: FinishEvent): Frames {
    const parts = this.#parts.flat()
    const message = compact({ role: 'assistant' as const, parts, providerMetadata: messageMetadata })
    const answer = compact({ ...tail, id: this.#id, message, error: this.#error })
    const frames = this.#closeMessage()
    const quiet = createContext(this.context.wire)
    const error = metadataOf(answer, this.context) && this.#error
    const refusal = error === undefined ? [] : [this.#frame('error', { error: encodeError(error) })]
    const done = this.#frame('response.done', { response: encodeWhole(answer, quiet) })
    for (const notice of quiet.notices) if (notice.path.startsWith('/usage')) this.context.report(notice)
    return [...frames, ...refusal, done]
  }

  #at({ path }: WrittenBlock): Context {
    return { ...this.context, path }
  }

  #added(index: number, item: JsonObject): Frames {
    return [
      this.#itemFrame('response.output_item.added', index, item),
      this.#conversationFrame('conversation.item.added', item),
    ]
  }

  #done(index: number, item: JsonObject): Frames {
    const frames = [
      this.#conversationFrame('conversation.item.done', item),
      this.#itemFrame('response.output_item.done', index, item),
    ]
    this.#previous = item.id ?? null
    return frames
  }

  #itemFrame(type: string, index: number, item: JsonObject): Frame {
    return this.#frame(type, { response_id: this.#id, output_index: index, item })
  }

  #conversationFrame(type: string, item: JsonObject): Frame {
    return this.#frame(type, { previous_item_id: this.#previous, item })
  }

  #eventId(): string {
    this.counter.events += 1
    return `event_${this.counter.events}`
  }

  #frame(type: string, fields: JsonObject): Frame {
    return { data: { type, event_id: this.#eventId(), ...fields } }
  }
}

/** Returns a call item with an id that begins with `item_`, as on this wire. */
function sessionCall(item: JsonObject | undefined): JsonObject | undefined {
  const id = stringOr(item?.id, '')
  return item !== undefined && id.startsWith('fc_') ? { ...item, id: id.replace('fc_', 'item_') } : item
}
