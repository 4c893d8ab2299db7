import { isAnyError } from '../../src/base/http/error-words.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, numberOr, objectIn, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { StreamDecoder, StreamEvent } from '../../src/base/model/events.js'
import type { MediaPart } from '../../src/base/model/types.js'
import type { StreamDecoding } from '../../src/codec/stream/codec.js'
import { ndjson } from '../../src/codec/stream/framing.js'
import { isSpoken, soundType } from './content.js'
import { ResponsesDecoder } from './family.js'
import { PCM } from './limits.js'
import { forms, reportBeside } from './response.js'

const NONE: readonly StreamEvent[] = []

/**
 * Events of an answer, with the names that the item decoder uses. The names that differ belong to the beta
 * API, which Azure's Voice Live and Qwen still use.
 */
const EVENTS: ReadonlyMap<JsonValue | undefined, string> = new Map<JsonValue | undefined, string>([
  ['response.created', 'response.created'],
  ['response.output_item.added', 'response.output_item.added'],
  ['response.output_item.done', 'response.output_item.done'],
  ['response.function_call_arguments.delta', 'response.function_call_arguments.delta'],
  ['response.mcp_call_arguments.delta', 'response.mcp_call_arguments.delta'],
  ['response.function_call_arguments.done', 'response.function_call_arguments.done'],
  ['response.mcp_call_arguments.done', 'response.mcp_call_arguments.done'],
  ['response.output_text.delta', 'response.output_text.delta'],
  ['response.text.delta', 'response.output_text.delta'],
  ['response.output_audio_transcript.delta', 'response.output_audio_transcript.delta'],
  ['response.audio_transcript.delta', 'response.output_audio_transcript.delta'],
])

const SOUND: ReadonlySet<JsonValue | undefined> = new Set([
  'response.output_audio.delta',
  'response.audio.delta',
])

/** Codes of errors after which the running answer continues. */
const HARMLESS: ReadonlySet<JsonValue | undefined> = new Set([
  'conversation_already_has_active_response',
  'response_cancel_not_active',
  'input_audio_buffer_commit_empty',
])

/**
 * Decodes the turns of a session. Each response is a turn. Events between responses do not belong to an
 * answer.
 */
export class RealtimeDecoder implements StreamDecoder<JsonValue> {
  readonly #context: Context
  /** True if audio is emitted immediately. Otherwise the audio is kept with the transcript of its part. */
  readonly #isLive: boolean
  #turn: ResponsesDecoder | undefined
  #hasTurns = false
  #model: string | undefined
  #soundType = PCM
  /** Audio chunks without a finished item yet, by item id and content index. */
  #sound = new Map<string, string[]>()

  constructor(context: Context, isLive = false) {
    this.#context = context
    this.#isLive = isLive
  }

  push(event: JsonValue): readonly StreamEvent[] {
    if (!isObject(event)) return NONE
    const { type } = event
    const name = EVENTS.get(type)
    if (name !== undefined) return this.#read(event, name)
    if (SOUND.has(type)) return this.#hear(event)
    if (type === 'response.done') return this.#end(event)
    if (type === 'error' || (type === undefined && isAnyError(event))) return this.#fail(event)
    this.#model = stringOr(objectIn(event.session).model, this.#model)
    return NONE
  }

  finish(): readonly StreamEvent[] {
    return this.#turn !== undefined || !this.#hasTurns ? this.#close() : NONE
  }

  /** True if an answer has begun and has not ended. */
  get isOpen(): boolean {
    return this.#turn !== undefined
  }

