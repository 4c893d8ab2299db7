import { type HttpFacts, httpFacts, thrownBody } from '../../base/http/error-facts.js'
import { bodyWords, type ErrorWords, errorWords, isAnyError } from '../../base/http/error-words.js'
import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { documentOf, excerpt, type JsonDocument, tryParseJson } from '../../base/json/parse.js'
import { asJson, isArray, isObject } from '../../base/json/read-json.js'
import { createRepeatedParser } from '../../base/json/repeated-parser.js'
import { asWord, compact } from '../../base/json/write-json.js'
import { RoundedInStream } from '../../base/model/arguments.js'
import type { Context } from '../../base/model/context.js'
import type { StreamDecoder, StreamEvent } from '../../base/model/events.js'
import { failedFinish, isTorn, tornFinish } from '../../base/model/outcome.js'
import { DistinctCalls } from '../../base/model/repeated-ids.js'
import { NO_WORDS } from '../shape/failed-answer.js'
import { reportRestart } from '../shape/losses.js'
import { isAnswerList } from './answer-list.js'
import type { Converter, StreamDecoding } from './codec.js'
import { createWholeFramer, DONE, type Frame, type Framer } from './framing.js'
import { UnreadInStream } from './unread-calls.js'

/**
 * Sources of a stream: an official SDK's stream object (an async iterable of parsed events), a fetch
 * Response, the output of a command of the AWS SDK, a ReadableStream of bytes, an iterable of bytes or text,
 * or the complete text or bytes at once. Each source may contain a complete answer or an error in place of a
 * stream. An error that an SDK threw is accepted as well.
 */
export type StreamSource<Event, Answer = never> =
  | AsyncIterable<Event | Uint8Array | string>
  | Iterable<Event | Uint8Array | string>
  | { readonly body: ReadableStream<Uint8Array> | AsyncIterable<Event | Uint8Array> | null }
  | { readonly stream?: AsyncIterable<Event> | undefined }
  | ReadableStream<Uint8Array>
  | Uint8Array
  | Error
  | Answer

const END: IteratorReturnResult<undefined> = { done: true, value: undefined }

/**
 * Reads a source to its end. A source that throws midway emits an `error` event, then the events that close
 * open blocks: earlier events are never lost. Equivalent to an async generator with `yield*`. A generator
 * would pass every event through several promises, which takes as long as decoding the event.
 * @throws AdapterError (from `next`) `wrong-type` when the source is invalid, `strict` for a warning in
 * strict mode.
 */
export function readStream<Event extends object>(
  source: StreamSource<Event, object>,
  codec: StreamDecoding,
  context: Context,
): AsyncIterableIterator<StreamEvent, undefined> {
  return readSource(source, createSourceReader(source, codec, context))
}

/** Creates the reader of a source, which may be an HTTP error answer. */
export function createSourceReader(source: unknown, codec: StreamDecoding, context: Context): EventReader {
  const facts = httpFacts(source)
  return new EventReader(codec, context, (facts.status ?? 0) < 400 ? undefined : facts)
}

/** Converts the chunks of a source to items, as `EventReader` does for events. */
export interface ChunkReader<Item> {
  push(chunk: Uint8Array | string | object, items: Item[]): unknown
  finish(items: Item[]): unknown
  fail(thrown: unknown, items: Item[]): void
}

/**
 * Reads a source chunk by chunk: the next chunk is requested after all items of the previous one are
 * consumed.
 */
