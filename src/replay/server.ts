import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Fetch } from './record.js'

export interface LocalServer {
  /** e.g. `http://127.0.0.1:49152` */
  readonly url: string
  close(): Promise<void>
}

export interface ServeOptions {
  /** 0 lets the system choose. */
  readonly port?: number
  /** Default: this machine only. */
  readonly host?: string
  /** Where requests are sent to by `fetch`; only the path comes from the client. */
  readonly target?: string
  /** Called with what went wrong while answering, which the client also gets as status 500. */
  readonly onError?: (error: unknown) => void
}

/** Serves a fetch as a local HTTP server: one for clients in any language, streams unbuffered. */
export async function serveFetch(fetch: Fetch, options: ServeOptions = {}): Promise<LocalServer> {
  const responding = new Set<Promise<void>>()
  const server = createServer((incoming, outgoing) => {
    const done = respond(fetch, options, incoming, outgoing).finally(() => responding.delete(done))
    responding.add(done)
  })
  server.listen(options.port ?? 0, options.host ?? '127.0.0.1')
  await Promise.race([
    once(server, 'listening'),
    once(server, 'error').then(([error]) => Promise.reject(error)),
  ])
  return { url: urlOf(server), close: () => closeServer(server, responding) }
}

function urlOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  return `http://${hostOf(address)}:${address.port}`
}

function hostOf({ address, family }: AddressInfo): string {
  return family === 'IPv6' ? `[${address}]` : address
}

/** Breaks off what is being answered, and waits until that has been noticed (and recorded as aborted). */
async function closeServer(server: Server, responding: ReadonlySet<Promise<void>>): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
  await Promise.all(responding)
}

async function respond(
  fetch: Fetch,
  options: ServeOptions,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const abort = new AbortController()
  outgoing.once('close', () => abort.abort())
  try {
    const response = await fetch(await toRequest(incoming, options.target, abort.signal))
    await writeResponse(response, outgoing, abort.signal)
  } catch (error) {
    if (abort.signal.aborted) return
    options.onError?.(error)
    fail(outgoing, error)
  }
}

/** Headers that belong to one connection, or that fetch sets itself. */
const HOP_BY_HOP =
  /^(host|connection|keep-alive|transfer-encoding|content-length|upgrade|expect|te|trailer|accept-encoding|proxy-.*)$/

async function toRequest(
  incoming: IncomingMessage,
  target: string | undefined,
  signal: AbortSignal,
): Promise<Request> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(Buffer.from(piece))
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined && !HOP_BY_HOP.test(name))
      headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const base = target ?? `http://${incoming.headers.host ?? 'localhost'}`
  const method = incoming.method ?? 'GET'
  const body = method === 'GET' || method === 'HEAD' ? undefined : Buffer.concat(pieces)
  return new Request(base.replace(/\/$/, '') + (incoming.url ?? '/'), { method, headers, body, signal })
}

/** What fetch has undone, or what is about its own connection. */
const DECODED = /^(content-encoding|content-length|transfer-encoding|connection|keep-alive)$/

async function writeResponse(
  response: Response,
  outgoing: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const headers = [...response.headers].filter(([name]) => !DECODED.test(name))
  outgoing.writeHead(response.status, Object.fromEntries(headers))
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
  outgoing.writeHead(500, { 'content-type': 'application/json' })
  outgoing.end(JSON.stringify({ error: { type: 'proxy_error', message } }))
}

/** fetch says what went wrong in the cause of its error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
