import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { reasonOf } from '../exchange/refusal.js'
import { streaming } from './passing.js'
import type { Fetch } from './record.js'
import { calledBase, RefusedRequest, readTarget, urlBelow } from './target.js'

/** A server of this machine. */
export interface LocalServer {
  /** e.g. `http://127.0.0.1:49152` */
  readonly url: string
  /** Stops listening; what is being answered is broken off, after so many milliseconds in which it may end. Default: at once. */
  close(grace?: number): Promise<void>
}

/** Where a local server listens, and to whom. */
export interface ServeOptions {
  /** 0 lets the system choose. */
  readonly port?: number
  /** Default: this machine only. */
  readonly host?: string
  /** Names besides those of this machine by which clients may call the server (their `Host` header), e.g. `toolwire.test`. */
  readonly allowedHosts?: readonly string[]
  /** Whether clients may call the server by any name: where each request has to prove itself. Default: no. */
  readonly anyHost?: boolean
  /** Where requests are sent to by `fetch`; only the path comes from the client. Holds no credentials: clients send theirs. */
  readonly target?: string
  /** Called with what went wrong while answering, which the client also gets: as status 500, or 4xx for what is refused. */
  readonly onError?: (error: unknown) => void
  /** Called when an answer has been sent, was broken off by the client, or could not be given. */
  readonly onAnswered?: (answered: Answered) => void
}

/** What became of one request to the server. */
export interface Answered {
  /** Upper case. */
  readonly method: string
  /** Without the query. */
  readonly path: string
  /** The HTTP status that the client got. */
  readonly status: number
  /** From the request's headers to the end of the answer. */
  readonly milliseconds: number
  /** What the fetch gave; absent when it failed, or the request was refused. */
  readonly response?: Response
  /** What went wrong. */
  readonly error?: unknown
}

/**
 * Serves a fetch as a local HTTP server: one for clients in any language, streams unbuffered.
 * @throws AdapterError when the target is no URL, or holds credentials; Error when the port is taken.
 * @example const { url, close } = await serveFetch(replay.fetch)
 */
export async function serveFetch(fetch: Fetch, options: ServeOptions = {}): Promise<LocalServer> {
  const { host = '127.0.0.1', target, allowedHosts = [], anyHost = false } = options
  const base = target === undefined ? undefined : readTarget(target)
  const baseOf = (incoming: IncomingMessage): URL => {
    const called = calledBase(incoming.headers.host, anyHost || [host, ...allowedHosts])
    return base ?? called
  }
  const responding = new Set<Promise<void>>()
  const server = createServer((incoming, outgoing) => {
    const send = async (signal: AbortSignal) => fetch(toRequest(incoming, baseOf(incoming), signal))
    const told = answeredBy(incoming, outgoing, options)
    const done = respond(send, outgoing, told).finally(() => responding.delete(done))
    responding.add(done)
  })
  server.listen(options.port ?? 0, host)
  await Promise.race([
    once(server, 'listening'),
    once(server, 'error').then(([error]) => Promise.reject(error)),
  ])
  return { url: urlOf(server), close: (grace = 0) => closeServer(server, responding, grace) }
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
  responding: ReadonlySet<Promise<void>>,
  grace: number,
): Promise<void> {
  const closed = server.listening ? once(server, 'close') : undefined
  server.close()
  if (grace > 0) {
    server.closeIdleConnections()
    await within(grace, Promise.all(responding))
  }
  server.closeAllConnections()
  await closed
  await Promise.all(responding)
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}

/** Tells what became of a request, with the time that it took from now on. */
function answeredBy(
  { method = 'GET', url = '/' }: IncomingMessage,
  outgoing: ServerResponse,
  { onError, onAnswered }: ServeOptions,
): (outcome: Pick<Answered, 'response' | 'error'>) => void {
  const started = performance.now()
  return (outcome) => {
    if (outcome.error !== undefined) onError?.(outcome.error)
    const { statusCode: status } = outgoing
    const path = url.replace(/[?#].*$/s, '')
    onAnswered?.({ method, path, status, milliseconds: performance.now() - started, ...outcome })
  }
}

async function respond(
  send: (signal: AbortSignal) => Promise<Response>,
  outgoing: ServerResponse,
  told: (outcome: Pick<Answered, 'response' | 'error'>) => void,
): Promise<void> {
  const abort = new AbortController()
  // An answer that was sent closes as well.
  outgoing.once('close', () => outgoing.writableFinished || abort.abort())
  let response: Response | undefined
  try {
    response = await send(abort.signal)
    await writeResponse(response, outgoing, abort.signal)
    told({ response })
  } catch (error) {
    if (!abort.signal.aborted) fail(outgoing, error)
    told({ ...(response && { response }), ...(abort.signal.aborted ? {} : { error }) })
  }
}

/** Headers that belong to one connection, or that fetch sets itself. */
const HOP_BY_HOP =
  /^(host|connection|keep-alive|transfer-encoding|content-length|upgrade|expect|te|trailer|accept-encoding|proxy-.*)$/

function toRequest(incoming: IncomingMessage, base: URL, signal: AbortSignal): Request {
  const url = urlBelow(base, incoming.url ?? '/')
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined && !HOP_BY_HOP.test(name))
      headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const method = incoming.method ?? 'GET'
  // A redirect is the client's to follow, or not: it may lead to another host, which must not get the credentials.
  const init: RequestInit = { method, headers, signal, redirect: 'manual' }
  return new Request(url, method === 'GET' || method === 'HEAD' ? init : streaming(init, bodyOf(incoming)))
}

function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array> = incoming[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const step = await pieces.next()
      if (step.done) controller.close()
      else controller.enqueue(step.value)
    },
    cancel: async () => void (await pieces.return?.()),
  })
}

/** What fetch has undone, or what is about its own connection. */
const DECODED = /^(content-encoding|content-length|transfer-encoding|connection|keep-alive)$/

async function writeResponse(
  response: Response,
  outgoing: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  outgoing.statusCode = response.status
  // One by one: there may be several cookies to set.
  for (const [name, value] of response.headers) if (!DECODED.test(name)) outgoing.appendHeader(name, value)
  outgoing.flushHeaders()
  const reader = response.body?.getReader()
  if (reader === undefined) {
    outgoing.end()
    return
  }
  signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      if (!outgoing.write(step.value)) await once(outgoing, 'drain', { signal })
    }
    outgoing.end()
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** A body that breaks off half-way must look broken to the client, not finished, and what came before must arrive. */
function fail(outgoing: ServerResponse, error: unknown): void {
  if (outgoing.headersSent) {
    outgoing.socket?.destroySoon()
    return
  }
  const message = reasonOf(error)
  const status = error instanceof RefusedRequest ? error.status : 500
  outgoing.writeHead(status, { 'content-type': 'application/json' })
  outgoing.end(JSON.stringify({ error: { type: 'proxy_error', message } }))
}
