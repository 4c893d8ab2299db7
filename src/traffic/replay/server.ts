import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type ByteReader,
  HeaderMap,
  type HttpAnswer,
  type HttpRequest,
  headerPairs,
  webStream,
} from '../../base/http/http-message.js'
import { reasonOf } from '../../base/http/reason.js'
import { calledBase, RefusedRequest, readTarget, urlBelow } from '../../base/http/request-target.js'
import { atMost } from '../../base/http/timer.js'
import { expectFunction, expectOptions, type KnownOptions } from '../../base/model/expect.js'
import { acceptHttp2, type FurtherConnections } from './connections.js'
import { streaming } from './passing.js'
import { ReadableBytes } from './readable-bytes.js'
import type { Fetch } from './recorder.js'
import { http1Exchange, type ServerExchange } from './server-exchange.js'

/** A server on this machine. */
export interface LocalServer {
  /** The base URL, e.g. `http://127.0.0.1:49152`. */
  readonly url: string
  /**
   * Stops listening. Active answers may end within `grace` milliseconds and are then aborted. Default:
   * aborted immediately.
   */
  close(grace?: number): Promise<void>
}

/** Options of a local server: its address and its allowed clients. */
export interface ServeOptions extends ListenOptions {
  /** Called when an answer was sent, was aborted by the client, or failed. */
  readonly onAnswered?: ((answered: AnsweredRequest) => void) | undefined
}

/** Options of listening, for any kind of answers. */
export interface ListenOptions {
  /** The port. 0 lets the system choose. */
  readonly port?: number | undefined
  /** The address to listen on. Default: this machine only. */
  readonly host?: string | undefined
  /**
   * Additional host names that clients may use for the server (in their `Host` header), e.g. `toolwire.test`.
   */
  readonly allowedHosts?: readonly string[] | undefined
  /** True to accept any host name. Use it only if each request is authenticated. Default: false. */
  readonly anyHost?: boolean | undefined
  /**
   * The base URL of requests passed to `fetch`. Only the path comes from the client. The URL must not contain
   * credentials, since clients send theirs.
   */
  readonly target?: string | undefined
  /**
   * True to keep the content length of requests passed to `fetch`. Default: false, because the forwarding
   * client sets it.
   */
  readonly keepsLength?: boolean | undefined
  /**
   * Time limit for receiving a complete request, in milliseconds. Its headers must arrive within one minute.
   * Default: 5 minutes.
   */
  readonly requestTimeout?: number | undefined
  /** Time limit for a client that stops reading an answer, in milliseconds. Default: 5 minutes. */
  readonly stallTimeout?: number | undefined
  /** Called with the server before it listens, so that other protocols can use its port. */
  readonly onServer?: ((server: Server) => void) | undefined
  /**
   * Called with the error of a failed answer. The client receives status 500, or 4xx for a refused request.
   */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** The outcome of one request to the server. */
export interface AnsweredRequest<Answer = Response> {
  /** The HTTP method, in upper case. */
  readonly method: string
  /** The path without the query. */
  readonly path: string
  /** The HTTP status sent to the client. */
  readonly status: number
  /** Milliseconds from the request's headers to the end of the answer. */
  readonly milliseconds: number
  /** The response of the `fetch`. Absent if the fetch failed or the request was refused. */
  readonly response?: Answer
  /** The error, if the request failed. */
  readonly error?: unknown
}

const OPTIONS: KnownOptions<ServeOptions> = {
  onAnswered: true,
  port: true,
  host: true,
  allowedHosts: true,
  anyHost: true,
  target: true,
  keepsLength: true,
  requestTimeout: true,
  stallTimeout: true,
  onServer: true,
  onError: true,
}

/**
 * Serves a fetch as a local HTTP server for clients in any language. Streams are not buffered.
 * @throws AdapterError if the target is not a URL or contains credentials; Error if the port is in use.
 * @example const { url, close } = await serveFetch(replay.fetch)
 */
export async function serveFetch(fetch: Fetch, options: ServeOptions = {}): Promise<LocalServer> {
  expectFunction(fetch, ['serveFetch needs a fetch', 'serveFetch(replay.fetch)'], '/fetch')
  expectOptions(options, OPTIONS, ['serveFetch', 'serveFetch(replay.fetch, { port })'])
  return serveAnswers(answererBy(fetch), options)
}

/** Answers small requests with a fetch. */
export function answererBy(fetch: Fetch): (request: HttpRequest) => Promise<Response> {
  // Node forwards an abort to a derived Request only while that Request is in memory: see `signalOf`.
  const made = new WeakMap<AbortSignal, Request>()
  return (request) => {
    const webRequest = toWebRequest(request)
    made.set(request.signal, webRequest)
    return fetch(webRequest)
  }
}

/**
 * Serves answers to small request objects, without the cost of web-standard requests.
 * @throws the same errors as `serveFetch`.
 */
export async function serveAnswers<Answer extends HttpAnswer>(
  answer: (request: HttpRequest) => Promise<Answer>,
  options: ListenOptions & {
    readonly onAnswered?: ((answered: AnsweredRequest<Answer>) => void) | undefined
  } = {},
): Promise<LocalServer> {
  const { host = '127.0.0.1', target, allowedHosts = [], anyHost = false, stallTimeout = STALL } = options
  const base = target === undefined ? undefined : readTarget(target)
  const baseOf = (called: string | undefined): URL => {
    const own = calledBase(called, anyHost || [host, ...allowedHosts])
    return base ?? own
  }
  const responding = new Set<Promise<void>>()
  const take = (exchange: ServerExchange) => {
    const send = (signal: AbortSignal) => answer(toRequest(exchange, baseOf(exchange.host), signal, options))
    const told = answeredBy(exchange, options)
    const done = respond(send, exchange, stallTimeout, told).finally(() => {
      responding.delete(done)
      if (server.listening) exchange.discardRest()
      else exchange.leave()
    })
    responding.add(done)
  }
  const timeouts = timeoutsOf(options)
  const server = createServer(timeouts, (...pair) => take(http1Exchange(...pair)))
  server.on('checkContinue', (...pair) => take(http1Exchange(...pair)))
  const further = acceptHttp2(server, timeouts, take)
  options.onServer?.(server)
  server.listen(options.port ?? 0, host)
  await Promise.race([
    once(server, 'listening'),
    once(server, 'error').then(([error]) => Promise.reject(error)),
  ])
  return { url: urlOf(server), close: (grace = 0) => closeServer(server, further, responding, grace) }
}

const STALL = 300_000
const MINUTE = 60_000

function timeoutsOf({ requestTimeout = 5 * MINUTE }: ListenOptions) {
  return {
    requestTimeout,
    headersTimeout: Math.min(requestTimeout, MINUTE),
    connectionsCheckingInterval: Math.min(requestTimeout / 2, MINUTE / 2),
    // Longer than the keep-alive time of clients and load balancers, which could otherwise send a request on
    // a connection that was just closed.
    keepAliveTimeout: 75_000,
  }
}

function urlOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  return `http://${hostOf(address)}:${address.port}`
}

