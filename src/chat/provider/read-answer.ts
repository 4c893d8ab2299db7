import { unlessAborted } from '../../base/http/abort.js'
import { httpFacts, thrownBody } from '../../base/http/error-facts.js'
import { reasonOf } from '../../base/http/reason.js'
import { withRequestedWait } from '../../base/http/retry-after.js'
import type { Context } from '../../base/model/context.js'
import type { StreamEvent } from '../../base/model/events.js'
import { type EventStep, giveRead } from '../../codec/stream/event-step.js'
import { createSourceReader, type EventReader, readSource } from '../../codec/stream/stream-reader.js'
import type { Adapter, StreamSourceOf } from '../../codec/wire/define-adapter.js'
import { SendError } from '../send/send-error.js'
import { isConnectionError } from './connection-error.js'
import type { ReceivedBody } from './received-body.js'

export interface ReadAnswerOptions {
  /** The step that restores the caller's tool names. */
  readonly restore: EventStep
  readonly context: Context
  readonly signal: AbortSignal
  /** Receives the chunks. */
  readonly body?: ReceivedBody | undefined
}

/**
 * Returns the events of an answer. An abort of the signal ends them at once, with an `error` event and the
 * events that close open blocks, even if the source ignores the abort.
 */
export function readAnswer<To extends Adapter>(
  { codecs }: To,
  source: StreamSourceOf<To>,
  options: ReadAnswerOptions,
): AsyncIterator<StreamEvent, undefined> {
  const reader = createSourceReader(source, codecs.stream, options.context)
  const decoding = new Decoding(reader, options, source)
  return new AnswerEvents(decoding, readSource(source, decoding), options.signal)
}

/** Decodes chunks, and counts the decoded events. */
class Decoding {
  /** The number of events that were decoded but not read. */
  waiting = 0
  /** True once the source was read to its end. */
  isOver = false

  constructor(
    private readonly reader: EventReader,
    private readonly options: ReadAnswerOptions,
    private readonly source: unknown,
  ) {}

  push(chunk: Uint8Array | string | object, items: StreamEvent[]): void {
    this.options.body?.push(chunk)
    this.#pass((events) => this.reader.push(chunk, events), items)
  }

  fail(thrown: unknown, items: StreamEvent[]): void {
    const isAbort = this.options.signal.aborted
    this.#pass((events) => this.reader.fail(isAbort ? thrown : withCut(thrown), events), items)
  }

  finish(items: StreamEvent[]): void {
    this.isOver = true
    this.#pass((events) => this.reader.finish(events), items)
    for (const event of this.options.restore.finish()) this.#add(event, items)
  }

  #pass(read: (events: StreamEvent[]) => void, items: StreamEvent[]): void {
    giveRead(read, (events) => {
      for (const event of events)
        for (const restored of this.options.restore.push(event)) this.#add(restored, items)
    })
  }

  #add(event: StreamEvent, items: StreamEvent[]): void {
    items.push(
      event.type === 'error' ? { ...event, error: withRequestedWait(event.error, this.source) } : event,
    )
    this.waiting += 1
  }
}

/** Returns a broken connection as the error that `fetchSend` throws, so that every `send` reports it alike. */
function withCut(thrown: unknown): unknown {
  if (thrown instanceof SendError || httpFacts(thrown).status !== undefined) return thrown
  if (thrownBody(thrown) !== undefined || !isConnectionError(thrown)) return thrown
  return new SendError('cut-off', `the answer was cut off: ${reasonOf(thrown)}`)
}

class AnswerEvents implements AsyncIterator<StreamEvent, undefined> {
  /** The remaining events after an abort. */
  #rest: IterableIterator<StreamEvent, undefined> | undefined

  constructor(
    private readonly decoding: Decoding,
    private readonly events: AsyncIterator<StreamEvent, undefined>,
    private readonly signal: AbortSignal,
  ) {}

  next(): Promise<IteratorResult<StreamEvent, undefined>> {
    if (this.#rest !== undefined) return Promise.resolve(this.#rest.next())
    if (this.decoding.waiting > 0) this.decoding.waiting -= 1
    else if (!this.decoding.isOver) return this.#nextChunk()
    return this.events.next()
  }

  /**
   * Ends the reading without waiting for the source, which may be silent and whose `return` waits for a
   * pending read.
   */
  return(): Promise<IteratorResult<StreamEvent, undefined>> {
    this.#rest = [].values()
    this.#close()
    return Promise.resolve({ done: true, value: undefined })
  }

  async #nextChunk(): Promise<IteratorResult<StreamEvent, undefined>> {
    try {
      const step = await unlessAborted(this.events.next(), this.signal)
      if (!step.done) this.decoding.waiting -= 1
      return step
    } catch (error) {
      if (!this.signal.aborted || error !== this.signal.reason) throw error
      this.#interrupt(error)
      return this.next()
    }
  }

  #interrupt(reason: unknown): void {
    const items: StreamEvent[] = []
    this.#rest = items.values()
    this.#close()
    this.decoding.fail(reason, items)
    this.decoding.finish(items)
  }

  #close(): void {
    void this.events.return?.().catch(() => undefined)
  }
}
