import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { parseExact, stringifyExact } from '../../base/json/parse.js'
import { type Context, warn } from '../../base/model/context.js'
import type { NativeFrame, StreamEvent } from '../../base/model/events.js'
import type { ModelResponse } from '../../base/model/types.js'
import type { StreamCodec } from './codec.js'
import { disassemble } from './disassemble.js'
import { AnswerEnd } from './end-at-error.js'

/** Options for streaming a complete answer. */
export interface StreamFramesOptions {
  /** True if the answer was interrupted: its stream then stops without an error or an end. Default: false. */
  readonly aborted?: boolean | undefined
}

/** The members of a wire that encoding a stream needs. */
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