function hostOf({ address, family }: AddressInfo): string {
  return family === 'IPv6' ? `[${address}]` : address
}

/** Aborts active answers and waits until the aborts were noticed (and recorded). */
async function closeServer(
  server: Server,
  further: FurtherConnections,
  responding: ReadonlySet<Promise<void>>,
  grace: number,
): Promise<void> {
  const closed = server.listening ? once(server, 'close') : undefined
  server.close()
  further.close()
  if (grace > 0) {
    server.closeIdleConnections()
    await atMost(grace, Promise.all(responding))
  }
  server.closeAllConnections()
  further.destroy()
  await closed
  await Promise.all(responding)
}

type Outcome<Answer> = Pick<AnsweredRequest<Answer>, 'response' | 'error'>

/** Reports the outcome of a request, with the time measured from this call. */
function answeredBy<Answer>(
  exchange: ServerExchange,
  {
    onError,
    onAnswered,
  }: Pick<ListenOptions, 'onError'> & {
    readonly onAnswered?: ((answered: AnsweredRequest<Answer>) => void) | undefined
  },
): (outcome: Outcome<Answer>) => void {
  const started = performance.now()
  return (outcome) => {
    if (outcome.error !== undefined) onError?.(outcome.error)
    const { method, status } = exchange
    const path = exchange.path.replace(/[?#].*$/s, '')
    onAnswered?.({ method, path, status, milliseconds: performance.now() - started, ...outcome })
  }
}

async function respond<Answer extends HttpAnswer>(
  send: (signal: AbortSignal) => Promise<Answer>,
  exchange: ServerExchange,
  stallTimeout: number,
  told: (outcome: Outcome<Answer>) => void,
): Promise<void> {
  const abort = new AbortController()
  const { answer } = exchange
  // A completed answer also emits `close`. HTTP/2 reports a reset immediately.
  const onEnd = () => exchange.isSent || abort.abort()
  answer.once('close', onEnd).once('aborted', onEnd)
  let response: Answer | undefined
  try {
    response = await send(abort.signal)
    await writeAnswer(response, exchange, stallTimeout, abort.signal)
    told({ response })
  } catch (error) {
    if (!abort.signal.aborted) fail(exchange, error)
    told({ ...(response && { response }), ...(abort.signal.aborted ? {} : { error }) })
  }
}

/** Matches headers that belong to one connection or that `fetch` sets. */
const HOP_BY_HOP =
  /^(host|connection|keep-alive|transfer-encoding|content-length|upgrade|expect|te|trailer|accept-encoding|http2-settings|proxy-.*)$/

/**
 * Converts an incoming exchange to a request.
 * @throws RefusedRequest for an invalid path.
 */
function toRequest(
  exchange: ServerExchange,
  base: URL,
  signal: AbortSignal,
  { keepsLength }: ListenOptions,
): HttpRequest {
  const { method, headers, body } = exchange
  const kept = Object.entries(headers).filter(
    ([name]) => !HOP_BY_HOP.test(name) || (keepsLength && name === 'content-length'),
  )
  return {
    method,
    url: urlBelow(base, exchange.path),
    headers: new HeaderMap(Object.fromEntries(kept)),
    signal,
    body:
      method === 'GET' || method === 'HEAD'
        ? null
        : // Asks a client for its body that waits to be asked.
          new ReadableBytes(body, () => headers.expect === undefined || exchange.askForBody()),
  }
}

function toWebRequest({ method, url, headers, signal, body }: HttpRequest): Request {
  // The client handles redirects. A redirect may lead to another host, which must not receive the
  // credentials.
  const init: RequestInit = { method, headers: headerPairs(headers), signal, redirect: 'manual' }
  return new Request(url, body === null ? init : streaming(init, webStream(body)))
}

/** The time limits for a client. */
interface ClientPatience {
  readonly exchange: ServerExchange
  readonly stallTimeout: number
  readonly signal: AbortSignal
}

async function writeAnswer(
  { status, headers, body }: HttpAnswer,
  exchange: ServerExchange,
  stallTimeout: number,
  signal: AbortSignal,
): Promise<void> {
  const hasBody = exchange.begin(status, headers)
  const patience = { exchange, stallTimeout, signal }
  if (body === null || typeof body === 'string' || body instanceof Uint8Array) {
    if (!exchange.isSent) await ended(patience, hasBody ? (body ?? undefined) : undefined)
    return
  }
  const reader = body.getReader()
  const letGo = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', letGo)
  try {
    if (hasBody) await writeBody(reader, patience)
    if (!exchange.isSent) await ended(patience)
  } finally {
    signal.removeEventListener('abort', letGo)
    letGo()
  }
}

/** Writes a body. The headers are sent with the first part of the body, or soon without it. */
async function writeBody(reader: ByteReader, patience: ClientPatience): Promise<void> {
  const { exchange } = patience
  const flush = setImmediate(() => exchange.flushHead())
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      clearImmediate(flush)
      if (!exchange.answer.write(step.value)) await taken('drain', patience)
    }
  } finally {
    clearImmediate(flush)
  }
}

