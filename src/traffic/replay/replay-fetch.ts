import { existsSync } from 'node:fs'
import { abortable, signalOf, unlessAborted } from '../../base/http/abort.js'
import { bodyJson } from '../../base/http/recorded-body.js'
import type { RecordedExchange, RecordedRequest } from '../../base/http/recorded-exchange.js'
import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { stringifyJson } from '../../base/json/write-json.js'
import {
  expectAdapter,
  expectOptions,
  expectText,
  expectWord,
  type KnownOptions,
} from '../../base/model/expect.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { expectHttp, type Registry, wiresAt } from '../../translate/exchange/registry.js'
import { refusalBody } from '../../translate/exchange/translate-answer.js'
import { type RedactOptions, redactRequest } from '../redaction/redact.js'
import { CassetteWriter } from './cassette.js'
import { RecordingLibrary } from './find-recordings.js'
import { urlPath } from './match.js'
import type { Playback, RecordedAnswers } from './recorded-answers.js'
import {
  createExactAnswerer,
  createTranscodingAnswerer,
  type FillableAnswerer,
  findAdapter,
  type MatchingOptions,
  type TranscodingOptions,
} from './recorded-answers.js'
import { createRecorder, type Fetch, type Recorder, recordRequest } from './recorder.js'
import { describeMiss, type Matching, type Miss } from './recordings.js'
import { expectFaults, type Fault, refusedBy } from './serve.js'

/**
 * - `replay`: answer from the recordings; a miss is an error.
 * - `record`: always send, and record.
 * - `auto`: answer from the recordings; send and record what is missing.
 * - `passthrough`: always send, without recording.
 */
export type ReplayMode = 'replay' | 'record' | 'auto' | 'passthrough'

/** The source of a request's answer. */
export type ReplayOutcome =
  | { readonly type: 'hit' /** Of the recording. */; readonly id: string }
  | { readonly type: 'miss'; readonly reason: string }
  /**
   * The request was sent and recorded. In mode `auto`, `reason` states why no recording answers the request.
   */
  | { readonly type: 'recorded'; readonly reason?: string }
  /** The request was refused because of a simulated fault. */
  | { readonly type: 'fault' }

export interface ReplayFetchOptions extends Playback {
  readonly answerer: RecordedAnswers
  /** Handling of requests that are not recorded. Default: `replay`, in which these requests fail. */
  readonly mode?: ReplayMode | undefined
  /** Chooses faults per request; takes precedence over `faults`. */
  readonly faultsFor?: ((request: RecordedRequest) => readonly Fault[] | undefined) | undefined
  /** Called with the reason for each request without a matching recording. */
  readonly onMiss?: ((reason: string) => void) | undefined
  /** Called with each answer before its body is read. Not called in mode `passthrough`. */
  readonly onOutcome?: ((response: Response, outcome: ReplayOutcome) => void) | undefined
  /**
   * Returns the body of a refusal in the form of the request's wire. Default: an `error` with type, code and
   * message.
   */
  readonly refusal?:
    | ((request: RecordedRequest, status: number, message: string) => JsonValue | undefined)
    | undefined
  /** A sentence for the answer to a request without a recording: a way to record it. Default: none. */
  readonly advice?: string | undefined
  /** The recorder. Required for `record` and `auto`. */
  readonly recorder?: Recorder | undefined
  /** The fetch that `passthrough` sends with. Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined
  /** The redaction of the recordings. Requests are compared in the same redacted form. */
  readonly redact?: RedactOptions | undefined
}

/**
 * Creates a fetch that answers from recordings. A miss has status 404, which SDKs do not retry, and a message
 * with the differences.
 */
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

/** Adds the body of a simulated refusal, in the form of the provider's refusals. */
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
  { refusal, onMiss, advice }: ReplayFetchOptions,
): Response {
  const message = [describeMiss(miss), ...(advice === undefined ? [] : [advice])].join('. ')
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
  /** A cassette file, a fixture folder, or a folder of both. */
  readonly from: string
  /** The cassette file that `record` and `auto` append to. Default: `from`. */
  readonly to?: string | undefined
  /**
   * The wire of clients that are answered from recordings of any wire. Default: the wire of each recording.
   */
  readonly as?: Adapter | undefined
  /** Adapters, for `as`, for fixture folders, and to name the wire of recordings. */
  readonly registry?: Registry | undefined
  /** Returns false for an exchange that is not to be recorded. Default: all are recorded. */
  readonly isRecorded?: ((exchange: RecordedExchange) => boolean) | undefined
}

