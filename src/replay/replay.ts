import { recordBody } from './body.js'
import type { RecordedRequest } from './exchange.js'
import { createRecorder, type ExchangeSink, type Fetch } from './record.js'
import { describeMiss, type Miss } from './recordings.js'
import type { RedactOptions } from './redact.js'
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
  readonly sink?: ExchangeSink
  /** The fetch that really sends. Default: the global one. */
  readonly fetch?: Fetch
  readonly redact?: RedactOptions
}

/** A fetch that answers from recordings. A miss is answered with status 404, which no SDK retries, and says what differs. */
export function createReplayFetch(options: ReplayFetchOptions): Fetch {
  const { answerer, mode = 'replay', sink } = options
  const send = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  if (mode === 'passthrough') return send
  const recorder = sink && createRecorder({ sink, fetch: send, redact: options.redact })
  if (mode === 'record') return requireRecorder(recorder).fetch
  return async (input, init) => {
    const original = new Request(input, init)
    const request = await incomingRequest(original.clone())
    const faults = options.faultsFor?.(request) ?? options.faults
    const answered = await answerer.answer(request, { timing: options.timing, faults })
    if ('response' in answered) return answered.response
    return mode === 'auto' ? requireRecorder(recorder).fetch(original) : missResponse(answered.miss)
  }
}

function requireRecorder<Recorder>(recorder: Recorder | undefined): Recorder {
  if (recorder !== undefined) return recorder
  throw new TypeError('the modes `record` and `auto` need a sink to record to')
}

export async function incomingRequest(request: Request): Promise<RecordedRequest> {
  const body = recordBody(new Uint8Array(await request.arrayBuffer()))
  return {
    method: request.method.toUpperCase(),
    url: request.url,
    headers: Object.fromEntries(request.headers),
    ...(body && { body }),
  }
}

export function missResponse(miss: Miss): Response {
  const error = {
    type: 'replay_miss',
    code: 'replay_miss',
    message: describeMiss(miss),
    nearest: miss.nearest?.id ?? null,
  }
  return Response.json({ error }, { status: 404 })
}
