import { AdapterError } from '../json/errors.js'
import { documentOf, type JsonDocument, tryParseJson } from '../json/parse.js'
import { asJson } from '../json/read.js'
import type { JsonValue } from '../json/types.js'
import type { StreamEvent } from '../stream/events.js'
import { createFramer, type Frame } from '../stream/framing.js'
import type { StreamCodec } from './adapter.js'
import type { Context } from './context.js'
import { flatten } from './flatten.js'

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
  push(chunk: Uint8Array | string | object): readonly StreamEvent[]
  finish(): readonly StreamEvent[]
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
    for (const frame of frames) for (const event of decodeFrame(frame)) events.push(event)
    return events
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
    push: (chunk) =>
      typeof chunk === 'string' || chunk instanceof Uint8Array
        ? decodeFrames(framer.push(chunk))
        : decoder.push(asJson(chunk)),
    finish() {
      // What is left without its line end may be half an event: whether something is missing, the decoder knows.
      const whole = framer
        .finish()
        .filter(({ data }) => data === codec.done || tryParseJson(data) !== undefined)
      const last = decodeFrames(whole)
      const closing = decoder.finish()
      return [...last, ...(isDamaged ? closing.map(asFailed) : closing)]
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

/**
 * Reads a source to its end. A source that throws half-way yields an `error` event, then the events that close what was
 * open: nothing that came before is lost.
 * @throws AdapterError('wrong-type') from the first `next()` when the source is none.
 */
export function readStream<Event extends object>(
  source: StreamSource<Event>,
  codec: StreamCodec,
  context: Context,
): AsyncIterableIterator<StreamEvent, undefined> {
  return flatten(readBatches(source, codec, context))
}

/** As `readStream`, with the events of each chunk together. */
export async function* readBatches<Event extends object>(
  source: StreamSource<Event>,
  codec: StreamCodec,
  context: Context,
): AsyncGenerator<readonly StreamEvent[], void, undefined> {
  const chunks = chunksOf(source)
  const reader = createEventReader(codec, context)
  try {
    for await (const chunk of chunks) yield reader.push(chunk)
  } catch (error) {
    yield [{ type: 'error', error: { message: messageOf(error), code: 'stream-failed', raw: rawOf(error) } }]
  }
  yield reader.finish()
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The provider's own error object, which the official SDKs attach as `error`. */
function rawOf(error: unknown): JsonValue {
  const attached = typeof error === 'object' && error !== null && 'error' in error ? error.error : undefined
  return attached === undefined ? String(error) : asJson(attached)
}

type Chunks<Event> = AsyncIterable<Uint8Array | string | Event> | Iterable<Uint8Array | string | Event>

function chunksOf<Event extends object>(source: StreamSource<Event>): Chunks<Event> {
  if (typeof source === 'string' || source instanceof Uint8Array) return [source]
  if (typeof source !== 'object' || source === null)
    throw new AdapterError(
      'wrong-type',
      '',
      `expected a stream, got ${source === null ? 'null' : typeof source}`,
    )
  if (Symbol.asyncIterator in source || Symbol.iterator in source) return source
  if (isByteStream(source)) return readBytes(source)
  if ('body' in source) return source.body === null ? [] : readBytes(source.body)
  throw new AdapterError('wrong-type', '', 'expected a stream: an iterable, a ReadableStream or a Response')
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
