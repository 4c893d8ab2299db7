import { AdapterError } from '../json/errors.js'
import { documentOf, type JsonDocument, tryParseJson } from '../json/parse.js'
import { asJson } from '../json/read.js'
import type { JsonValue } from '../json/types.js'
import type { StreamEvent } from '../stream/events.js'
import { createFramer, type Frame } from '../stream/framing.js'
import type { StreamCodec } from './adapter.js'
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

export function createEventReader(codec: StreamCodec, context: Context): EventReader {
  const framer = createFramer(codec.framing)
  const frameTexts = new FrameTexts()
  const decoder = codec.decoder({
    ...context,
    exactText: (object) => frameTexts.exactText(object) ?? context.exactText(object),
  })
  const decodeFrames = (frames: readonly Frame[]): readonly StreamEvent[] => {
    if (frames.length === 1 && frames[0] !== undefined) return decodeFrame(frames[0])
    const events: StreamEvent[] = []
    return attempt(events, () => {
      for (const frame of frames) for (const event of decodeFrame(frame)) events.push(event)
    })
  }
  let failure: { readonly error: unknown } | undefined
  const attempt = (events: StreamEvent[], step: () => void) => {
    try {
      step()
    } catch (error) {
      if (events.length === 0) throw error
      failure = { error }
    }
    return events
  }
  const check = () => {
    const waiting = failure
    failure = undefined
    if (waiting !== undefined) throw waiting.error
  }
  let isDamaged = false
  const decodeFrame = (frame: Frame): readonly StreamEvent[] => {
    if (frame.data === codec.done || frame.data === '') return []
    const value = tryParseJson(frame.data)
    if (value === undefined) {
      isDamaged = true
      return [unreadable(frame.data)]
    }
    frameTexts.read(frame.data, value)
    return decoder.push(value)
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
      return attempt(events, () => {
        for (const event of decoder.finish()) events.push(isDamaged ? asFailed(event) : event)
      })
    },
  }
}

/** Something of the answer was in a frame that cannot be read, so it did not end well, whatever it says itself. */
function asFailed(event: StreamEvent): StreamEvent {
  return event.type === 'finish' ? { ...event, finish: { ...event.finish, reason: 'error' } } : event
}

/** Finds the digits that parsing lost in the latest frame: decoders look for them while they read it. */
class FrameTexts {
  private text = ''
  private value: JsonValue = null
  private document: JsonDocument | undefined

  read(text: string, value: JsonValue): void {
    this.text = text
    this.value = value
    this.document = undefined
  }

  exactText(object: object): string | undefined {
    this.document ??= documentOf(this.text, this.value)
    return this.document.exactText(object)
  }
}

function unreadable(data: string): StreamEvent {
  const shown = data.length > 1000 ? `${data.slice(0, 1000)}…` : data
  return { type: 'error', error: { message: 'a stream event is not JSON', code: 'invalid-json', raw: shown } }
}

/** Reads a source chunk by chunk; the events of each chunk come together. */
export class BatchReader<Event extends object> {
  private chunks: ChunkIterator<Event> | undefined
  private readonly reader: EventReader
  private isDone = false

  constructor(
    private readonly source: StreamSource<Event>,
    codec: StreamCodec,
    context: Context,
  ) {
    this.reader = createEventReader(codec, context)
  }

  /**
   * The next events (maybe none), or undefined after the last ones. A source that throws half-way gives an `error`
   * event, then the events that close what was open: nothing that came before is lost.
   * @throws AdapterError `wrong-type` when the source is none, `strict` for a warning in strict mode.
   */
  async next(): Promise<readonly StreamEvent[] | undefined> {
    if (!this.isDone) this.chunks ??= chunksOf(this.source)
    try {
      this.reader.check()
      if (this.isDone || this.chunks === undefined) return undefined
      const step = await this.chunks.next()
      if (!step.done) return this.reader.push(step.value)
      this.isDone = true
      return this.reader.finish()
    } catch (error) {
      await this.close().catch(() => undefined)
      if (error instanceof AdapterError && error.code === 'strict') throw error
      return [streamFailed(error), ...this.reader.finish()]
    }
  }

  /** Stops reading and lets the source go. */
  async close(): Promise<void> {
    if (this.isDone) return
    this.isDone = true
    await this.chunks?.return?.()
  }
}

/** Reads a source to its end, one event at a time. See `BatchReader.next` for errors. */
export function readStream<Event extends object>(
  source: StreamSource<Event>,
  codec: StreamCodec,
  context: Context,
): AsyncIterableIterator<StreamEvent, undefined> {
  return new EventIterator(new BatchReader(source, codec, context))
}

type Step = IteratorResult<StreamEvent, undefined>
const END: Step = { done: true, value: undefined }

/**
 * What an async generator would do with `yield*`, by hand: a generator passes every event through several promises,
 * which takes as long as decoding it.
 */
class EventIterator<Event extends object> implements AsyncIterableIterator<StreamEvent, undefined> {
  private events: Iterator<StreamEvent, undefined> = [].values()
  /** How many calls of `next` wait for a chunk, and the answer to the last of them: later ones queue behind it. */
  private waiting = 0
  private last: Promise<Step> = Promise.resolve(END)

  constructor(private readonly batches: BatchReader<Event>) {}

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<Step> {
    if (this.waiting === 0) {
      const step = this.events.next()
      if (!step.done) return Promise.resolve(step)
    }
    this.waiting += 1
    const advance = () => this.advance()
    this.last = this.waiting === 1 ? this.advance() : this.last.then(advance, advance)
    return this.last
  }

  async return(): Promise<Step> {
    this.events = [].values()
    await this.batches.close()
    return END
  }

  private async advance(): Promise<Step> {
    try {
      for (;;) {
        const step = this.events.next()
        if (!step.done) return step
        const batch = await this.batches.next()
        if (batch === undefined) return END
        this.events = batch.values()
      }
    } finally {
      this.waiting -= 1
    }
  }
}

function streamFailed(error: unknown): StreamEvent {
  return { type: 'error', error: { message: messageOf(error), code: 'stream-failed', raw: rawOf(error) } }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
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
    throw new AdapterError(
      'wrong-type',
      '',
      `expected a stream, got ${source === null ? 'null' : typeof source}`,
    )
  if (Symbol.asyncIterator in source) return source[Symbol.asyncIterator]()
  if (Symbol.iterator in source) return source[Symbol.iterator]()
  if (isByteStream(source)) return readBytes(source)
  if ('body' in source) return source.body === null ? [].values() : readBytes(source.body)
  const got = 'then' in source ? 'a Promise: await it first' : 'an object that is none of them'
  throw new AdapterError('wrong-type', '', `expected an iterable, a ReadableStream or a Response, got ${got}`)
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
