import { type LinkedAbort, linkedAbort, unlessAborted } from '../../base/http/abort.js'
import { reasonOf } from '../../base/http/reason.js'
import type { Timer } from '../../base/http/timer.js'
import { AdapterError } from '../../base/json/adapter-error.js'
import { asJson, isObject } from '../../base/json/read-json.js'
import { stringifyRounded } from '../../base/json/rounded-numbers.js'
import type { FailedRequest, ResponseError } from '../../base/model/response-error.js'
import type { Adapter, RequestOf } from '../../codec/wire/define-adapter.js'
import { addLists, type MovedFields, movedFields } from '../../codec/wire/header-fields.js'
import { chooseLimits, type Limits, profileAt } from '../../codec/wire/limits.js'
import { type PatientAnswer, patientAnswer } from './body.js'
import type { WriteBody } from './history-text.js'
import { endpointOf, type KeySource, keyHeader, withoutQuery } from './key-and-endpoint.js'
import { readRefusal, withoutApiKey } from './read-refusal.js'
import { mayComeAgain, waitBefore } from './send-again.js'
import { SendError } from './send-error.js'
import type { FetchSendCall } from './send-types.js'
import { expectKey, type SendSettings } from './settings.js'

/** A function that sends a native request, and repeats the request if there is no answer. */
export type SendRequest<To extends Adapter> = (
  request: RequestOf<To>,
  call: FetchSendCall,
) => Promise<PatientAnswer>

/**
 * Creates a function that sends with the settings of `fetchSend`.
 * @param write writes the body. Default: `stringifyRounded`.
 */
export function createSender<To extends Adapter>(
  adapter: To,
  settings: SendSettings,
  write: WriteBody = stringifyRounded,
): SendRequest<To> {
  const limits = chooseLimits(adapter.codecs, profileAt(adapter.codecs, settings.base))
  const { idempotencyHeader } = settings
  return (request, call) =>
    sendInTime({
      ...{ adapter, settings, ...call },
      ...written(adapter.codecs, limits, request, write),
      url: endpointOf(settings.base, adapter.codecs.http, call.path ?? ownPath(adapter.codecs.http)),
      idempotencyKey: idempotencyHeader === undefined ? '' : crypto.randomUUID(),
    })
}

/** A request that may be sent several times. */
interface Sending {
  readonly adapter: Adapter
  readonly settings: SendSettings
  readonly url: string
  readonly body: string
  /** Headers whose lists were fields of the request. */
  readonly lists: MovedFields['headers']
  /** The idempotency key, the same for all attempts. */
  readonly idempotencyKey: string
  readonly signal?: AbortSignal
  /** The model, if the caller names it. */
  readonly model?: string | undefined
}

function written(
  { converter = asJson }: Adapter['codecs'],
  limits: Limits,
  request: unknown,
  write: WriteBody,
): Pick<Sending, 'body' | 'lists'> {
  const native = converter(request)
  const { body, headers } = (isObject(native) && movedFields(native, limits)) || { body: native, headers: {} }
  return { body: write(body), lists: headers }
}

function ownPath(http: Adapter['codecs']['http']): string {
  const path = http.pathFor('MODEL', true)
  if (!path.includes('MODEL')) return path
  throw new AdapterError(
    'missing-field',
    '/path',
    `the path of this wire names the model; give { path: '${path}' }`,
  )
}

/** An attempt without an answer. */
interface Failed {
  readonly error: ResponseError | SendError
  readonly mayComeAgain: boolean
}

/** Limits the time of all attempts and waits. The limit ends when an answer begins. */
async function sendInTime(sending: Sending): Promise<PatientAnswer> {
  const { totalTimeout, timer } = sending.settings
  if (totalTimeout === undefined) return sendPatiently(sending)
  const limit = new AbortController()
  const late = () =>
    new SendError('timeout', `no answer began within ${totalTimeout} ms, the time for all attempts`)
  const stop = timer(totalTimeout, () => limit.abort(late()))
  const signals = sending.signal === undefined ? [limit.signal] : [sending.signal, limit.signal]
  return sendPatiently({ ...sending, signal: AbortSignal.any(signals) }).finally(stop)
}

async function sendPatiently(sending: Sending): Promise<PatientAnswer> {
  const { settings, signal } = sending
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tryOnce(sending)
    if ('body' in outcome) return outcome
    const { error, mayComeAgain } = outcome
    const wait = waitBefore(attempt, askedBy(error), settings)
    if (!mayComeAgain || attempt > settings.retries || wait === undefined) throw error
    settings.onRetry?.({ attempt, wait, error })
    await pause(wait, settings.timer, signal)
  }
}

