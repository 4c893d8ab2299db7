import { abortable, signalOf, unlessAborted } from './abort.js'
import type { RecordedRequest } from './exchange.js'
import { type Fetch, type Recorder, recordRequest } from './record.js'
import { describeMiss, type Miss } from './recordings.js'
import { type RedactOptions, redactRequest } from './redact.js'
import type { Fault, Timing } from './serve.js'

/**
 * - `replay`: answer from the recordings; a miss is an error.
 * - `record`: always send, and record.
 * - `auto`: answer from the recordings; send and record what is missing.
 * - `passthrough`: send, record nothing.
 */
export type ReplayMode = 'replay' | 'record' | 'auto' | 'passthrough'

/** How an answer is to be played. */
export interface Playback {
  readonly timing?: Timing
  readonly faults?: readonly Fault[]
}

/** Finds and plays the answer to a request: from exact recordings, or from those of another wire. */
export interface Answerer {
  answer(
    request: RecordedRequest,
    playback: Playback,
  ): Promise<{ readonly response: Response } | { readonly miss: Miss }>
}

export interface ReplayFetchOptions extends Playback {
  readonly answerer: Answerer
  readonly mode?: ReplayMode
  /** Chooses faults request by request; comes before `faults`. */
  readonly faultsFor?: (request: RecordedRequest) => readonly Fault[] | undefined
  /** Needed by `record` and `auto`. */
  readonly recorder?: Recorder
  /** The fetch that `passthrough` sends with. Default: the global one. */
  readonly fetch?: Fetch
  /** How recordings were redacted: requests are compared in the same form. */
  readonly redact?: RedactOptions
}

/** A fetch that answers from recordings. A miss is answered with status 404, which no SDK retries, and says what differs. */
export function createReplayFetch(options: ReplayFetchOptions): Fetch {
  const { answerer, mode = 'replay', recorder } = options
  if (mode === 'passthrough') return options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  if (mode === 'record') return requireRecorder(recorder).fetch
  return async (input, init) => {
    const original = new Request(input, init)
    const request = redactRequest(await recordRequest(original.clone()), options.redact)
    const faults = options.faultsFor?.(request) ?? options.faults
    const answering = answerer.answer(request, { timing: options.timing, faults })
    const answered = await unlessAborted(answering, signalOf(input, init))
    if ('response' in answered) return abortable(answered.response, input, init)
    return mode === 'auto' ? requireRecorder(recorder).fetch(original) : missResponse(answered.miss)
  }
}

function requireRecorder(recorder: Recorder | undefined): Recorder {
  if (recorder !== undefined) return recorder
  throw new TypeError('the modes `record` and `auto` need a recorder')
}

function missResponse(miss: Miss): Response {
  const error = {
    type: 'replay_miss',
    code: 'replay_miss',
    message: describeMiss(miss),
    nearest: miss.nearest?.id ?? null,
  }
  return Response.json({ error }, { status: 404 })
}