export function readSource<Event extends object, Item extends object | string>(
  source: StreamSource<Event, object>,
  reader: ChunkReader<Item>,
): AsyncIterableIterator<Item, undefined> {
  let chunks: ChunkIterator<Event> | undefined
  let items: Item[] = []
  let position = 0
  let failure: AdapterError | undefined
  let isDone = false
  /**
   * The number of `next` calls that wait for a chunk, and the result of the last of these calls. Later calls
   * queue behind this result.
   */
  let waiting = 0
  let last: Promise<IteratorResult<Item, undefined>> = Promise.resolve(END)
  const close = async () => {
    const open = chunks
    chunks = [].values()
    await open?.return?.()
  }
  const readChunk = async () => {
    items = []
    position = 0
    chunks ??= chunksOf(source)
    try {
      const step = await chunks.next()
      // The reader may have been cancelled in the meantime.
      if (isDone) return
      isDone = step.done === true
      if (step.done) reader.finish(items)
      else reader.push(step.value, items)
    } catch (error) {
      await close().catch(() => undefined)
      if (isStrict(error)) failure = error
      else reader.fail(error, items)
    }
  }
  const advance = async (): Promise<IteratorResult<Item, undefined>> => {
    try {
      for (;;) {
        const value = items[position]
        position += 1
        if (value !== undefined) return { done: false, value }
        if (isDone || failure !== undefined) break
        await readChunk()
      }
      isDone = true
      if (failure === undefined) return END
      const error = failure
      failure = undefined
      throw error
    } finally {
      waiting -= 1
    }
  }
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    next() {
      const value = waiting === 0 ? items[position] : undefined
      if (value !== undefined) {
        position += 1
        return Promise.resolve({ done: false, value })
      }
      waiting += 1
      last = waiting === 1 ? advance() : last.then(advance, advance)
      return last
    },
    async return() {
      items = []
      isDone = true
      await close()
      return END
    },
  }
}

function isStrict(error: unknown): error is AdapterError {
  return error instanceof AdapterError && error.code === 'strict'
}

type ChunkIterator<Event> =
  | AsyncIterator<Uint8Array | string | Event | object>
  | Iterator<Uint8Array | string | Event | object>

function chunksOf<Event extends object>(source: StreamSource<Event, object>): ChunkIterator<Event> {
  if (typeof source === 'string' || source instanceof Uint8Array) return [source].values()
  if (typeof source !== 'object' || source === null)
    throw new AdapterError('wrong-type', '', `expected a stream, got ${String(source)}`)
  if (isByteStream(source)) return readBytes(source)
  if (Symbol.asyncIterator in source) return source[Symbol.asyncIterator]()
  if (Symbol.iterator in source) return source[Symbol.iterator]()
  // Errors of some SDKs have a `body`.
  if (source instanceof Error) return { next: () => Promise.reject(source) }
  if ('stream' in source && isAsyncIterable(source.stream)) return source.stream[Symbol.asyncIterator]()
  if ('body' in source) return source.body === null ? [].values() : chunksOf(source.body)
  if (!('then' in source)) return [source].values()
  throw new AdapterError('wrong-type', '', 'a Promise is not a stream: await it first')
}

function isAsyncIterable<Event>(value: AsyncIterable<Event> | undefined): value is AsyncIterable<Event> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

function isByteStream(source: object): source is ReadableStream<Uint8Array> {
  return 'getReader' in source
}

/**
 * ReadableStream is not async iterable everywhere (Safari), so it is read with a reader. `return` also ends a
 * pending read, which a generator would wait for.
 */
function readBytes(stream: ReadableStream<Uint8Array>): AsyncIterator<Uint8Array, unknown> {
  const reader = stream.getReader()
  return {
    next: () => reader.read(),
    async return() {
      await reader.cancel().catch(() => undefined)
      return END
    },
  }
}

/**
 * Converts chunks of bytes, text or parsed native events to canonical events: the synchronous core of every
 * stream.
 */
