import { reasonOf } from '../exchange/answer.js'
import { REDACTED } from '../redaction/secrets-in-text.js'
import { ProxyFailure } from './failure.js'
import type { RequestNotes } from './log.js'
import { SHORTEST_KEY } from './target.js'
import type { ProxyTimer } from './types.js'

/** How long silence is borne. */
export interface Patience {
  readonly timer: ProxyTimer
  /** Milliseconds after which the body has broken off; up to one interval more. */
  readonly timeout: number
  /** Milliseconds between two looks at whether something came. */
  readonly interval: number
}

type Step = ReadableStreamReadResult<Uint8Array>

/**
 * Reads the chunks of an answer as they are asked for. One timer looks again and again whether something came: a timer for
 * each chunk is felt. It stops when nobody has asked for a chunk since its last look.
 */
export class PatientReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  readonly #patience: Patience
  readonly #onSilence: (() => void) | undefined
  #stop: (() => void) | undefined
  #isAsked = false
  /** Looks since a chunk was asked for. */
  #looks = 0
  #failure: Error | undefined

  /** @param onSilence called at each look for which nothing came. */
  constructor(body: ReadableStream<Uint8Array> | null, patience: Patience, onSilence?: () => void) {
    const { interval, timeout } = patience
    this.#reader = body?.getReader()
    this.#patience = { ...patience, interval: Math.min(interval, timeout / 4) }
    this.#onSilence = onSilence
  }

  /** What comes next; `arrived` is to be called with it. Rejects with what the source fails with. */
  next(): Promise<Step> {
    if (this.#reader === undefined) return Promise.resolve({ done: true, value: undefined })
    this.#isAsked = true
    this.#looks = 0
    if (this.#stop === undefined) this.#wait()
    return this.#reader.read()
  }

  /**
   * The chunk of a step, or undefined at the end.
   * @throws Error when the source was silent for too long: a read that waits ends with a cancel as if there were no more.
   */
  arrived(step: Step): Uint8Array | undefined {
    this.#isAsked = false
    if (this.#failure !== undefined) throw this.#failure
    if (!step.done) return step.value
    this.#stop?.()
    return undefined
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = this.arrived(await this.next())
      if (chunk === undefined) return
      yield chunk
    }
  }

  /** Lets go of the source; a read that waits ends. */
  cancel(reason?: unknown): void {
    this.#stop?.()
    void this.#reader?.cancel(reason).catch(() => undefined)
  }

  #wait(): void {
    const { timer, interval } = this.#patience
    this.#stop = timer(interval, () => {
      this.#stop = undefined
      if (this.#isAsked) this.#look()
    })
  }

  #look(): void {
    const { timeout, interval } = this.#patience
    this.#looks += 1
    // What was asked for between two looks may have waited for less than an interval.
    if ((this.#looks - 1) * interval >= timeout) {
      this.#failure = new Error(`no data for ${timeout} ms`)
      this.cancel(this.#failure)
    } else {
      this.#onSilence?.()
      this.#wait()
    }
  }
}

/** @throws RangeError for what no timer can wait. */
export function milliseconds(name: string, value: number): number {
  // https://developer.mozilla.org/en-US/docs/Web/API/Window/setTimeout#maximum_delay_value
  if (value > 0 && value <= 2_147_483_647) return value
  throw new RangeError(`${name} has to be a number of milliseconds, got ${value}`)
}

/** The body of an answer that is wanted whole. */
export interface WholeBody {
  readonly response: Response
  /** What the target was shown. It may repeat it where it refuses; nobody else is to see it. */
  readonly key: string | undefined
  /** Aborted when the client lets go. */
  readonly signal: AbortSignal
  readonly patience: Patience
  readonly notes: RequestNotes
}

/** @throws ProxyFailure when it breaks off, or is too long. */
export async function textOf(answer: WholeBody): Promise<string> {
  const { response, key = '' } = answer
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of chunksOf(answer)) text += decoder.decode(chunk, { stream: true })
  text += decoder.decode()
  return response.ok || key.length < SHORTEST_KEY ? text : text.replaceAll(key, REDACTED)
}

/** Bytes that a whole answer may have, as one event of a stream may. */
const LONGEST_ANSWER = 64 << 20
/** Of a longer refusal the rest is not read: it is no error of a provider, but some page. */
const LONGEST_REFUSAL = 1 << 20

/** @throws ProxyFailure when they break off, or are too many. */
export async function* chunksOf({
  response,
  patience,
  signal,
  notes,
}: WholeBody): AsyncGenerator<Uint8Array> {
  const reader = new PatientReader(response.body, patience)
  const cancelReader = () => reader.cancel(signal.reason)
  signal.addEventListener('abort', cancelReader)
  let length = 0
  try {
    for await (const chunk of reader.chunks()) {
      notes.noteEvent()
      length += chunk.length
      if (response.ok && length > LONGEST_ANSWER) throw new Error(`it has more than ${LONGEST_ANSWER} bytes`)
      yield chunk
      if (!response.ok && length > LONGEST_REFUSAL) break
    }
  } catch (error) {
    throw new ProxyFailure('target-answer', `the answer of the target was cut off: ${reasonOf(error)}`)
  } finally {
    signal.removeEventListener('abort', cancelReader)
    reader.cancel()
  }
  signal.throwIfAborted()
}
