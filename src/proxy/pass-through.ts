import { createContext } from '../base/model/context.js'
import type { StreamEvent } from '../base/model/events.js'
import { type EventStep, giveRead } from '../codec/stream/event-step.js'
import { createFrameWriter } from '../codec/stream/frame-writer.js'
import type { Framer, Framing } from '../codec/stream/framing.js'
import type { EventReader } from '../codec/stream/stream-reader.js'
import type { Adapter } from '../codec/wire/define-adapter.js'
import type { StreamTranslator } from '../translate/exchange/translate-stream.js'
import type { EncodedFrames } from './streamed-body.js'

/** An event stream for a client of the same wire. */
export interface PassedStream {
  readonly reader: EventReader
  /** The framing of its events. The client may have requested another framing. */
  readonly framing: Framing
  /** Receives the events. */
  readonly watch: EventStep
}

/**
 * Passes an event stream to clients of its wire: its bytes, event by event. An interrupted stream ends with
 * an error of that wire instead of the incomplete event.
 */
export function passThrough({ codecs }: Adapter, { reader, framing, watch }: PassedStream): StreamTranslator {
  const context = createContext(codecs.id)
  // JSON lines are not separated by blank lines.
  const isPassed = codecs.stream.framing === framing && /event-stream/.test(framing.contentType)
  const whole = isPassed ? new WholeEvents() : new Reframed(framing, codecs.stream.framing)
  const look = (events: readonly StreamEvent[]) => {
    for (const event of events) watch.push(event)
  }
  const writeEnd = (events: readonly StreamEvent[], frames: EncodedFrames) => {
    look(events)
    if (!events.some(({ type }) => type === 'error')) return false
    const writer = createFrameWriter(codecs, context)
    for (const event of events)
      if (event.type === 'error' || event.type === 'finish') frames.push(...writer.push(event))
    frames.push(...writer.finish())
    return true
  }
  let hasFailed = false
  return {
    notices: context.notices,
    push(chunk, frames) {
      if (chunk instanceof Uint8Array) whole.push(chunk, frames)
      giveRead((events) => reader.push(chunk, events), look)
    },
    fail(thrown, frames) {
      const events: StreamEvent[] = []
      reader.fail(thrown, events)
      hasFailed = writeEnd(events, frames)
    },
    finish(frames) {
      const events = reader.finish()
      if (hasFailed) {
        look(events)
        whole.end(frames)
      } else if (!writeEnd(events, frames)) whole.finish(frames)
    },
  }
}

/** Converts the events to the framing that the client requested. */
class Reframed {
  readonly #framing: Framing
  readonly #framer: Framer

  constructor(given: Framing, framing: Framing) {
    this.#framing = framing
    this.#framer = given.createFramer()
  }

  push(chunk: Uint8Array, frames: EncodedFrames): void {
    for (const { data } of this.#framer.push(chunk)) frames.push(this.#framing.write({ data }))
  }

  finish(frames: EncodedFrames): void {
    for (const { data } of this.#framer.finish()) frames.push(this.#framing.write({ data }))
    this.end(frames)
  }

  /** Emits the frames after the last event. */
  end(frames: EncodedFrames): void {
    const end = this.#framing.end?.()
    if (end !== undefined) frames.push(end)
  }
}

const LF = 10
const CR = 13

/** Buffers a server-sent event until it is complete. */
class WholeEvents {
  #waiting: Uint8Array[] = []
  /** The last two bytes received, because a line break may be split between chunks. */
  #before = 0
  #last = 0

  push(chunk: Uint8Array, frames: EncodedFrames): void {
    const end = this.#endIn(chunk)
    if (end === 0) {
      this.#waiting.push(chunk.slice())
      return
    }
    frames.push(...this.#waiting, chunk.slice(0, end))
    this.#waiting = end === chunk.length ? [] : [chunk.slice(end)]
  }

  /** Emits the rest without a closing line break. */
  finish(frames: EncodedFrames): void {
    frames.push(...this.#waiting)
    this.#waiting = []
  }

  /** Emits nothing after the last event. */
  end(_frames: EncodedFrames): void {}

  /** Returns the position after the last blank line received. */
  #endIn(chunk: Uint8Array): number {
    let end = 0
    let before = this.#before
    let last = this.#last
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index] ?? 0
      const isBlank = byte === LF ? last === LF || (last === CR && before === LF) : byte === CR && last === CR
      if (isBlank) end = index + 1
      before = last
      last = byte
    }
    this.#before = before
    this.#last = last
    return end
  }
}
