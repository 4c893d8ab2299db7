import { existsSync } from 'node:fs'
import { abortable, signalOf, unlessAborted } from '../../base/http/abort.js'
import { bodyJson } from '../../base/http/recorded-body.js'
import type { RecordedRequest } from '../../base/http/recorded-exchange.js'
import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { stringifyJson } from '../../base/json/write-json.js'
import { expectGiven } from '../../base/model/entrance.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { type Registry, wiresAt } from '../../translate/exchange/registry.js'
import { refusalBody } from '../../translate/exchange/translate-answer.js'
import { type RedactOptions, redactRequest } from '../redaction/redact.js'
import { CassetteWriter } from './cassette.js'
import { Library } from './find-recordings.js'
import { pathOf } from './match.js'
import type { Answerer, Playback } from './recorded-answers.js'
import {
  createExactAnswerer,
  createTranscodingAnswerer,
  type FillableAnswerer,
  findAdapter,
  type MatchingOptions,
  type TranscodingOptions,
} from './recorded-answers.js'
import { createRecorder, type Fetch, type Recorder, recordRequest } from './recorder.js'
import { describeMiss, type Miss } from './recordings.js'
import { type Fault, refusedBy } from './serve.js'

/**
 * - `replay`: answer from the recordings; a miss is an error.
 * - `record`: always send, and record.
 * - `auto`: answer from the recordings; send and record what is missing.
 * - `passthrough`: send, record nothing.
 */
export type ReplayMode = 'replay' | 'record' | 'auto' | 'passthrough'

/** How a request came by its answer. */
export type ReplayOutcome =
  | { readonly type: 'hit' /** Of the recording. */; readonly id: string }
  | { readonly type: 'miss'; readonly reason: string }
  /** Sent and recorded; in mode `auto` because nothing recorded answers it, for the reason given. */
  | { readonly type: 'recorded'; readonly reason?: string }
  /** Refused because a fault was asked for. */
  | { readonly type: 'fault' }

export interface ReplayFetchOptions extends Playback {
  readonly answerer: Answerer
  /** What happens to requests that are not recorded. Default: `replay`: they fail. */
  readonly mode?: ReplayMode | undefined
  /** Chooses faults per request; takes precedence over `faults`. */
  readonly faultsFor?: ((request: RecordedRequest) => readonly Fault[] | undefined) | undefined
  /** Called with the reason for each request that no recording answers. */
  readonly onMiss?: ((reason: string) => void) | undefined
  /** Called with each answer before its body is read; not in mode `passthrough`. */
  readonly onOutcome?: ((response: Response, outcome: ReplayOutcome) => void) | undefined
  /** The body of a refusal, in the form of the request's wire. Default: an `error` with type, code and message. */
  readonly refusal?:
    | ((request: RecordedRequest, status: number, message: string) => JsonValue | undefined)
    | undefined
  /** Needed by `record` and `auto`. */
  readonly recorder?: Recorder | undefined
  /** The fetch that `passthrough` sends with. Default: the global one. */
  readonly fetch?: Fetch | undefined
  /** How recordings were redacted: requests are compared in the same form. */
  readonly redact?: RedactOptions | undefined
}