export class EventReader {
  readonly #codec: StreamDecoding
  readonly #converter: Converter
  readonly #context: Context
  readonly #framer: Framer
  readonly #parse = createRepeatedParser()
  readonly #rounded: RoundedInStream
  #unread: UnreadInStream
  readonly #calls = new DistinctCalls()
  /** The id of the latest call, if it is only the beginning of a call. */
  #torn: string | undefined
  /** The ids of calls with a result in the same answer, which may precede the call. */
  readonly #answered = new Set<string>()
  #refusal: HttpFacts | undefined
  #decoder: StreamDecoder<JsonValue>
  /**
   * The text of the latest frame, kept while decoders read the frame, since the text contains digits that
   * parsing lost.
   */
  #text = ''
  #value: JsonValue = null
  #document: JsonDocument | undefined
  /** True after data of this wire was received. `#stranger` is the first data of another form. */
  #isEntered: boolean
  #stranger: JsonObject | undefined
  /** True after data other than errors. Once an answer has begun, the wire states how the answer ended. */
  #hasAnswer = false
  /** True after the answer has begun; `#hasContent` is true after its first content. */
  #isBegun = false
  #hasContent = false
  #hasError = false
  /** True if the name of the frame is an error name. */
  #isErrorFrame = false
  /** True after an error that the decoder does not recognize. */
  #isBroken = false
  /** True if the source threw. */
  #hasFailed = false
  #isDamaged = false
  /** True after `[DONE]`. */
  #isDone = false
  /** True until the source has sent content. */
  #isEmpty = true
  /** True after the end of the answer. Later frames are ignored, unless an answer begins again. */
  #isOver = false

  /** @param refusal HTTP facts of an answer with an error status. */
  constructor(codec: StreamDecoding, context: Context, refusal?: HttpFacts) {
    this.#codec = codec
    this.#converter = codec.converter ?? asJson
    this.#context = { ...context, exactText: (value) => this.#exactText(value) ?? context.exactText(value) }
    this.#refusal = refusal
    this.#framer = refusal === undefined ? codec.framing.createFramer() : createWholeFramer()
    this.#decoder = codec.decoder(this.#context)
    this.#rounded = new RoundedInStream(this.#context)
    this.#unread = new UnreadInStream(this.#context)
    this.#isEntered = codec.entry === undefined
  }

  /**
   * Adds the events of a chunk to a list and returns it. If decoding throws, the list contains the events
   * before the error.
   */
  push(chunk: Uint8Array | string | object, events: StreamEvent[] = []): StreamEvent[] {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) {
      this.#isEmpty = false
      this.#enter(this.#converter(chunk), events)
    } else for (const frame of this.#framer.push(chunk)) this.#readFrame(frame, events)
    return events
  }

