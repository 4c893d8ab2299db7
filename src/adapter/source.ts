import { AdapterError } from '../json/errors.js'
import { documentOf, excerpt, type JsonDocument, tryParseJson } from '../json/parse.js'
import { asJson } from '../json/read.js'
import type { JsonValue } from '../json/types.js'
import type { StreamEvent } from '../stream/events.js'
import { createFramer, type Frame } from '../stream/framing.js'
import type { StreamDecoding } from './adapter.js'
import type { Context } from './context.js'

/**
 * Where a stream can come from: an official SDK's stream object (an async iterable of parsed events), a fetch
 * Response, a ReadableStream of bytes, an iterable of bytes or text, or the whole text or all its bytes at once.
 */
export type StreamSource<Event> =
  | AsyncIterable<Event | Uint8Array | string>
  | Iterable<Event | Uint8Array | string>
  | { readonly body: ReadableStream<Uint8Array> | null }
  | ReadableStream<Uint8Array>
  | Uint8Array

/** Turns chunks of bytes, text or parsed native events into canonical events: the synchronous core of every stream. */
export interface EventReader {
  /** What decoding throws comes after the events before it: with the next call when there are any. */
  push(chunk: Uint8Array | string | object): readonly StreamEvent[]
  finish(): readonly StreamEvent[]
  /** Throws what waits to be thrown, once. */
  check(): void
}

export function createEventReader(codec: StreamDecoding, context: Context): EventReader {
  const framer = createFramer(codec.framing)
  // Digits that parsing lost are found in the latest frame: decoders look for them while they read it.
  let text = ''
  let value: JsonValue | undefined
  let document: JsonDocument | undefined
  let isDamaged = false
  const decoder = codec.decoder({
    ...context,
    exactText(object) {
      document ??= documentOf(text, value ?? null)
      return document.exactText(object) ?? context.exactText(object)
    },
  })
  const decodeFrame = ({ data }: Frame): readonly StreamEvent[] => {
    if (data === codec.done || data === '') return []
    text = data
    value = tryParseJson(data)
    document = undefined
    if (value !== undefined) return decoder.push(value)
    isDamaged = true
    return [unreadable(data)]
  }
  let failure: { readonly error: unknown } | undefined
  const keepFailure = (error: unknown, events: readonly StreamEvent[]) => {
    if (events.length === 0) throw error
    failure = { error }
  }
  const decodeFrames = (frames: readonly Frame[]): readonly StreamEvent[] => {
    if (frames.length === 1 && frames[0] !== undefined) return decodeFrame(frames[0])
    const events: StreamEvent[] = []
    try {
      for (const frame of frames) for (const event of decodeFrame(frame)) events.push(event)
    } catch (error) {
      keepFailure(error, events)
    }
    return events
  }
  const check = () => {
    const waiting = failure
    failure = undefined
    if (waiting !== undefined) throw waiting.error
  }
  return {
    check,
    push(chunk) {
      check()
      return typeof chunk === 'string' || chunk instanceof Uint8Array
        ? decodeFrames(framer.push(chunk))
        : decoder.push(asJson(chunk))
    },
    finish() {
      check()
      // What is left without its line end may be half an event: whether something is missing, the decoder knows.
      const whole = framer
        .finish()
        .filter(({ data }) => data === codec.done || tryParseJson(data) !== undefined)
      const events = [...decodeFrames(whole)]
      try {
        for (const event of decoder.finish()) events.push(isDamaged ? asFailed(event) : event)
      } catch (error) {
        keepFailure(error, events)
      }
      return events
    },
  }
}

/** Something of the answer was in a frame that cannot be read, so it did not end well, whatever it says itself. */
function asFailed(event: StreamEvent): StreamEvent {
  return event.type === 'finish' ? { ...event, finish: { ...event.finish, reason: 'error' } } : event
}

function unreadable(data: string): StreamEvent {
  const error = { message: 'a stream event is not JSON', code: 'invalid-json', raw: excerpt(data) }
  return { type: 'error', error }
}

/** Reads a source chunk by chunk; the events of each chunk come together. */
export interface BatchReader {
  /**
   * The next events (maybe none), or undefined after the last ones. A source that throws half-way gives an `error`
   * event, then the events that close what was open: nothing that came before is lost.
   * @throws AdapterError `wrong-type` when the source is none, `strict` for a warning in strict mode.
   */
  next(): Promise<readonly StreamEvent[] | undefined>
  /** Stops reading and lets the source go. */
  close(): Promise<void>
}

export function createBatchReader<Event extends object>(
  source: StreamSource<Event>,
  codec: StreamDecoding,
  context: Context,
): BatchReader {
  const reader = createEventReader(codec, context)
  let chunks: ChunkIterator<Event> | undefined
  let isDone = false
  const close = async () => {
    if (isDone) return
    isDone = true
    await chunks?.return?.()
  }
  return {
    close,
    async next() {
      if (!isDone) chunks ??= chunksOf(source)
      try {
        reader.check()
        if (isDone || chunks === undefined) return undefined
        const step = await chunks.next()
        if (!step.done) return reader.push(step.value)
        isDone = true
        return reader.finish()
      } catch (error) {
        await close().catch(() => undefined)
        if (error instanceof AdapterError && error.code === 'strict') throw error
        return [streamFailed(error), ...reader.finish()]
      }
    },
  }
}

type Step = IteratorResult<StreamEvent, undefined>
const END: Step = { done: true, value: undefined }

/**
 * Reads a source to its end, one event at a time. See `BatchReader.next` for errors. This is what an async generator
 * would do with `yield*`, by hand: a generator passes every event through several promises, which takes as long as
 * decoding it.
 */
export function readStream<Event extends object>(
  source: StreamSource<Event>,
  codec: StreamDecoding,
  context: Context,
): AsyncIterableIterator<StreamEvent, undefined> {
  const batches = createBatchReader(source, codec, context)
  let events: Iterator<StreamEvent, undefined> = [].values()
  /** How many calls of `next` wait for a chunk, and the answer to the last of them: later ones queue behind it. */
  let waiting = 0
  let last: Promise<Step> = Promise.resolve(END)
  const advance = async (): Promise<Step> => {
    try {
      for (;;) {
        const step = events.next()
        if (!step.done) return step
        const batch = await batches.next()
        if (batch === undefined) return END
        events = batch.values()
      }
    } finally {
      waiting -= 1
    }
  }
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    next() {
      if (waiting === 0) {
        const step = events.next()
        if (!step.done) return Promise.resolve(step)
      }
      waiting += 1
      last = waiting === 1 ? advance() : last.then(advance, advance)
      return last
    },
    async return() {
      events = [].values()
      await batches.close()
      return END
    },
  }
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

type ChunkIterator<Event> = AsyncIterator<Uint8Array | string | Event> | Iterator<Uint8Array | string | Event>

function chunksOf<Event extends object>(source: StreamSource<Event>): ChunkIterator<Event> {
  if (typeof source === 'string' || source instanceof Uint8Array) return [source].values()
  if (typeof source !== 'object' || source === null)
    throw new AdapterError('wrong-type', '', `expected a stream, got ${String(source)}`)
  if (Symbol.asyncIterator in source) return source[Symbol.asyncIterator]()
  if (Symbol.iterator in source) return source[Symbol.iterator]()
  if (isByteStream(source)) return readBytes(source)
  if ('body' in source) return source.body === null ? [].values() : readBytes(source.body)
  const got = 'then' in source ? 'a Promise: await it first' : 'another object'
  throw new AdapterError('wrong-type', '', `expected an iterable or a Response, got ${got}`)
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