/** A fetch that answers from recordings. A miss has status 404, which no SDK retries, and a message with the differences. */
export function createReplayFetch(options: ReplayFetchOptions): Fetch {
  const { answerer, mode = 'replay', recorder } = options
  if (mode === 'passthrough') return options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const told = (response: Response, outcome: ReplayOutcome): Response => {
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

/** Options of `createReplay`. */
export interface ReplayOptions
  extends MatchingOptions,
    Omit<ReplayFetchOptions, 'answerer' | 'recorder' | 'refusal'>,
    Pick<TranscodingOptions, 'onNotices' | 'onUnreadable'> {
  /** A cassette file, a fixture folder, or a folder of them. */
  readonly from: string
  /** The cassette file that `record` and `auto` append to. Default: `from`. */
  readonly to?: string | undefined
  /** Answer clients of this wire from recordings of any wire. */
  readonly as?: Adapter | undefined
  /** Adapters, for `as`, for fixture folders, and to name the wire of recordings. */
  readonly registry?: Registry | undefined
}

/** Open recordings. */
export interface Replay {
  /** For the official SDKs: `new OpenAI({ fetch: replay.fetch })`. */
  readonly fetch: Fetch
  /** How many recordings can answer, new ones included, skipped ones not. */
  readonly size: number
  /** Waits for open recordings and closes the files. */
  close(): Promise<void>
}

/**
 * Opens recordings for replaying, recording, or both.
 * @throws AdapterError if `from` has no recordings to replay, or cannot be read.
 * @example
 * const replay = await createReplay({ from: 'fixtures/weather.cassette' })
 * const client = new OpenAI({ fetch: replay.fetch, apiKey: 'none' })
 */
export async function createReplay(options: ReplayOptions): Promise<Replay> {
  expectGiven(options, ['createReplay needs options', "createReplay({ from: 'talk.cassette' })"])
  const { mode = 'replay', from, to = from } = options
  const answerer =
    options.as === undefined
      ? createExactAnswerer(options)
      : createTranscodingAnswerer(transcoding(options, options.as))
  let size = 0
  const add: Add = (exchange, recording) => {
    // A recorder that never answers has no use for what it recorded; it would only fill the memory.
    if (mode === 'record' || answerer.add(exchange, recording)) size += 1
  }
  const library = new Library(options.registry, (path, start) =>
    options.onUnreadable?.(`${path}, byte ${start}`, TORN),
  )
  let writer: CassetteWriter | undefined
  try {
    if (mode === 'replay' || mode === 'auto') await fill(add, library, from, mode === 'replay')
    if (mode === 'record' || mode === 'auto') writer = await CassetteWriter.open(to)
  } catch (error) {
    await library.close()
    throw error
  }
  const recorder = writer && recorderTo(writer, add, options)
  return {
    fetch: createReplayFetch({ ...options, answerer, recorder, refusal: refusalOf(options) }),
    get size() {
      return size
    },
    async close() {
      await recorder?.flush()
      await writer?.close()
      await library.close()
    },
  }
}

type Add = (...recorded: Parameters<FillableAnswerer['add']>) => void

const TORN = new AdapterError('invalid-json', '', 'it is not a complete JSON document')

/** Refusals look as those of the provider that the client believes to speak with. */
function refusalOf({ as, registry }: ReplayOptions): ReplayFetchOptions['refusal'] {
  return (request, status, message) => {
    const adapter =
      as ?? (registry && wiresAt(pathOf(request.url), () => bodyJson(request.body), registry)[0])
    return adapter && refusalBody(status, message, adapter)
  }
}

async function fill(add: Add, library: Library, from: string, mustExist: boolean): Promise<void> {
  let found = false
  if (existsSync(from)) {
    for await (const { exchange, recording } of library.list(from)) {
      found = true
      add(exchange, recording)
    }
  }
  if (!found && mustExist)
    throw new AdapterError(
      'missing-field',
      '',
      `there are no recordings at ${from}; record some first (mode: 'auto')`,
    )
}

function recorderTo(writer: CassetteWriter, add: Add, options: ReplayOptions): Recorder {
  const { registry } = options
  return createRecorder({
    fetch: options.fetch,
    redact: options.redact,
    ...(registry && { recognise: (exchange) => findAdapter(exchange, registry)?.id }),
    sink: {
      async append(exchange) {
        await writer.append(exchange)
        // What was just recorded answers the next request of its kind.
        add(exchange, { id: exchange.id, load: async () => exchange })
      },
    },
  })
}

function transcoding(options: ReplayOptions, target: Adapter): TranscodingOptions {
  if (options.registry === undefined)
    throw new TypeError('replaying as another wire requires adapters: pass `registry`')
  return { ...options, target, registry: options.registry }
}