/** Returns the wait that the provider requests, in milliseconds. */
function askedBy(error: ResponseError | SendError): number | undefined {
  const seconds = error instanceof SendError ? undefined : error.error.retryAfter
  return seconds === undefined ? undefined : seconds * 1000
}

async function tryOnce(sending: Sending): Promise<PatientAnswer | Failed> {
  const { settings, signal } = sending
  signal?.throwIfAborted()
  const key = await readKey(sending)
  const attempt = linkedAbort(signal)
  let onEnd: (() => void) | undefined = attempt.release
  try {
    const answer = await answerOf(sending, key, attempt)
    if (!(answer instanceof Response)) return answer
    if (!answer.ok) return await refused(sending, answer, key)
    const patient = patientAnswer(answer, { settings, key, signal, onEnd })
    onEnd = undefined
    return patient
  } finally {
    onEnd?.()
  }
}

async function refused(sending: Sending, answer: Response, key: string | undefined): Promise<Failed> {
  if (isRedirect(answer)) return redirected(answer)
  const { adapter, settings, signal } = sending
  const context = { settings, key, request: requestOf(sending) }
  const error = await unlessAborted(readRefusal(adapter, answer, context), signal)
  return { error, mayComeAgain: mayComeAgain(answer, error.error, adapter) }
}

/** Returns the facts of a request for the messages of errors. */
function requestOf({ adapter, url, model }: Sending): FailedRequest {
  return { wire: adapter.id, model, url: withoutQuery(url) }
}

function readKey({ settings: { key }, signal }: Sending): Promise<string> | string | undefined {
  return typeof key === 'function' ? unlessAborted(askKey(key), signal) : (key ?? undefined)
}

async function askKey(key: Exclude<KeySource, string>): Promise<string> {
  return expectKey(await key())
}

/**
 * Returns the response before its body. Redirects are not followed, since another host must not receive the
 * key.
 */
async function answerOf(
  sending: Sending,
  key: string | undefined,
  attempt: LinkedAbort,
): Promise<Response | Failed> {
  const { settings, url, body, signal } = sending
  const { timer, answerTimeout } = settings
  // The error is created when it is needed, since its stack trace takes 10 µs.
  const late = () => new SendError('timeout', `the server did not begin to answer within ${answerTimeout} ms`)
  const stop = timer(answerTimeout, () => attempt.abort(late()))
  const headers = headersOf(sending, key)
  let asked: Promise<Response> | undefined
  try {
    asked = settings.fetch(url, { method: 'POST', headers, body, signal: attempt.signal, redirect: 'manual' })
    return await unlessAborted(asked, attempt.signal)
  } catch (error) {
    // A fetch that ignores the signal may return an answer that is no longer needed.
    void asked?.then((response) => response.body?.cancel()).catch(() => undefined)
    signal?.throwIfAborted()
    if (attempt.signal.aborted || isLate(error)) return { error: late(), mayComeAgain: false }
    const reason = withoutApiKey(reasonOf(error), key)
    return {
      error: new SendError('unreachable', `${new URL(url).origin} cannot be reached: ${reason}`),
      mayComeAgain: true,
    }
  } finally {
    stop()
  }
}

/** Returns true for a timeout of Node's `fetch`. The request may have run, so it is not sent again. */
function isLate(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof Error && error.cause.name === 'HeadersTimeoutError'
}

function headersOf({ adapter, settings, idempotencyKey, lists }: Sending, key: string | undefined): Headers {
  const headers = new Headers({ 'content-type': 'application/json' })
  const { idempotencyHeader } = settings
  if (idempotencyHeader !== undefined) headers.set(idempotencyHeader, idempotencyKey)
  if (key !== undefined) headers.set(...keyHeader(adapter.codecs.http.access, key))
  for (const [name, value] of Object.entries(settings.headers)) headers.set(name, value)
  addLists(headers, lists)
  return headers
}

/** Returns true for a redirect. Browsers report redirects without a status. */
function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400)
}

function redirected(response: Response): Failed {
  const location = response.headers.get('location') ?? ''
  const where = URL.canParse(location) ? ` to ${new URL(location).origin}` : ''
  void response.body?.cancel().catch(() => undefined)
  const message = `the server redirects${where}; requests with a key do not follow. Set url to the address that answers`
  return { error: new SendError('redirected', message), mayComeAgain: false }
}

function pause(milliseconds: number, timer: Timer, signal: AbortSignal | undefined): Promise<void> {
  let stop: (() => void) | undefined
  const over = new Promise<void>((resolve) => {
    stop = timer(milliseconds, resolve)
  })
  return unlessAborted(over, signal).finally(() => stop?.())
}
