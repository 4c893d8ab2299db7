import { type HttpFacts, httpFacts, thrownBody } from '../http/refusal.js'
import { documentOf, excerpt, type JsonDocument } from '../json/parse.js'
import { asJson, isArray, isObject } from '../json/read.js'
import { createRepeatedParser } from '../json/repeated.js'
import type { JsonObject, JsonValue } from '../json/types.js'
import type { Context } from '../model/context.js'
import { reportRestart } from '../shape/losses.js'
import type { Converter, StreamDecoding } from './codec.js'
import type { StreamDecoder, StreamEvent } from './events.js'
import { createWholeFramer, type Frame, type Framer } from './framing.js'
import { UnreadInStream } from './unread-calls.js'

/** Turns chunks of bytes, text or parsed native events into canonical events: the synchronous core of every stream. */
export class EventReader {
  readonly #codec: StreamDecoding
  readonly #converter: Converter
  readonly #context: Context
  readonly #framer: Framer
  readonly #parse = createRepeatedParser()
  #unread: UnreadInStream
  #refusal: HttpFacts | undefined
  #decoder: StreamDecoder<JsonValue>
  /** The latest frame: digits that parsing lost are found in it, as long as decoders read it. */
  #text = ''
  #value: JsonValue = null
  #document: JsonDocument | undefined
  /** Whether something of this wire came, and what came instead. */
  #isEntered: boolean
  #stranger: JsonObject | undefined
  /** Whether anything came but errors: how an answer ended that was begun, the wire says itself. */
  #hasAnswer = false
  /** Whether the answer was begun, and what came of it. */
  #isBegun = false
  #hasContent = false
  #hasError = false
  /** Whether the source threw. */
  #hasFailed = false
  #isDamaged = false
  /** Whether the word that ends a stream came, and nothing after it. */
  #isDone = false

  /** @param refusal what HTTP says, when the answer came with the status of an error. */
  constructor(codec: StreamDecoding, context: Context, refusal?: HttpFacts) {
    this.#codec = codec
    this.#converter = codec.converter ?? asJson
    this.#context = { ...context, exactText: (value) => this.#exactText(value) ?? context.exactText(value) }
    this.#refusal = refusal
    this.#framer = refusal === undefined ? codec.framing.createFramer() : createWholeFramer()
    this.#decoder = codec.decoder(this.#context)
    this.#unread = new UnreadInStream(this.#context)
    this.#isEntered = codec.entry === undefined
  }

