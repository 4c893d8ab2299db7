import { AdapterError } from '../json/errors.js'
import { documentOf, excerpt, type JsonDocument, tryParseJson } from '../json/parse.js'
import { asJson, isArray, isObject } from '../json/read.js'
import type { JsonObject, JsonValue } from '../json/types.js'
import type { ProviderError } from '../model/types.js'
import type { StreamEvent } from '../stream/events.js'
import { createWholeFramer, type Frame } from '../stream/framing.js'
import type { StreamDecoding } from './adapter.js'
import type { Context, Notice } from './context.js'
import { type HttpFacts, httpFacts, thrownBody } from './refusal.js'

/**
 * Where a stream can come from: an official SDK's stream object (an async iterable of parsed events), a fetch
 * Response, a ReadableStream of bytes, an iterable of bytes or text, or the whole text or all its bytes at once. In place
 * of a stream each may hold a whole answer or an error, and what an SDK threw in place of one may be given as it is.
 */
export type StreamSource<Event, Answer = never> =
  | AsyncIterable<Event | Uint8Array | string>
  | Iterable<Event | Uint8Array | string>
  | { readonly body: ReadableStream<Uint8Array> | null }
  | ReadableStream<Uint8Array>
  | Uint8Array
  | Error
  | Answer

/** Turns chunks of bytes, text or parsed native events into canonical events: the synchronous core of every stream. */
export interface EventReader {
  /** Adds the events of a chunk to a list and returns it. When decoding throws, those before the error are in it. */
  push(chunk: Uint8Array | string | object, events?: StreamEvent[]): StreamEvent[]
  finish(events?: StreamEvent[]): StreamEvent[]
  /** Adds the error that the source threw; `finish` is still to be called. */
  fail(thrown: unknown, events: StreamEvent[]): void
}

/** @param refusal what HTTP says, when the answer came with the status of an error. */
export function createEventReader(codec: StreamDecoding, context: Context, refusal?: HttpFacts): EventReader {
  const framer = refusal === undefined ? codec.framing.createFramer() : createWholeFramer()
  /** Whether something of this wire came, and what came instead. */
  let isEntered = codec.entry === undefined
  let stranger: JsonObject | undefined
  let hasError = false
  /** Whether anything came but errors: how an answer ended that was begun, the wire says itself. */
  let hasAnswer = false
  // Digits that parsing lost are found in the latest frame: decoders look for them while they read it.
  let text = ''
  let value: JsonValue | undefined
  let document: JsonDocument | undefined
  let isDamaged = false
  /** Whether the answer was begun, and whether anything came of it. */
  let hasStarted = false
  let hasContent = false
  const inner: Context = {
    ...context,
    exactText(object) {
      document ??= documentOf(text, value ?? null)
      return document.exactText(object) ?? context.exactText(object)
    },
  }
  let decoder = codec.decoder(inner)
  /** A proxy whose upstream broke off may ask again in the same stream: only the latest answer counts. */
  const begin = (events: StreamEvent[]) => {
    if (hasStarted || hasContent) {
      context.report(restarted(hasContent))
      events.push({ type: 'restart' })
      decoder = codec.decoder(inner)
      hasContent = false
      hasError = false
      isDamaged = false
    }
    hasStarted = true
  }
  const read = (native: JsonValue, events: StreamEvent[]) => {
    if (codec.begins !== undefined && isObject(native) && native.type === codec.begins) begin(events)
    const more = decoder.push(native)
    hasContent ||= more.some(({ type }) => type !== 'response-start')
    for (const event of more) add(event, events)
    return events
  }
  const add = (event: StreamEvent, events: StreamEvent[]) => {
    const isError = event.type === 'error'
    if (isError) hasError = true
    else hasAnswer = true
    events.push(
      isError && refusal !== undefined ? { ...event, error: { ...event.error, ...refusal } } : event,
    )
  }
  const enter = (native: JsonValue, events: StreamEvent[]): StreamEvent[] => {
    if (isEntered || codec.entry === undefined || !isObject(native)) return read(native, events)
    const own = codec.entry(native)
    isEntered = own !== undefined
    if (own === undefined) stranger ??= native
    for (const event of own ?? [native]) read(event, events)
    return events
  }
  /** The error that an answer of another form amounts to, named by what it says of itself. */
  const misread = (): ProviderError | undefined => {
    if (hasError || (refusal === undefined && (isEntered || stranger === undefined))) return undefined
    const said = stranger && (stranger.type ?? stranger.object ?? Object.keys(stranger))
    return {
      message: `not an answer of this wire: ${said ?? excerpt(text)}`,
      code: refusal ? 'http-error' : 'foreign-answer',
      raw: stranger ?? excerpt(text),
    }
  }
  const readFrame = ({ data, isWhole }: Frame, events: StreamEvent[], isLast: boolean) => {
    if (data === codec.done || data === '') return
    text = data
    value = tryParseJson(data)
    document = undefined
    if (value !== undefined)
      for (const native of isWhole && isArray(value) ? value : [value]) enter(native, events)
    else if (stranger === undefined && (!isLast || (isWhole && refusal === undefined))) {
      isDamaged = true
      add(unreadable(data), events)
    }
  }
  return {
    push(chunk, events = []) {
      if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return enter(asJson(chunk), events)
      for (const frame of framer.push(chunk)) readFrame(frame, events, false)
      return events
    },
    finish(events = []) {
      // What is left without its line end may be half an event: whether something is missing, the decoder knows.
      for (const frame of framer.finish()) readFrame(frame, events, true)
      const error = misread()
      const isFailed = isDamaged || (refusal ?? error) !== undefined || (hasError && !hasAnswer)
      if (error !== undefined) add({ type: 'error', error }, events)
      // That it was no answer says more than that it ended early.
      for (const event of decoder.finish())
        if (error === undefined || event.type !== 'error') events.push(isFailed ? asFailed(event) : event)
      return events
    },
    fail(thrown, events) {
      refusal = httpFacts(thrown)
      const body = thrownBody(thrown)
      if (body !== undefined) enter(body, events)
      if (!hasError) add(streamFailed(thrown), events)
    },
  }
}

