import { sleep } from '../../base/http/timer.js'
import { AdapterError } from '../../base/json/adapter-error.js'
import type { Message } from '../../base/model/types.js'
import { deferred } from '../provider/open-promise.js'
import { earlierAnswers } from './earlier-answers.js'
import type { ResponseSource } from './response-source.js'
import type { ResponseOptions } from './serve-types.js'
import type { ServedEvents } from './served.js'
import type { StreamStore } from './stream-stores.js'
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

/** Stores a stream while it is generated, regardless of its clients, and returns a source for one client. */
export function keepStream(served: ServedEvents, writer: Writer, options: KeepOptions): ResponseSource {
  const { store, id, waitUntil, messages = [] } = options
  if (store === undefined || id === undefined)
    throw new AdapterError(
      'missing-field',
      '/id',
      '`store` keeps the stream of one chat and needs its id: id: chat.id',
    )
  if (writer.headers['content-type'] !== 'text/event-stream')
    throw new AdapterError('unsupported', '/store', 'only streams of server-sent events can be kept')
  const run = crypto.randomUUID()
  const kept = new KeptRun(store, run)
  const begun = Promise.all([earlierAnswers(messages, options), store.begin(id, run)]).then(([earlier]) =>
    kept.begin(earlier),
  )
  const done = begun.then(
    () => kept.produce(served),
    () => drain(served),
  )
  waitUntil?.(done.then(() => served.ended))
  // The position of this client is after the earlier answers.
  const position = begun.then((count) => ({ run, count }))
  return new KeptSource(store, position, (error) => writer.fail(error), kept.failed)
}

interface KeepOptions extends ResponseOptions {
  /** The conversation that the run continues. Default: none. */
  readonly messages?: readonly Message[] | undefined
}

/** Milliseconds between two heartbeats of a run without output. */
const BEAT = 5000

/** Milliseconds before each further attempt to store the last frames. */
const RETRIES = [100, 1000]

/** Writes one run to the store. A failing store does not end the run; the frames are stored later. */
class KeptRun {
  readonly #failed = deferred()
  /** Frames that are not stored. */
  #frames: string[] = []
  #count = 0
  #latest: Promise<void> = Promise.resolve()
  #isStoring = false
  /** True after a failure: until the next beat the run does not wait for the store. */
  #isFailing = false

  constructor(
    private readonly store: StreamStore,
    private readonly run: string,
  ) {}

  /** Rejects if the end of the run could not be stored. */
  get failed(): Promise<void> {
    return this.#failed.promise
  }

  /** Adds the first frames. Returns their number. */
  begin(pieces: WriterOutput): number {
    for (const piece of pieces) this.#add(String(piece))
    return this.#count
  }

  /** Reads all events and stores their frames. Does not reject. */
  async produce(served: ServedEvents): Promise<void> {
    const timer = setInterval(() => this.#beat(), BEAT)
    for (let pieces = await served.next(); pieces !== undefined; pieces = await served.next()) {
      for (const piece of pieces) this.#add(String(piece))
      if (!this.#isFailing) await this.#store(false).catch(() => undefined)
    }
    clearInterval(timer)
    await this.#storeEnd()
  }

  #add(piece: string): void {
    this.#count += 1
    this.#frames.push(`id: ${this.run}:${this.#count}\n${piece}`)
  }

  #beat(): void {
    if (!this.#isStoring) this.#store(false).catch(() => undefined)
  }

  /** Stores the waiting frames after all earlier frames. */
  #store(isEnded: boolean): Promise<void> {
    const stored = this.#latest.then(() => this.#append(isEnded))
    this.#latest = stored.catch(() => undefined)
    return stored
  }

  async #append(isEnded: boolean): Promise<void> {
    const frames = [...this.#frames]
    this.#isStoring = true
    this.#isFailing = true
    try {
      await this.store.append(this.run, frames, isEnded)
      this.#frames = this.#frames.slice(frames.length)
      this.#isFailing = false
    } finally {
      this.#isStoring = false
    }
  }

  async #storeEnd(): Promise<void> {
    for (const delay of [...RETRIES, undefined])
      try {
        return await this.#store(true)
      } catch (error) {
        if (delay === undefined) this.#failed.reject(error)
        else await sleep(delay)
      }
  }
}

async function drain(served: ServedEvents): Promise<void> {
  while ((await served.next()) !== undefined);
}

/** Reads the stored part of a run, then its new frames. */
export class KeptSource implements ResponseSource {
  readonly #left = new AbortController()
  #isDone = false
  #failure: { readonly error: unknown } | undefined

  /**
   * @param fail creates the output for a client if the store fails.
   * @param failed rejects if the end of the run could not be stored.
   */
  constructor(
    private readonly store: StreamStore,
    private position: Promise<ReaderPosition>,
    private readonly fail: (error: unknown) => WriterOutput,
    failed?: Promise<void>,
  ) {
    // The rejection is handled later: a failure is reported to the client.
    position.catch(() => undefined)
    failed?.catch((error) => {
      this.#failure = { error }
      this.#left.abort()
    })
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
    const { run, count } = await this.position
    while (!this.#isDone) {
      const kept = await this.store.read(run, count)
      if (kept === undefined) throw new Error('The stream is not kept any more.')
      const { frames, isEnded, isLost } = kept
      this.position = Promise.resolve({ run, count: count + frames.length })
      if (isEnded && isLost !== true) this.#isDone = true
      if (frames.length > 0) return frames
      if (isLost === true) throw new Error('The process of the run ended without its end.')
      if (!this.#isDone) await this.store.wait(run, count, this.#left.signal)
      if (this.#failure !== undefined) throw this.#failure.error
    }
    return undefined
  }
}
