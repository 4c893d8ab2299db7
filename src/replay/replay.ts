import { abortable, signalOf, unlessAborted } from '../http/abort.js'
import type { RecordedRequest } from '../http/recorded-exchange.js'
import type { JsonValue } from '../json/types.js'
import { stringifyJson } from '../json/write.js'
import { type RedactOptions, redactRequest } from '../redaction/redact.js'
import { type Fetch, type Recorder, recordRequest } from './record.js'
import { describeMiss, type Miss } from './recordings.js'
import { type Fault, refusedBy, type Timing } from './serve.js'

/**
 * - `replay`: answer from the recordings; a miss is an error.
 * - `record`: always send, and record.
 * - `auto`: answer from the recordings; send and record what is missing.
 * - `passthrough`: send, record nothing.
 */
export type ReplayMode = 'replay' | 'record' | 'auto' | 'passthrough'

/** How an answer is to be played. */
export interface Playback {
  /** How fast. Default: `instant`. */
  readonly timing?: Timing
  /** What is to go wrong. Default: nothing. */
  readonly faults?: readonly Fault[]
}

/** Finds and plays the answer to a request: from exact recordings, or from those of another wire. */
export interface Answerer {
  answer(
    request: RecordedRequest,
    playback: Playback,
  ): Promise<{ readonly response: Response; readonly id: string } | { readonly miss: Miss }>
}

/** How a request came by its answer. */
export type Outcome =
  | { readonly type: 'hit' /** Of the recording. */; readonly id: string }
  | { readonly type: 'miss'; readonly reason: string }
  /** Sent and recorded; in mode `auto` because nothing recorded answers it, for the reason given. */
  | { readonly type: 'recorded'; readonly reason?: string }
  /** Refused because a fault was asked for. */
  | { readonly type: 'fault' }

export interface ReplayFetchOptions extends Playback {
  readonly answerer: Answerer
  /** What happens to requests that are not recorded. Default: `replay`: they fail. */
  readonly mode?: ReplayMode
  /** Chooses faults per request; takes precedence over `faults`. */
  readonly faultsFor?: (request: RecordedRequest) => readonly Fault[] | undefined
  /** Called with the reason for each request that no recording answers. */
  readonly onMiss?: (reason: string) => void
  /** Called with each answer before its body is read; not in mode `passthrough`. */
  readonly onOutcome?: (response: Response, outcome: Outcome) => void
  /** The body of a refusal, in the form of the request's wire. Default: an `error` with type, code and message. */
  readonly refusal?: (request: RecordedRequest, status: number, message: string) => JsonValue | undefined
  /** Needed by `record` and `auto`. */
  readonly recorder?: Recorder
  /** The fetch that `passthrough` sends with. Default: the global one. */
  readonly fetch?: Fetch
  /** How recordings were redacted: requests are compared in the same form. */
  readonly redact?: RedactOptions
}

/** A fetch that answers from recordings. A miss has status 404, which no SDK retries, and a message with the differences. */
export function createReplayFetch(options: ReplayFetchOptions): Fetch {
  const { answerer, mode = 'replay', recorder } = options
  if (mode === 'passthrough') return options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const told = (response: Response, outcome: Outcome): Response => {
    options.onOutcome?.(response, outcome)
    return response
  }
  if (mode === 'record') {
    const { fetch } = requireRecorder(recorder)
    return async (input, init) => told(await fetch(input, init), { type: 'recorded' })
  }
  return async (input, init) => {
    const original = new Request(input, init)
    const request = redactRequest(await recordRequest(original.clone()), options.redact)
    const faults = (options.faultsFor?.(request) ?? options.faults)?.map((fault) =>
      withBody(fault, request, options),
    )
    const refusal = faults && (await refusedBy(faults))
    if (refusal !== undefined) return told(abortable(refusal, input, init), { type: 'fault' })
    const answering = answerer.answer(request, { timing: options.timing, faults })
    const answered = await unlessAborted(answering, signalOf(input, init))
    if ('response' in answered)
      return told(abortable(answered.response, input, init), { type: 'hit', id: answered.id })
    const reason = describeMiss(answered.miss)
    if (mode === 'auto')
      return told(await requireRecorder(recorder).fetch(original), { type: 'recorded', reason })
    return told(missResponse(request, answered.miss, options), { type: 'miss', reason })
  }
}

/** A refusal that was asked for looks as one of the provider. */
function withBody(fault: Fault, request: RecordedRequest, { refusal }: ReplayFetchOptions): Fault {
  if (fault.type !== 'status' || fault.body !== undefined) return fault
  const body = refusal?.(request, fault.status, `simulated status ${fault.status}`)
  return body === undefined ? fault : { ...fault, body: stringifyJson(body) }
}

function requireRecorder(recorder: Recorder | undefined): Recorder {
  if (recorder !== undefined) return recorder
  throw new TypeError('the modes `record` and `auto` require a recorder')
}

function missResponse(
  request: RecordedRequest,
  miss: Miss,
  { refusal, onMiss }: ReplayFetchOptions,
): Response {
  const message = describeMiss(miss)
  onMiss?.(message)
  const body = refusal?.(request, 404, message) ?? {
    error: { type: 'replay_miss', code: 'replay_miss', message, nearest: miss.nearest?.id ?? null },
  }
  return new Response(stringifyJson(body), {
    status: 404,
    headers: { 'content-type': 'application/json' },
  })
}
