import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { constants, type IncomingHttpHeaders as Http2Headers, type ServerHttp2Stream } from 'node:http2'
import type { Readable, Writable } from 'node:stream'
import type { HeaderFields } from '../../base/http/http-message.js'

/** One request to a server and its answer, for any version of HTTP. */
export interface ServerExchange {
  readonly method: string
  /** The path with its query. */
  readonly path: string
  /** The server's host name in the request. */
  readonly host: string | undefined
  readonly headers: IncomingHttpHeaders
  /** The body of the request. */
  readonly body: Readable
  /** The body of the answer. */
  readonly answer: Writable
  /** The status of the started answer; 200 before. */
  readonly status: number
  readonly isBegun: boolean
  /** True if the complete answer was sent to the client. */
  readonly isSent: boolean
  /** Starts the answer. Returns true if it can have a body. HTTP/1.1 discards a body that is not allowed. */
  begin(status: number, headers: HeaderFields): boolean
  /** Sends the headers of a started answer without waiting for its body. */
  flushHead(): void
  /** Requests the body from a client that waits for `100 Continue`. */
  askForBody(): void
  /** Closes the connection to a client that reads no data. */
  letGo(): void
  /**
   * Ends an answer that cannot be completed, so that the client detects it. Data written before still
   * arrives.
   */
  breakOff(): void
  /** Discards the rest of a request that was answered before it was received completely. */
  discardRest(): void
  /** Called when the exchange has ended and the server accepts no more requests. */
  leave(): void
}

/** Matches answer headers that fetch has already applied, or that belong to another connection. */
const UNTOLD =
  /^(content-encoding|content-length|transfer-encoding|connection|keep-alive|upgrade|te|proxy-connection|http2-settings)$/

/** Milliseconds for which the rest of an already answered request is read and discarded. */
const LINGER = 5000

/** Creates an exchange over HTTP/1.1. */
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
      // Headers are appended one by one, because several `set-cookie` headers are possible.
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
      // Closing the connection while the client still sends may lose the answer.
      const timer = setTimeout(() => incoming.complete || incoming.socket.destroy(), LINGER)
      for (const event of ['end', 'close']) incoming.once(event, () => clearTimeout(timer))
      // Code that has not read the body until now will not read it later.
      incoming.removeAllListeners('readable')
      incoming.resume()
    },
    leave: () => incoming.socket.destroySoon(),
  }
}

/** Creates an exchange on one stream of an HTTP/2 connection. */
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
    // Node also finishes a stream that was reset.
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
    // The connection ends automatically after its last stream.
    leave: () => undefined,
  }
}

function http2Headers(told: HeaderFields): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {}
  // Several `set-cookie` headers are possible.
  for (const [name, value] of told)
    if (!UNTOLD.test(name)) headers[name] = name in headers ? [headers[name] ?? '', value].flat() : value
  return headers
}

/** Calls `then` after the waiting data was sent, which a reset would overtake. */
function afterWritten(stream: ServerHttp2Stream, then: () => void): void {
  if (stream.writableLength === 0 || stream.destroyed) then()
  else stream.write('', then)
}
