import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { parseExact, stringifyExact } from '../../base/json/parse.js'
import { type Context, warn } from '../../base/model/context.js'
import { type NativeFrame, RESTARTED, type StreamEvent } from '../../base/model/events.js'
import { failedFinish } from '../../base/model/outcome.js'
import type { ModelResponse } from '../../base/model/types.js'
import { disassemble } from './assemble.js'
import type { StreamCodec } from './codec.js'
import type { EventStep } from './event-step.js'

/** Options for streaming a complete answer. */
export interface StreamFramesOptions {
  /** True if the answer was interrupted: its stream then stops without an error or an end. Default: false. */
  readonly aborted?: boolean | undefined
}

/** The members of a wire that are required to encode a stream. */
interface StreamWriter {
  readonly stream: StreamCodec
  readonly title: string
}

/**
 * Encodes a complete answer as the provider would stream it, frame by frame.
 * @throws AdapterError('unsupported') when the wire's streams cannot be encoded.
 * @example for (const frame of streamFrames(response, openaiChat.codecs, createContext('openai-chat'))) reply.write(frame)
 */
export function* streamFrames(
  response: ModelResponse,
  { stream, title }: StreamWriter,
  context: Context,
  { aborted = false }: StreamFramesOptions = {},
): Generator<string | Uint8Array> {
  const writer = createFrameWriter({ stream, title }, context)
  for (const event of disassemble(response))
    if (!aborted || (event.type !== 'error' && event.type !== 'finish')) yield* writer.push(event)
  yield* writer.finish()
}

/**
 * Encodes events as frames of the wire; numbers keep their digits. On wires with one answer per stream, turns
 * after the first are dropped, each with a notice.
 */
export interface FrameWriter {
  push(event: StreamEvent): (string | Uint8Array)[]
  finish(): (string | Uint8Array)[]
}

/**
 * Creates a writer of a wire's stream frames.
 * @throws AdapterError('unsupported') when the wire's streams cannot be encoded.
 */
export function createFrameWriter({ stream, title }: StreamWriter, context: Context): FrameWriter {
  if (stream.encoder === undefined)
    throw new AdapterError('unsupported', '', `${title} streams cannot be written`)
  const encoder = stream.encoder({ ...context, parseExact })
  const answerEnd = new AnswerEnd()
  const write = (frame: NativeFrame<JsonValue>) => stream.framing.write(exact(frame))
  let isOver = false
  return {
    push(event) {
      const isEnd = event.type === 'finish'
      if (isOver && stream.turns !== true) return isEnd ? reportTurn(context) : []
      isOver = isEnd
      const told = answerEnd.next(event)
      return told === undefined ? [] : encoder.push(told).map(write)
    },
    finish() {
      const last = encoder.finish().map(write)
      const end = isOver ? stream.framing.end?.() : undefined
      return end === undefined ? last : [...last, end]
    },
  }
}

function reportTurn(context: Context): [] {
  const message = 'a stream of this wire has one answer; a further one is omitted'
  return warn('turn-dropped', message, { ...context, path: '' }) ?? []
}

function exact(frame: NativeFrame<JsonValue>): NativeFrame<JsonValue> {
  if (typeof frame.data === 'string') return frame
  const data = stringifyExact(frame.data)
  // Without a spread, which would slow down every frame of a live stream.
  return frame.event === undefined ? { data } : { event: frame.event, data }
}

/** A text or reasoning block that has begun. */
interface OpenText {
  readonly id: string
  length: number
}

/**
 * Ends each answer at the first error. Only the ends of open texts and of the answer follow, even if the
 * source continues or restarts, since sent text cannot be revoked.
 */
class AnswerEnd {
  #hasFailed = false
  readonly #open = new Map<string, OpenText>()
  #latest: OpenText | undefined

  /** Returns the event or its replacement; undefined for an omitted event. */
  next(event: StreamEvent): StreamEvent | undefined {
    if (this.#hasFailed) return this.#afterError(event)
    switch (event.type) {
      case 'text-delta':
      case 'reasoning-delta':
        this.#grow(event.id, event.delta.length)
        return event
      case 'text-start':
      case 'reasoning-start':
        this.#latest = { id: event.id, length: 0 }
        this.#open.set(event.id, this.#latest)
        return event
      case 'restart':
        this.#hasFailed = true
        return RESTARTED
      case 'error':
        this.#hasFailed = true
        return event
      default:
        return event
    }
  }

  #grow(id: string, length: number): void {
    if (this.#latest?.id !== id) this.#latest = this.#open.get(id)
    if (this.#latest !== undefined) this.#latest.length += length
  }

  /** Returns the end of the answer, and of texts without additional content. */
  #afterError(event: StreamEvent): StreamEvent | undefined {
    if (event.type === 'finish') {
      this.#hasFailed = false
      return { ...event, finish: failedFinish(event.finish) }
    }
    if (event.type !== 'text-end' && event.type !== 'reasoning-end') return undefined
    return this.#open.get(event.id)?.length === event.part.text.length ? event : undefined
  }
}

/** Creates an event step from `AnswerEnd`. */
export function endAtError(): EventStep {
  const end = new AnswerEnd()
  return {
    push(event) {
      const told = end.next(event)
      return told === undefined ? [] : [told]
    },
    finish: () => [],
  }
}