/** Ends an answer and waits until it was sent to the client. */
function ended(patience: ClientPatience, last?: string | Uint8Array): Promise<void> {
  return taken('finish', patience, () => patience.exchange.answer.end(last))
}

/**
 * Waits until the client has read the written data. A client that reads no data for too long is disconnected.
 */
async function taken(
  event: 'drain' | 'finish',
  { exchange, stallTimeout, signal }: ClientPatience,
  begin?: () => void,
): Promise<void> {
  const { answer } = exchange
  const timer = setTimeout(() => exchange.letGo(), stallTimeout)
  let stop = () => {}
  try {
    await new Promise<void>((resolve, reject) => {
      const onAbort = () => reject(signal.reason)
      if (signal.aborted) return onAbort()
      answer.on(event, resolve).on('error', reject)
      signal.addEventListener('abort', onAbort)
      stop = () => {
        answer.off(event, resolve).off('error', reject)
        signal.removeEventListener('abort', onAbort)
      }
      begin?.()
    })
  } finally {
    clearTimeout(timer)
    stop()
  }
}

/**
 * Reports a failure. A body that fails midway must look interrupted to the client, not finished, and the
 * earlier data must arrive.
 */
function fail(exchange: ServerExchange, error: unknown): void {
  if (exchange.isBegun) {
    exchange.breakOff()
    return
  }
  const message = reasonOf(error)
  const status = error instanceof RefusedRequest ? error.status : 500
  const headers = { 'content-type': 'application/json' }
  exchange.begin(status, new HeaderMap(headers))
  exchange.answer.end(JSON.stringify({ error: { type: 'proxy_error', message } }))
}
