import { createContext, type Notice, type ServerContextOptions } from '../../base/model/context.js'
import type { StreamEvent } from '../../base/model/events.js'
import { giveRead } from '../../codec/stream/event-step.js'
import { createFrameWriter } from '../../codec/stream/frame-writer.js'
import {
  type ChunkReader,
  createSourceReader,
  type EventReader,
  readSource,
} from '../../codec/stream/stream-reader.js'
import type { Adapter, StreamSourceOf } from '../../codec/wire/define-adapter.js'
import {
  type AnswerOptions,
  createAnswerSteps,
  expectAnswerOptions,
  type TranslateAnswerOptions,
} from './translate-answer.js'

/** Frames of the target, as they go over the network: text, or bytes where its framing is binary. */
export interface TranslatedStream extends AsyncIterableIterator<string | Uint8Array, undefined> {
  /** The media type of such a stream. */
  readonly contentType: string
  /** So far: complete once the stream has ended. */
  readonly notices: readonly Notice[]
}

/**
 * Translates a live stream frame by frame: what arrived is given before more is read. It says what `translateResponse`
 * says of the whole answer. A source that fails or breaks off ends in an error in the target's words; so does an answer
 * that begins anew, since nothing can be taken back.
 * @param options.restore the outcome of the request's translation: names that it changed come back.
 * @throws AdapterError when the target's streams cannot be written, (from `next`) for what is no stream, and for the first
 * warning in strict mode.
 * @example for await (const frame of translateStream(response, { from: anthropic, to: openaiChat })) reply.write(frame)
 */
export function translateStream<From extends Adapter, To extends Adapter>(
  source: StreamSourceOf<From>,
  options: TranslateAnswerOptions<From, To>,
): TranslatedStream {
  expectAnswerOptions(options, ['translateStream', 'translateStream(source, { from, to })'])
  const { from, to, ...rest } = options
  const context = createContext(from.id, rest)
  const reader = createSourceReader(source, from.codecs.stream, context)
  const translator = createStreamTranslator(from, to, reader, rest)
  return Object.defineProperty(
    Object.assign(readSource(source, translator), {
      contentType: to.codecs.stream.framing.contentType,
      notices: context.notices,
    }),
    'notices',
    { get: () => [...context.notices, ...translator.notices] },
  )
}

export interface TranslatorOptions extends AnswerOptions, Pick<ServerContextOptions, 'answerFields'> {
  /** Whether a stream that broke off just stops, without an error or an end. Default: no. */
  readonly aborted?: boolean | undefined
  /** Sees each event as the target is told it. */
  readonly onTold?: ((event: StreamEvent) => void) | undefined
}

type WrittenFrames = (string | Uint8Array)[]

/** The synchronous core: chunks in, frames out. */
export interface StreamTranslator extends ChunkReader<string | Uint8Array> {
  /** Of all but the reading. */
  readonly notices: readonly Notice[]
}

export function createStreamTranslator(
  from: Pick<Adapter, 'codecs'>,
  to: Pick<Adapter, 'codecs'>,
  reader: EventReader,
  options: TranslatorOptions = {},
): StreamTranslator {
  const context = createContext(to.codecs.id, {
    mode: options.mode,
    model: options.model,
    request: options.request,
    answerFields: options.answerFields,
  })
  const writer = createFrameWriter(to.codecs, context)
  const steps = createAnswerSteps(from.codecs, to.codecs, options)
  const write = (events: readonly StreamEvent[], frames: WrittenFrames) => {
    for (const event of events)
      for (const stepped of steps.push(event)) {
        options.onTold?.(stepped)
        for (const frame of writer.push(stepped)) frames.push(frame)
      }
  }
  return {
    get notices() {
      return [...steps.notices, ...context.notices]
    },
    push: (chunk, frames) =>
      giveRead(
        (events) => reader.push(chunk, events),
        (events) => write(events, frames),
      ),
    fail: (thrown, frames) =>
      giveRead(
        (events) => reader.fail(thrown, events),
        (events) => write(events, frames),
      ),
    finish(frames) {
      const isTold = ({ type }: StreamEvent) => !options.aborted || (type !== 'error' && type !== 'finish')
      write(reader.finish().filter(isTold), frames)
      for (const frame of writer.finish()) frames.push(frame)
    },
  }
}