/** An open set of recordings. */
export interface Replay {
  /** A fetch for the official SDKs: `new OpenAI({ fetch: replay.fetch })`. */
  readonly fetch: Fetch
  /** The number of recordings that can answer, including new ones and excluding skipped ones. */
  readonly size: number
  /** Waits for exchanges that are being recorded, then closes the files. */
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
  expectReplay(options)
  const { mode = 'replay', from, to = from, as: target, registry } = options
  const answerer =
    target === undefined || registry === undefined
      ? createExactAnswerer(options)
      : createTranscodingAnswerer({ ...options, target, registry })
  let size = 0
  const add: Add = (exchange, recording) => {
    // In mode `record` the answerer is not used, so storing exchanges in it would only fill memory.
    if (mode === 'record' || answerer.add(exchange, recording)) size += 1
  }
  const library = new RecordingLibrary(options.registry, (path, start) =>
    options.onUnreadable?.(`${path}, byte ${start}`, TORN),
  )
  let writer: CassetteWriter | undefined
  try {
    if (mode === 'replay' || mode === 'auto') await fill(add, library, options, mode === 'replay')
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

/** The names of the options of `createReplay`. */
export const REPLAY_OPTIONS: KnownOptions<ReplayOptions> = {
  isRecorded: true,
  from: true,
  to: true,
  as: true,
  registry: true,
  mode: true,
  matching: true,
  noise: true,
  timing: true,
  faults: true,
  faultsFor: true,
  redact: true,
  fetch: true,
  advice: true,
  onMiss: true,
  onOutcome: true,
  onNotices: true,
  onUnreadable: true,
}
/** Option names of the command line and of other libraries, with the correct name of each. */
export const REPLAY_ELSEWHERE = {
  match: 'matching',
  cassette: 'from',
  file: 'from',
  path: 'from',
  record: 'mode',
  speed: 'timing',
}
const MODES: Readonly<Record<ReplayMode, true>> = {
  replay: true,
  record: true,
  auto: true,
  passthrough: true,
}
const MATCHINGS: Readonly<Record<Matching, true>> = { exact: true, 'in-order': true, best: true }

/**
 * Checks the options of a replay.
 * @throws AdapterError for an unknown option or word, and for `as` without the adapters of the recordings.
 */
function expectReplay(options: ReplayOptions): void {
  const usage = "createReplay({ from: 'talk.cassette' })"
  expectOptions(options, REPLAY_OPTIONS, ['createReplay', usage], REPLAY_ELSEWHERE)
  const { from, as, registry, mode, matching, faults, timing } = options
  expectText(from, '/from', `createReplay needs the file or folder of recordings: ${usage}`)
  expectWord(mode, Object.keys(MODES), '/mode')
  expectWord(matching, Object.keys(MATCHINGS), '/matching')
  if (typeof timing !== 'number') expectWord(timing, ['instant', 'recorded'], '/timing')
  expectFaults(faults, '/faults')
  if (as === undefined) return
  expectAdapter(as, '`as`', '/as')
  const missing =
    'replaying as another wire needs the adapters of the recordings: registry: createRegistry([adapter])'
  if (registry === undefined) throw new AdapterError('missing-field', '/registry', missing)
  expectHttp(as, '/as', registry.adapters)
}

type Add = (...recorded: Parameters<FillableAnswerer['add']>) => void

const TORN = new AdapterError('invalid-json', '', 'it is not a complete JSON document')

/** Returns refusals in the form of the provider that the client expects. */
function refusalOf({ as, registry }: ReplayOptions): ReplayFetchOptions['refusal'] {
  return (request, status, message) => {
    const adapter =
      as ?? (registry && wiresAt(urlPath(request.url), () => bodyJson(request.body), registry)[0])
    return adapter && refusalBody(status, message, adapter)
  }
}

async function fill(
  add: Add,
  library: RecordingLibrary,
  { from, advice = "Record some first, with mode: 'auto'" }: ReplayOptions,
  mustExist: boolean,
): Promise<void> {
  let found = false
  if (existsSync(from)) {
    for await (const { exchange, recording } of library.list(from)) {
      found = true
      add(exchange, recording)
    }
  }
  if (found || !mustExist) return
  throw new AdapterError('missing-field', '', `there are no recordings at ${from}. ${advice}`)
}

function recorderTo(writer: CassetteWriter, add: Add, options: ReplayOptions): Recorder {
  const { registry } = options
  return createRecorder({
    fetch: options.fetch,
    redact: options.redact,
    ...(registry && { recognise: (exchange) => findAdapter(exchange, registry)?.id }),
    sink: {
      async append(exchange) {
        if (options.isRecorded?.(exchange) === false) return
        await writer.append(exchange)
        // A new recording answers the next matching request.
        add(exchange, { id: exchange.id, load: async () => exchange })
      },
    },
  })
}
