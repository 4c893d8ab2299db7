import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { parseExact, stringifyExact } from '../../base/json/parse.js'
import { type Context, warn } from '../../base/model/context.js'
import type { NativeFrame, StreamEvent } from '../../base/model/events.js'
import type { ModelResponse } from '../../base/model/types.js'
import type { StreamCodec } from './codec.js'
import { disassemble } from './disassemble.js'
import { AnswerEnd } from './end-at-error.js'

/** How an answer is told as a stream. */
export interface StreamFramesOptions {
  /** Whether the answer broke off: then it just stops, without an error or an end. Default: no. */
  readonly aborted?: boolean | undefined
}

/** As much of a wire as writing a stream needs. */
interface StreamWriter {
  readonly stream: StreamCodec
  readonly title: string
}

/**
 * A whole answer as the provider would stream it, frame by frame as it goes over the wire.
 * @throws AdapterError('unsupported') when the wire's streams cannot be written.
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
 * Writes events as frames of the wire; numbers keep their digits. Where the wire has one answer to a stream, the turns
 * after the first are left out, each with a notice.
 */
export interface FrameWriter {
  push(event: StreamEvent): (string | Uint8Array)[]
  finish(): (string | Uint8Array)[]
}

/** @throws AdapterError('unsupported') when the wire's streams cannot be written. */
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
  // Written out: a spread per frame of a live stream is felt.
  return frame.event === undefined ? { data } : { event: frame.event, data }
}
