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

/** Frames of the target for the network: text, or bytes if the target's framing is binary. */
export interface TranslatedStream extends AsyncIterableIterator<string | Uint8Array, undefined> {
  /** The media type of the stream. */
  readonly contentType: string
  /** The notices so far; complete once the stream has ended. */
  readonly notices: readonly Notice[]
}

/**
 * Translates a live stream frame by frame: the frames of received input are emitted before more input is
 * read. The result equals that of `translateResponse` for the complete answer. A source that fails or breaks
 * off ends in an error in the target's terms. An answer that restarts ends in an error as well, since sent
 * frames cannot be revoked.
 * @param options.restore the outcome of the request's translation, to restore changed names.
 * @throws AdapterError when the target's streams cannot be encoded, (from `next`) for an invalid source, and
 * for the first warning in strict mode.
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
  /** True to stop an interrupted stream without an error or an end. Default: false. */
  readonly aborted?: boolean | undefined
  /** Called with each event as it is sent to the target. */
  readonly onTold?: ((event: StreamEvent) => void) | undefined
}

type WrittenFrames = (string | Uint8Array)[]

/** The synchronous core of a stream translation: chunks in, frames out. */
export interface StreamTranslator extends ChunkReader<string | Uint8Array> {
  /** The notices of all steps except decoding. */
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