  #turnOf(): ResponsesDecoder {
    this.#hasTurns = true
    this.#turn ??= new ResponsesDecoder(this.#context, forms)
    return this.#turn
  }

  #read(event: JsonObject, name: string): readonly StreamEvent[] {
    if (name === 'response.created') {
      this.#soundType = outputType(event) ?? this.#soundType
      const before = this.#turn === undefined ? NONE : this.#close()
      return [...before, ...this.#turnOf().read(this.#withModel(event), name)]
    }
    if (name !== 'response.output_item.done') return this.#turnOf().read(event, name)
    return this.#turnOf().read({ ...event, item: this.#withSound(objectIn(event.item)) }, name)
  }

  /** Adds the session's model to a response, which does not name its model. */
  #withModel(event: JsonObject): JsonObject {
    if (this.#model === undefined || !isObject(event.response)) return event
    return { ...event, response: { ...event.response, model: this.#model } }
  }

  #hear({ delta, item_id: item, content_index: index }: JsonObject): readonly StreamEvent[] {
    if (typeof delta !== 'string' || delta === '') return NONE
    this.#turnOf()
    if (this.#isLive) return [{ type: 'part', part: this.#heard(delta) }]
    const place = placeOf(stringOr(item, ''), numberOr(index, 0))
    const pieces = this.#sound.get(place) ?? []
    pieces.push(delta)
    this.#sound.set(place, pieces)
    return NONE
  }

  /** Returns the item with the audio of its parts, which is sent in separate events. */
  #withSound(item: JsonObject): JsonObject {
    const id = stringOr(item.id, '')
    if (this.#sound.size === 0 || !isArray(item.content)) return item
    const content = item.content.map((part, index) => {
      const place = placeOf(id, index)
      const pieces = this.#sound.get(place)
      if (!isObject(part) || !isSpoken(part) || pieces === undefined) return part
      this.#sound.delete(place)
      return part.audio === undefined ? { ...part, audio: joined(pieces) } : part
    })
    return { ...item, content }
  }

  #end(event: JsonObject): readonly StreamEvent[] {
    const response = objectIn(event.response)
    const output = isArray(response.output)
      ? response.output.map((item) => (isObject(item) ? this.#withSound(item) : item))
      : undefined
    // xAI puts the usage next to the response.
    const isCounted = isObject(response.usage) && Object.keys(response.usage).length > 0
    const usage = isCounted ? response.usage : (event.usage ?? response.usage)
    const whole = { ...event, response: compact({ ...response, output, usage }) }
    const events = this.#turnOf().read(whole, 'response.completed')
    return [...events, ...this.#close()]
  }

  #close(): readonly StreamEvent[] {
    const events = this.#turnOf().finish()
    const left = [...this.#sound.values()].map(
      (pieces): StreamEvent => ({ type: 'part', part: this.#heard(joined(pieces)) }),
    )
    this.#turn = undefined
    this.#sound = new Map()
    const model = this.#model
    const named = model === undefined ? events : events.map((event) => withModel(event, model))
    return [...named.slice(0, -1), ...left, ...named.slice(-1)]
  }

  #heard(data: string): MediaPart {
    return { type: 'media', kind: 'audio', mediaType: this.#soundType, source: { type: 'data', data } }
  }

  #fail(event: JsonObject): readonly StreamEvent[] {
    const error = objectIn(event.error)
    if (HARMLESS.has(error.code)) {
      reportBeside(error, this.#context)
      return NONE
    }
    const isOpen = this.#turn !== undefined
    const events = this.#turnOf().read(event, 'error')
    return isOpen ? events : [...events, ...this.#close()]
  }
}

function placeOf(item: string, index: number): string {
  return `${item} ${index}`
}

/**
 * Joins base64 chunks into one text if each chunk encodes complete groups of bytes. Other chunks are not
 * joined.
 */
function joined(pieces: readonly string[]): string {
  const isWhole = (piece: string) => piece.length % 4 === 0 && !piece.endsWith('=')
  if (pieces.slice(0, -1).every(isWhole)) return pieces.join('')
  return btoa(pieces.map(bytesOf).join(''))
}

function bytesOf(piece: string): string {
  try {
    return atob(piece)
  } catch {
    return ''
  }
}

/** Returns the media type of the audio in an answer. */
function outputType({ response }: JsonObject): string | undefined {
  const { audio, output_audio_format: older } = objectIn(response)
  return soundType(objectIn(objectIn(audio).output).format ?? older)
}

function withModel(event: StreamEvent, model: string): StreamEvent {
  return event.type === 'finish' && event.model === undefined ? { ...event, model } : event
}

/** Returns the first events. A complete answer is the content of the last event of a turn. */
function entry(first: JsonObject): JsonArray | undefined {
  const { type, object, error } = first
  if (object === 'realtime.response') return [{ type: 'response.done', response: first }]
  const isEvent =
    typeof type === 'string' &&
    /^(?:response|conversation|session|input_audio_buffer|rate_limits)\./.test(type)
  return isEvent || type === 'error' || type === 'ping' || isObject(error) ? [first] : undefined
}

export const stream: StreamDecoding = {
  framing: ndjson,
  entry,
  turns: true,
  decoder: (context) => new RealtimeDecoder(context),
}