  finish(events: StreamEvent[] = []): StreamEvent[] {
    // After a failure an incomplete event is ignored.
    if (!this.#hasFailed) for (const frame of this.#framer.finish()) this.#readFrame(frame, events, true)
    const isForeign = this.#isForeign()
    const isError = this.#refusal !== undefined || (this.#hasError && !this.#hasAnswer)
    this.#isDamaged ||= isForeign || isError
    if (isForeign) this.#addForeign(events)
    // The error about a foreign answer or an interruption is more informative than the notice of an early
    // end.
    const isExplained = isForeign || this.#isBroken
    for (const event of this.#decoder.finish(this.#isDone))
      if (!isExplained || event.type !== 'error') this.#add(this.#isEmpty ? asEmpty(event) : event, events)
    return events
  }

  /** Adds the error that the source threw; call `finish` afterwards. */
  fail(thrown: unknown, events: StreamEvent[]): void {
    this.#hasFailed = true
    if (this.#isOver) return
    this.#refusal = httpFacts(thrown)
    this.#isBroken = true
    const body = thrownBody(thrown)
    if (errorWords(body).message !== undefined) this.#enter(body ?? null, events)
    if (!this.#hasError) this.#addError(messageOf(thrown), 'stream-failed', rawOf(thrown), events)
  }

  #exactText(value: object): string | undefined {
    this.#document ??= documentOf(this.#text, this.#value)
    return this.#document.exactText(value)
  }

  #readFrame({ event, data, isWhole }: Frame, events: StreamEvent[], isLast = false): void {
    if (data === '' || event === 'ping') return
    this.#isEmpty = false
    if (data === DONE) {
      this.#isDone = this.#isOver = this.#hasAnswer || this.#hasError
      return
    }
    const value = isWhole ? tryParseJson(data) : this.#parse(data)
    this.#text = data
    this.#document = undefined
    this.#rounded.read(data)
    this.#isErrorFrame = event === 'error'
    if (value !== undefined) {
      this.#value = value
      for (const native of this.#listed(value, isWhole)) this.#enter(native, events)
    } else if (!this.#isOver) this.#readText(data, isWhole, isLast, events)
    this.#isErrorFrame = false
  }

  /** Returns the answers in a list, which some servers send in place of a single answer. */
  #listed(value: JsonValue, isWhole: true | undefined): readonly JsonValue[] {
    if (!isArray(value)) return [value]
    return isWhole || isAnswerList(value, this.#codec) ? value : [value]
  }

  /** Reads a frame that is not JSON. */
  #readText(data: string, isWhole: true | undefined, isLast: boolean, events: StreamEvent[]): void {
    if (this.#isErrorFrame) {
      this.#state(bodyWords(data), data, events)
      return
    }
    // A remainder without a line end may be an incomplete event: the decoder detects that data is missing.
    if (this.#stranger !== undefined || (isLast && (!isWhole || this.#refusal !== undefined))) return
    this.#isDamaged = true
    this.#addError(this.#unparsedMessage(data), 'invalid-json', excerpt(data), events)
  }

  /** Returns the first line of a text in place of an answer; text of the model is not repeated. */
  #unparsedMessage(data: string): string {
    const isAlone = !this.#hasAnswer && !this.#hasError && !/^[{[]/.test(data)
    const { message } = isAlone ? bodyWords(data) : {}
    return message === undefined
      ? 'a stream event is not JSON'
      : `the answer is ${isPage(data) ? 'an HTML page, ' : ''}not JSON: ${message.slice(0, 1000)}`
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
    const { begins, ends } = this.#codec
    if (isObject(native) && begins?.(native)) this.#begin(events)
    if (this.#isOver) return
    const made = this.#decoder.push(native)
    if (isObject(native) && ends?.(native)) this.#isOver = true
    if (made.length === 0) this.#readOther(native, events)
    for (const event of made) {
      if (event.type !== 'response-start') this.#hasContent = true
      this.#add(event, events)
    }
  }

  /**
   * Reads a frame that the decoder did not recognize: an error in another form, or data that is not of this
   * wire.
   */
  #readOther(native: JsonValue, events: StreamEvent[]): void {
    // In a stream of several turns, only the decoder knows which turn failed.
    const isRead = this.#codec.turns === true
    if (!isRead && (this.#isErrorFrame || (isObject(native) && isAnyError(native))))
      this.#state(errorWords(native, this.#codec.errorCodes), native, events)
    else this.#unread.skip(native)
  }

  /** Adds an error that the decoder does not know. */
  #state(words: ErrorWords, raw: JsonValue, events: StreamEvent[]): void {
    this.#isDamaged = this.#isBroken = this.#hasContent = true
    const { message = NO_WORDS, code } = words
    this.#add({ type: 'error', error: compact({ message, code, raw }) }, events)
  }

  /**
   * Restarts the answer. A proxy whose upstream broke off may retry within the same stream: only the latest
   * answer counts.
   */
  #begin(events: StreamEvent[]): void {
    if (this.#isBegun || this.#hasContent) {
      reportRestart('the answer', this.#hasContent, this.#context)
      events.push(this.#calls.push({ type: 'restart' }))
      this.#decoder = this.#codec.decoder(this.#context)
      this.#unread = new UnreadInStream(this.#context)
      this.#hasContent = false
      this.#hasError = this.#isDamaged = this.#isBroken = this.#isDone = this.#isOver = false
    }
    this.#isBegun = true
  }

  #add(event: StreamEvent, events: StreamEvent[]): void {
    if (!('delta' in event)) this.#unread.push(event)
    this.#rounded.push(event)
    this.#addDistinct(this.#calls.push(event), events)
  }

  /** Returns the event, with the end of a truncated answer if its last call is torn. */
  #ended(event: StreamEvent): StreamEvent {
    if (event.type === 'tool-call') this.#torn = isTorn(event.call) ? event.call.id : undefined
    else if (event.type === 'tool-result') this.#answered.add(event.result.callId)
    if (event.type !== 'finish' && event.type !== 'restart') return event
    const isTornEnd = this.#torn !== undefined && !this.#answered.has(this.#torn)
    // The next turn of the stream, or the next attempt, has other calls.
    this.#torn = undefined
    this.#answered.clear()
    return isTornEnd && event.type === 'finish' ? { ...event, finish: tornFinish(event.finish) } : event
  }

  #addDistinct(event: StreamEvent, events: StreamEvent[]): void {
    const isError = event.type === 'error'
    if (isError) this.#hasError = true
    else this.#hasAnswer = true
    const told = isError ? { ...event, error: { ...event.error, ...this.#refusal } } : event
    events.push(this.#isDamaged ? asFailed(told) : this.#ended(told))
    // A turn ended within the stream: the next data belongs to another answer.
    if (event.type === 'finish') this.#isBegun = this.#hasContent = this.#isDamaged = this.#isBroken = false
  }

  #addError(message: string, code: string, raw: JsonValue, events: StreamEvent[]): void {
    this.#add({ type: 'error', error: { message, code, raw } }, events)
  }

  /**
   * Returns true if the received data is not of this wire, or is an error in a form that the wire does not
   * have.
   */
  #isForeign(): boolean {
    if (this.#hasError) return false
    return this.#refusal !== undefined || (!this.#isEntered && this.#stranger !== undefined)
  }

  /** Adds the error for an answer of another form. The message describes the content of this answer. */
  #addForeign(events: StreamEvent[]): void {
    const stranger = this.#stranger
    const text = excerpt(this.#text)
    const said = stranger && (stranger.type ?? stranger.object ?? Object.keys(stranger).join(','))
    if (this.#refusal !== undefined) {
      const { message } = stranger === undefined ? bodyWords(this.#text) : errorWords(stranger)
      this.#addError(
        refusedMessage(this.#refusal, this.#text, message),
        'http-error',
        stranger ?? text,
        events,
      )
      return
    }
    const message = `not an answer of this wire: ${said === undefined ? text : asWord(said)}`
    this.#addError(message, 'foreign-answer', stranger ?? text, events)
  }
}

/** States that the server sent nothing, in place of an interrupted stream. */
function asEmpty(event: StreamEvent): StreamEvent {
  if (event.type !== 'error') return event
  return { ...event, error: { ...event.error, message: 'the answer is empty: the server sent no content' } }
}

/**
 * Marks a finish as failed: a part of the answer was in an unreadable frame, regardless of the finish reason.
 */
function asFailed(event: StreamEvent): StreamEvent {
  return event.type === 'finish' ? { ...event, finish: failedFinish(event.finish) } : event
}

function refusedMessage({ status }: HttpFacts, text: string, message: string | undefined): string {
  const words = message === undefined ? ', without a reason' : `: ${message}`
  return `the server answered with status ${status}${isPage(text) ? ' and an HTML page' : ''}${words}`
}

/** Returns true for a web page, such as the login page of a network or the error page of a gateway. */
export function isPage(text: string): boolean {
  return /^\s*<(?:!doctype\s+)?html\b/i.test(text)
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** Returns the provider's error object, which the official SDKs attach as `error`. */
function rawOf(thrown: unknown): JsonValue {
  const attached =
    typeof thrown === 'object' && thrown !== null && 'error' in thrown ? thrown.error : undefined
  return attached === undefined ? String(thrown) : asJson(attached)
}
