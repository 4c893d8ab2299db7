import type { Adapter } from '../adapter/define.js'
import { reasonOf } from '../exchange/refusal.js'
import type { StreamTranslator } from '../exchange/translate-stream.js'
import { concatenate } from '../stream/bytes.js'
import type { PatientReader } from './reading.js'

/** A stream on its way from a target to a client. */
export interface LiveOptions {
  readonly reader: PatientReader
  readonly translator: StreamTranslator
  /** The wire that is written. */
  readonly client: Adapter
  /** Aborted when the client lets go. */
  readonly signal: AbortSignal
  /** Waited for before the frames that end the answer are given. */
  beforeEnd(): Promise<void> | undefined
  /** Called once, when it is over. */
  onEnd(how: { readonly aborted: boolean }): void
}

export type Frames = (string | Uint8Array)[]

/**
 * The body of a streamed answer. It is read as the client reads it: a chunk of the target is asked for when its frames are
 * wanted, and all that came of one is given before the next one is asked for.
 */
export function liveBody(options: LiveOptions): ReadableStream<Uint8Array> {
  const { reader, translator, signal, onEnd } = options
  const keepAlive = encoded([options.client.codecs.http.keepAlive ?? ''])
  let isOver = false
  const end = (aborted: boolean) => {
    if (isOver) return
    isOver = true
    signal.removeEventListener('abort', letGo)
    onEnd({ aborted })
  }
  const letGo = () => {
    reader.cancel(signal.reason)
    end(true)
  }
  signal.addEventListener('abort', letGo)
  if (signal.aborted) letGo()
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    for (;;) {
      const frames: Frames = []
      const onSilence = keepAlive.length === 0 ? undefined : () => isOver || controller.enqueue(keepAlive)
      const isDone = await readFrames(reader, translator, frames, onSilence)
      const wait = options.beforeEnd()
      if (wait !== undefined) await wait
      if (isOver) return controller.error(signal.reason)
      if (frames.length > 0) controller.enqueue(encoded(frames))
      if (isDone) {
        end(false)
        return controller.close()
      }
      if (frames.length > 0) return
    }
  }
  return new ReadableStream<Uint8Array>(
    {
      pull,
      cancel(reason) {
        reader.cancel(reason)
        end(true)
      },
    },
    { highWaterMark: 0 },
  )
}

/** Reads one chunk. Gives whether it was the last: what fails ends the answer with an error of the client's wire. */
async function readFrames(
  reader: PatientReader,
  translator: StreamTranslator,
  frames: Frames,
  onSilence: (() => void) | undefined,
): Promise<boolean> {
  try {
    const chunk = await reader.read(onSilence)
    if (chunk === undefined) translator.finish(frames)
    else translator.push(chunk, frames)
    return chunk === undefined
  } catch (error) {
    reader.cancel(error)
    translator.fail(
      new Error(`toolwire proxy: the answer of the target broke off: ${reasonOf(error)}`),
      frames,
    )
    translator.finish(frames)
    return true
  }
}

const encoder = /* @__PURE__ */ new TextEncoder()

/** The frames in one piece. */
export function encoded(frames: Frames): Uint8Array {
  const texts = frames.filter((frame) => typeof frame === 'string')
  if (texts.length === frames.length) return encoder.encode(texts.join(''))
  return concatenate(frames.map((frame) => (typeof frame === 'string' ? encoder.encode(frame) : frame)))
}
