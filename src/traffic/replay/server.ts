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
import { expectFunction, expectGiven } from '../../base/model/entrance.js'
import { acceptHttp2, type FurtherConnections } from './connections.js'
import { streaming } from './passing.js'
import { ReadableBytes } from './readable-bytes.js'
import type { Fetch } from './recorder.js'
import { http1Exchange, type ServerExchange } from './server-exchange.js'

/** A server of this machine. */
export interface LocalServer {
  /** e.g. `http://127.0.0.1:49152` */
  readonly url: string
  /** Stops listening; what is being answered is broken off, after so many milliseconds in which it may end. Default: at once. */
  close(grace?: number): Promise<void>
}

/** Where a local server listens, and to whom. */
export interface ServeOptions extends ListenOptions {
  /** Called when an answer has been sent, was broken off by the client, or could not be given. */
  readonly onAnswered?: ((answered: AnsweredRequest) => void) | undefined
}

/** The same, whatever answers. */
export interface ListenOptions {
  /** 0 lets the system choose. */
  readonly port?: number | undefined
  /** Default: this machine only. */
  readonly host?: string | undefined
  /** Names besides those of this machine by which clients may call the server (their `Host` header), e.g. `toolwire.test`. */
  readonly allowedHosts?: readonly string[] | undefined
  /** Whether clients may call the server by any name: where each request has to prove itself. Default: no. */
  readonly anyHost?: boolean | undefined
  /** Where requests are sent to by `fetch`; only the path comes from the client. Holds no credentials: clients send theirs. */
  readonly target?: string | undefined
  /** Whether the requests that `fetch` gets say how long their bodies are. Default: no: who sends them on says it itself. */
  readonly keepsLength?: boolean | undefined
  /** Milliseconds until a request has to have come whole; its headers have a minute of them. Default: 5 minutes. */
  readonly requestTimeout?: number | undefined
  /** Milliseconds for which a client may take nothing of an answer that waits for it. Default: 5 minutes. */
  readonly stallTimeout?: number | undefined
  /** Called with the server before it listens, for what else speaks on its port. */
  readonly onServer?: ((server: Server) => void) | undefined
  /** Called with what went wrong while answering, which the client also gets: as status 500, or 4xx for what is refused. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** What became of one request to the server. */
export interface AnsweredRequest<Answer = Response> {
  /** Upper case. */
  readonly method: string
  /** Without the query. */
  readonly path: string
  /** The HTTP status that the client got. */
  readonly status: number
  /** From the request's headers to the end of the answer. */
  readonly milliseconds: number
  /** What the fetch gave; absent when it failed, or the request was refused. */
  readonly response?: Answer
  /** What went wrong. */
  readonly error?: unknown
}

/**
 * Serves a fetch as a local HTTP server: one for clients in any language, streams unbuffered.
 * @throws AdapterError when the target is no URL, or holds credentials; Error when the port is taken.
 * @example const { url, close } = await serveFetch(replay.fetch)
 */
export async function serveFetch(fetch: Fetch, options: ServeOptions = {}): Promise<LocalServer> {
  expectFunction(fetch, ['serveFetch needs a fetch', 'serveFetch(replay.fetch)'], '/fetch')
  expectGiven(options, ['serveFetch', 'serveFetch(replay.fetch, { port })'], '/options')
  return serveAnswers(answererBy(fetch), options)
}

/** Answers small requests by a fetch. */
export function answererBy(fetch: Fetch): (request: HttpRequest) => Promise<Response> {
  // Node passes an abort on to what was made of a request only while that is in memory: see `signalOf`.
  const made = new WeakMap<AbortSignal, Request>()
  return (request) => {
    const webRequest = toWebRequest(request)
    made.set(request.signal, webRequest)
    return fetch(webRequest)
  }
}

/**
 * Serves answers that are made of small requests, without the cost of those of web standards.
 * @throws as `serveFetch` does.
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
    // Longer than clients and balancers keep theirs, who otherwise now and then send into one that was just closed.
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

/** Breaks off what is still being answered, and waits until that has been noticed (and recorded as aborted). */
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

/** Tells what became of a request, with the time that it took from now on. */
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
  // An answer that was sent closes as well. HTTP/2 says at once that a request was reset.
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

/** Headers that belong to one connection, or that fetch sets itself. */
const HOP_BY_HOP =
  /^(host|connection|keep-alive|transfer-encoding|content-length|upgrade|expect|te|trailer|accept-encoding|http2-settings|proxy-.*)$/

/** @throws RefusedRequest for a path that leads nowhere. */
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
  // A redirect is the client's to follow, or not: it may lead to another host, which must not get the credentials.
  const init: RequestInit = { method, headers: headerPairs(headers), signal, redirect: 'manual' }
  return new Request(url, body === null ? init : streaming(init, webStream(body)))
}

/** How long a client is waited for. */
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

/** The head goes out with what is there of the body, or soon without. */
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

/** Ends an answer, and waits until the client has it. */
function ended(patience: ClientPatience, last?: string | Uint8Array): Promise<void> {
  return taken('finish', patience, () => patience.exchange.answer.end(last))
}

/** Waits until the client has taken what was written. One that takes nothing for too long is let go. */
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

/** A body that breaks off half-way must look broken to the client, not finished, and what came before must arrive. */
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