/** Something of the answer was in a frame that cannot be read, so it did not end well, whatever it says itself. */
function asFailed(event: StreamEvent): StreamEvent {
  return event.type === 'finish' ? { ...event, finish: { ...event.finish, reason: 'error' } } : event
}

function restarted(hasContent: boolean): Notice {
  return {
    code: 'stream-restarted',
    severity: hasContent ? 'warning' : 'info',
    path: '',
    message: 'the answer began anew; what came of it before is void, and its calls must not be run',
  }
}

function unreadable(data: string): StreamEvent {
  const error = { message: 'a stream event is not JSON', code: 'invalid-json', raw: excerpt(data) }
  return { type: 'error', error }
}

type Step = IteratorResult<StreamEvent, undefined>
const END: Step = { done: true, value: undefined }

/**
 * Reads a source to its end. A source that throws half-way gives an `error` event, then the events that close what was
 * open: nothing that came before is lost. This is what an async generator would do with `yield*`, by hand: a generator
 * passes every event through several promises, which takes as long as decoding it.
 * @throws AdapterError (from `next`) `wrong-type` when the source is none, `strict` for a warning in strict mode.
 */
export function readStream<Event extends object>(
  source: StreamSource<Event, object>,
  codec: StreamDecoding,
  context: Context,
): AsyncIterableIterator<StreamEvent, undefined> {
  const facts = httpFacts(source)
  const reader = createEventReader(codec, context, (facts.status ?? 0) < 400 ? undefined : facts)
  let chunks: ChunkIterator<Event> | undefined
  let events: StreamEvent[] = []
  let position = 0
  let failure: AdapterError | undefined
  let isDone = false
  /** How many calls of `next` wait for a chunk, and the answer to the last of them: later ones queue behind it. */
  let waiting = 0
  let last: Promise<Step> = Promise.resolve(END)
  const close = async () => {
    const open = chunks
    chunks = [].values()
    await open?.return?.()
  }
  const readChunk = async () => {
    events = []
    position = 0
    chunks ??= chunksOf(source)
    try {
      const step = await chunks.next()
      // The reader was let go in the meantime.
      if (isDone) return
      isDone = step.done === true
      if (step.done) reader.finish(events)
      else reader.push(step.value, events)
    } catch (error) {
      await close().catch(() => undefined)
      if (isStrict(error)) failure = error
      else reader.fail(error, events)
    }
  }
  const advance = async (): Promise<Step> => {
    try {
      for (;;) {
        const value = events[position]
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
      const value = waiting === 0 ? events[position] : undefined
      if (value !== undefined) {
        position += 1
        return Promise.resolve({ done: false, value })
      }
      waiting += 1
      last = waiting === 1 ? advance() : last.then(advance, advance)
      return last
    },
    async return() {
      events = []
      isDone = true
      await close()
      return END
    },
  }
}

function isStrict(error: unknown): error is AdapterError {
  return error instanceof AdapterError && error.code === 'strict'
}

function streamFailed(error: unknown): StreamEvent {
  const message = error instanceof Error ? error.message : String(error)
  return { type: 'error', error: { message, code: 'stream-failed', raw: rawOf(error) } }
}

/** The provider's own error object, which the official SDKs attach as `error`. */
function rawOf(error: unknown): JsonValue {
  const attached = typeof error === 'object' && error !== null && 'error' in error ? error.error : undefined
  return attached === undefined ? String(error) : asJson(attached)
}

type ChunkIterator<Event> =
  | AsyncIterator<Uint8Array | string | Event | object>
  | Iterator<Uint8Array | string | Event | object>

function chunksOf<Event extends object>(source: StreamSource<Event, object>): ChunkIterator<Event> {
  if (typeof source === 'string' || source instanceof Uint8Array) return [source].values()
  if (typeof source !== 'object' || source === null)
    throw new AdapterError('wrong-type', '', `expected a stream, got ${String(source)}`)
  if (Symbol.asyncIterator in source) return source[Symbol.asyncIterator]()
  if (Symbol.iterator in source) return source[Symbol.iterator]()
  if (isByteStream(source)) return readBytes(source)
  if ('body' in source) return source.body === null ? [].values() : readBytes(source.body)
  if (source instanceof Error) return { next: () => Promise.reject(source) }
  if (!('then' in source)) return [source].values()
  throw new AdapterError('wrong-type', '', 'a Promise is no stream: await it first')
}

function isByteStream(source: object): source is ReadableStream<Uint8Array> {
  return 'getReader' in source
}

/** ReadableStream is not async iterable everywhere (Safari), so it is read by hand. */
async function* readBytes(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
