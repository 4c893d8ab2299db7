import { AdapterError } from '../../base/json/adapter-error.js'
import type { ResponseSource } from './response-source.js'
import type { ResponseOptions } from './serve-types.js'
import type { ServedEvents } from './served.js'
import type { KeptFrames, StreamStore } from './stream-stores.js'
import type { Writer, WriterOutput } from './writer.js'

/** A client's position in a run, as in the ids of server-sent events. */
export interface ReaderPosition {
  readonly run: string
  /** Number of frames that the client has received. */
  readonly count: number
}

/** Parses the position in an event id; undefined for other ids. */
export function positionOf(eventId: string | null | undefined): ReaderPosition | undefined {
  const [, run, count] = /^([\w-]+):(\d+)$/.exec(eventId ?? '') ?? []
  return run === undefined ? undefined : { run, count: Number(count) }
}

/** Stores a stream while it is generated, regardless of its clients, and returns a source for one. */
export function keepStream(served: ServedEvents, writer: Writer, options: ResponseOptions): ResponseSource {
  const { store, id, waitUntil } = options
  if (store === undefined || id === undefined)
    throw new AdapterError(
      'missing-field',
      '/id',
      '`store` keeps the stream of one chat and needs its id: id: chat.id',
    )
  if (writer.headers['content-type'] !== 'text/event-stream')
    throw new AdapterError('unsupported', '/store', 'only streams of server-sent events can be kept')
  const run = crypto.randomUUID()
  const begun = store.begin(id, run)
  const done = begun.then(() => produce(served, store, run)).catch(() => served.leave())
  waitUntil?.(done)
  return new KeptSource(store, { run, count: 0 }, begun, (error) => writer.fail(error))
}

async function produce(served: ServedEvents, store: StreamStore, run: string): Promise<void> {
  let count = 0
  for (let pieces = await served.next(); pieces !== undefined; pieces = await served.next()) {
    const frames = pieces.map((piece, index) => `id: ${run}:${count + index + 1}\n${String(piece)}`)
    count += frames.length
    await store.append(run, frames, false)
  }
  await store.append(run, [], true)
}

/** Reads the stored part of a run, then its new frames. */
export class KeptSource implements ResponseSource {
  readonly #left = new AbortController()
  #count: number
  #isDone = false

  /** @param fail creates the output for a client if the store fails. */
  constructor(
    private readonly store: StreamStore,
    private readonly position: ReaderPosition,
    private readonly ready: Promise<unknown> = Promise.resolve(),
    private readonly fail: (error: unknown) => WriterOutput = () => [],
  ) {
    this.#count = position.count
    // A failure is reported to the client.
    ready.catch(() => undefined)
  }

  async next(): Promise<WriterOutput | undefined> {
    try {
      return await this.#next()
    } catch (error) {
      if (this.#isDone) return undefined
      this.#isDone = true
      return this.fail(error)
    }
  }

  async leave(): Promise<void> {
    this.#isDone = true
    this.#left.abort()
  }

  async #next(): Promise<WriterOutput | undefined> {
    await this.ready
    while (!this.#isDone) {
      const kept = await this.store.read(this.position.run, this.#count)
      if (kept === undefined) throw new Error('The stream is not kept any more.')
      const frames = this.#taken(kept)
      if (frames.length > 0) return frames
      if (!this.#isDone) await this.store.wait(this.position.run, this.#count, this.#left.signal)
    }
    return undefined
  }

  #taken({ frames, isEnded }: KeptFrames): WriterOutput {
    this.#count += frames.length
    if (isEnded) this.#isDone = true
    return frames
  }
}