  /** Adds the events of a chunk to a list and returns it. When decoding throws, those before the error are in it. */
  push(chunk: Uint8Array | string | object, events: StreamEvent[] = []): StreamEvent[] {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array))
      this.#enter(this.#converter(chunk), events)
    else for (const frame of this.#framer.push(chunk)) this.#readFrame(frame, events)
    return events
  }

  finish(events: StreamEvent[] = []): StreamEvent[] {
    // Half an event that was on its way says nothing.
    if (!this.#hasFailed) for (const frame of this.#framer.finish()) this.#readFrame(frame, events, true)
    const isForeign = this.#isForeign()
    const isError = this.#refusal !== undefined || (this.#hasError && !this.#hasAnswer)
    this.#isDamaged ||= isForeign || isError
    if (isForeign) this.#addForeign(events)
    // That it was no answer, or why it broke off, says more than that it ended early.
    for (const event of this.#decoder.finish(this.#isDone))
      if ((!isForeign && !this.#hasFailed) || event.type !== 'error') this.#add(event, events)
    return events
  }

  /** Adds the error that the source threw; `finish` is still to be called. */
  fail(thrown: unknown, events: StreamEvent[]): void {
    this.#refusal = httpFacts(thrown)
    this.#hasFailed = true
    const body = thrownBody(thrown)
    if (body !== undefined) this.#enter(body, events)
    if (!this.#hasError) this.#addError(messageOf(thrown), 'stream-failed', rawOf(thrown), events)
  }

  #exactText(value: object): string | undefined {
    this.#document ??= documentOf(this.#text, this.#value)
    return this.#document.exactText(value)
  }

  #readFrame({ data, isWhole }: Frame, events: StreamEvent[], isLast = false): void {
    if (data === '') return
    this.#isDone = data === this.#codec.done
    if (this.#isDone) return
    const value = this.#parse(data)
    this.#text = data
    this.#document = undefined
    if (value !== undefined) {
      this.#value = value
      for (const native of isWhole && isArray(value) ? value : [value]) this.#enter(native, events)
      return
    }
    // What is left without its line end may be half an event: whether something is missing, the decoder knows.
    if (this.#stranger !== undefined || (isLast && (!isWhole || this.#refusal !== undefined))) return
    this.#isDamaged = true
    this.#addError('a stream event is not JSON', 'invalid-json', excerpt(data), events)
  }

  #enter(native: JsonValue, events: StreamEvent[]): void {
    if (this.#isEntered || !isObject(native)) {
      this.#read(native, events)
      return
    }
    const own = this.#codec.entry?.(native)
    this.#isEntered = own !== undefined
    if (own === undefined) this.#stranger ??= native
    for (const event of own ?? [native]) this.#read(event, events)
  }

  #read(native: JsonValue, events: StreamEvent[]): void {
    if (isObject(native) && this.#codec.begins?.(native)) this.#begin(events)
    const made = this.#decoder.push(native)
    if (made.length === 0) this.#unread.skip(native)
    for (const event of made) {
      if (event.type !== 'response-start') this.#hasContent = true
      this.#add(event, events)
    }
  }

  /** A proxy whose upstream broke off may ask again in the same stream: only the latest answer counts. */
  #begin(events: StreamEvent[]): void {
    if (this.#isBegun || this.#hasContent) {
      reportRestart('the answer', this.#hasContent, this.#context)
      events.push({ type: 'restart' })
      this.#decoder = this.#codec.decoder(this.#context)
      this.#unread = new UnreadInStream(this.#context)
      this.#hasContent = false
      this.#hasError = false
      this.#isDamaged = false
    }
    this.#isBegun = true
  }

  #add(event: StreamEvent, events: StreamEvent[]): void {
    if (!('delta' in event)) this.#unread.push(event)
    const isError = event.type === 'error'
    if (isError) this.#hasError = true
    else this.#hasAnswer = true
    const told = isError ? { ...event, error: { ...event.error, ...this.#refusal } } : event
    events.push(this.#isDamaged ? asFailed(told) : told)
    // A turn that ends within the stream: what comes next is an answer of its own.
    if (event.type === 'finish') this.#isBegun = this.#hasContent = this.#isDamaged = false
  }

  #addError(message: string, code: string, raw: JsonValue, events: StreamEvent[]): void {
    this.#add({ type: 'error', error: { message, code, raw } }, events)
  }

  /** Whether what came is nothing of this wire, or an error that the wire has no form for. */
  #isForeign(): boolean {
    if (this.#hasError) return false
    return this.#refusal !== undefined || (!this.#isEntered && this.#stranger !== undefined)
  }

  /** The error that an answer of another form amounts to, named by what it says of itself. */
  #addForeign(events: StreamEvent[]): void {
    const stranger = this.#stranger
    const text = excerpt(this.#text)
    const said = stranger && (stranger.type ?? stranger.object ?? Object.keys(stranger))
    const code = this.#refusal ? 'http-error' : 'foreign-answer'
    this.#addError(`not an answer of this wire: ${said ?? text}`, code, stranger ?? text, events)
  }
}

/** Something of the answer was in a frame that cannot be read, so it did not end well, whatever it says itself. */
function asFailed(event: StreamEvent): StreamEvent {
  return event.type === 'finish' ? { ...event, finish: { ...event.finish, reason: 'error' } } : event
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** The provider's own error object, which the official SDKs attach as `error`. */
function rawOf(thrown: unknown): JsonValue {
  const attached =
    typeof thrown === 'object' && thrown !== null && 'error' in thrown ? thrown.error : undefined
  return attached === undefined ? String(thrown) : asJson(attached)
}
