import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { constants, type IncomingHttpHeaders as Http2Headers, type ServerHttp2Stream } from 'node:http2'
import type { Readable, Writable } from 'node:stream'
import type { HeaderFields } from '../../base/http/http-message.js'

/** One request to a server and its answer, whichever version of HTTP the connection has. */
export interface ServerExchange {
  readonly method: string
  /** The path with its query. */
  readonly path: string
  /** The name by which the client calls the server. */
  readonly host: string | undefined
  readonly headers: IncomingHttpHeaders
  /** What the client sends. */
  readonly body: Readable
  /** Where the body of the answer goes. */
  readonly answer: Writable
  /** Of the answer that was begun; 200 before. */
  readonly status: number
  readonly isBegun: boolean
  /** Whether all of it went to the client. */
  readonly isSent: boolean
  /** Whether the answer has a body. HTTP/1.1 throws one away that must not be there. */
  begin(status: number, headers: HeaderFields): boolean
  /** Sends the head of an answer that was begun, without waiting for its body. */
  flushHead(): void
  /** Asks a client for its body that waits to be asked. */
  askForBody(): void
  /** Lets a client go that takes nothing. */
  letGo(): void
  /** Ends an answer that cannot be completed, so that the client sees it. What was written before still arrives. */
  breakOff(): void
  /** Ends a request whose answer was sent before all of it had come. */
  discardRest(): void
  /** Called when it is over, and the server takes no more requests. */
  leave(): void
}

/** Headers of an answer that fetch has undone, or that are about another connection. */
const UNTOLD =
  /^(content-encoding|content-length|transfer-encoding|connection|keep-alive|upgrade|te|proxy-connection|http2-settings)$/

/** Milliseconds for which the rest of a request is thrown away that was answered before it had come. */
const LINGER = 5000

/** By HTTP/1.1. */
export function http1Exchange(incoming: IncomingMessage, answer: ServerResponse): ServerExchange {
  const { method = 'GET', url: path = '/', headers } = incoming
  let isBegun = false
  return {
    ...{ method, path, headers, body: incoming, answer },
    host: headers.host,
    get status() {
      return answer.statusCode
    },
    get isBegun() {
      return isBegun
    },
    get isSent() {
      return answer.writableFinished
    },
    begin(status, told) {
      isBegun = true
      answer.statusCode = status
      // One by one: there may be several cookies to set.
      for (const [name, value] of told) if (!UNTOLD.test(name)) answer.appendHeader(name, value)
      return true
    },
    flushHead: () => answer.flushHeaders(),
    askForBody: () => answer.writeContinue(),
    letGo: () => void answer.destroy(),
    breakOff() {
      answer.flushHeaders()
      answer.socket?.destroySoon()
    },
    discardRest() {
      if (incoming.complete || incoming.destroyed) return
      // A connection that is closed while the client still sends may take the answer with it.
      const timer = setTimeout(() => incoming.complete || incoming.socket.destroy(), LINGER)
      for (const event of ['end', 'close']) incoming.once(event, () => clearTimeout(timer))
      // Who has not read on by now never will.
      incoming.removeAllListeners('readable')
      incoming.resume()
    },
    leave: () => incoming.socket.destroySoon(),
  }
}

/** One stream of a connection of HTTP/2. */
export function http2Exchange(stream: ServerHttp2Stream, all: Http2Headers): ServerExchange {
  const headers = Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith(':')))
  return {
    ...{ headers, body: stream, answer: stream },
    method: all[':method'] ?? 'GET',
    path: all[':path'] ?? '',
    host: all[':authority'] ?? all.host,
    get status() {
      return Number(stream.sentHeaders?.[':status'] ?? 200)
    },
    get isBegun() {
      return stream.headersSent || stream.destroyed
    },
    // Node ends a stream that was reset.
    get isSent() {
      return stream.writableFinished && !stream.aborted
    },
    begin(status, told) {
      stream.respond({ ...http2Headers(told), ':status': status })
      return !stream.writableEnded
    },
    flushHead: () => undefined,
    askForBody: () => stream.additionalHeaders({ ':status': 100 }),
    letGo: () => stream.close(constants.NGHTTP2_CANCEL),
    breakOff: () => afterWritten(stream, () => stream.destroy(new Error('the answer broke off'))),
    discardRest() {
      if (!stream.readableEnded && !stream.destroyed) stream.close(constants.NGHTTP2_NO_ERROR)
    },
    // The connection ends by itself once its last stream has ended.
    leave: () => undefined,
  }
}

function http2Headers(told: HeaderFields): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {}
  // There may be several cookies to set.
  for (const [name, value] of told)
    if (!UNTOLD.test(name)) headers[name] = name in headers ? [headers[name] ?? '', value].flat() : value
  return headers
}

/** A reset overtakes what waits to be sent. */
function afterWritten(stream: ServerHttp2Stream, then: () => void): void {
  if (stream.writableLength === 0 || stream.destroyed) then()
  else stream.write('', then)
}
