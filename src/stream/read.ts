import { httpFacts } from '../http/refusal.js'
import { AdapterError } from '../json/errors.js'
import type { Context } from '../model/context.js'
import type { StreamDecoding } from './codec.js'
import { EventReader } from './event-reader.js'
import type { StreamEvent } from './events.js'

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

const END: IteratorReturnResult<undefined> = { done: true, value: undefined }

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
  return readSource(source, createSourceReader(source, codec, context))
}

/** The reader of a source, which may be an answer of HTTP that was refused. */
export function createSourceReader(source: unknown, codec: StreamDecoding, context: Context): EventReader {
  const facts = httpFacts(source)
  return new EventReader(codec, context, (facts.status ?? 0) < 400 ? undefined : facts)
}

/** What reads the chunks of a source into items of any kind, as `EventReader` does. */
export interface ChunkReader<Item> {
  push(chunk: Uint8Array | string | object, items: Item[]): unknown
  finish(items: Item[]): unknown
  fail(thrown: unknown, items: Item[]): void
}

/** Reads a source chunk by chunk: the next one is asked for once all items of the one before were taken. */
export function readSource<Event extends object, Item extends object | string>(
  source: StreamSource<Event, object>,
  reader: ChunkReader<Item>,
): AsyncIterableIterator<Item, undefined> {
  let chunks: ChunkIterator<Event> | undefined
  let items: Item[] = []
  let position = 0
  let failure: AdapterError | undefined
  let isDone = false
  /** How many calls of `next` wait for a chunk, and the answer to the last of them: later ones queue behind it. */
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
      // The reader was let go in the meantime.
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
  if (Symbol.asyncIterator in source) return source[Symbol.asyncIterator]()
  if (Symbol.iterator in source) return source[Symbol.iterator]()
  if (isByteStream(source)) return readBytes(source)
  if ('body' in source) return source.body === null ? [].values() : readBytes(source.body)
  if (source instanceof Error) return { next: () => Promise.reject(source) }
  if (!('then' in source)) return [source].values()
  throw new AdapterError('wrong-type', '', 'a Promise is not a stream: await it first')
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
