import type { Server } from 'node:http'
import { createServer, type ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { http2Exchange, type ServerExchange } from './server-exchange.js'

/** The first bytes sent by an HTTP/2 client. https://www.rfc-editor.org/rfc/rfc9113#section-3.4 */
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')

/** Maximum number of concurrent requests on one connection. */
const MOST_STREAMS = 250
/** Maximum number of bytes in a request's headers, the same as for HTTP/1.1 in Node. */
const MOST_HEADER_BYTES = 16_384

/** Timeouts for clients, in milliseconds. */
export interface ConnectionTimeouts {
  /** Time limit for receiving a complete request. */
  readonly requestTimeout: number
  /** Time limit for detecting the protocol of a connection. */
  readonly headersTimeout: number
  /** Time after which a connection without requests is closed. */
  readonly keepAliveTimeout: number
}

/** The connections of a server that do not use HTTP/1.1. */
export interface FurtherConnections {
  /** Finishes active requests and accepts no new ones. */
  close(): void
  /** Closes all connections immediately. */
  destroy(): void
}

/**
 * Accepts HTTP/2 connections without TLS on the port of an HTTP/1.1 server. The first bytes identify the
 * protocol. Clients that request an upgrade (`Upgrade: h2c`) are answered with HTTP/1.1, as in RFC 9113.
 */
export function acceptHttp2(
  server: Server,
  timeouts: ConnectionTimeouts,
  answer: (exchange: ServerExchange) => void,
): FurtherConnections {
  const undecided = new Set<Socket>()
  const sessions = new Set<ServerHttp2Session>()
  const http2 = createServer({
    settings: { maxConcurrentStreams: MOST_STREAMS, maxHeaderListSize: MOST_HEADER_BYTES },
  })
  http2.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
    closeWhenIdle(session, timeouts.keepAliveTimeout)
    if (!server.listening) session.close()
  })
  http2.on('stream', (stream, headers) => {
    // Without a listener, the error would end the process. The end of the stream reports the error to the
    // answer.
    stream.on('error', () => undefined)
    const late = setTimeout(() => refuseLate(), timeouts.requestTimeout)
    for (const event of ['end', 'close']) stream.once(event, () => clearTimeout(late))
    const refuseLate = () => {
      if (!stream.headersSent && !stream.destroyed) stream.respond({ ':status': 408 }, { endStream: true })
      stream.close()
    }
    answer(http2Exchange(stream, headers))
  })
  const listeners = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    undecided.add(socket)
    recognize(socket, timeouts.headersTimeout, (isHttp2) => {
      undecided.delete(socket)
      if (isHttp2) {
        // Unlike with HTTP/1.1, a client that ends its side receives no more answers.
        socket.allowHalfOpen = false
        http2.emit('connection', socket)
        return
      }
      for (const listener of listeners) Reflect.apply(listener, server, [socket])
      process.nextTick(() => socket.resume())
    })
    socket.once('close', () => undecided.delete(socket))
  })
  return {
    close() {
      for (const socket of undecided) socket.destroy()
      for (const session of sessions) session.close()
    },
    destroy() {
      for (const session of sessions) session.destroy()
    },
  }
}

/** Closes a connection that is idle between requests. A connection that waits for answers stays open. */
function closeWhenIdle(session: ServerHttp2Session, timeout: number): void {
  let streams = 0
  session.on('stream', (stream) => {
    streams += 1
    stream.once('close', () => {
      streams -= 1
    })
  })
  session.setTimeout(timeout, () => {
    if (streams === 0) session.close()
  })
}

/** Reads the first bytes of a connection and pushes them back. */
function recognize(socket: Socket, timeout: number, then: (isHttp2: boolean) => void): void {
  let begun: Buffer = Buffer.alloc(0)
  const giveUp = () => socket.destroy()
  const timer = setTimeout(giveUp, timeout)
  const look = (chunk: Buffer) => {
    begun = begun.length === 0 ? chunk : Buffer.concat([begun, chunk])
    const isHttp2 = comparedWith(begun)
    if (isHttp2 === undefined) return
    clearTimeout(timer)
    socket.off('data', look).off('end', giveUp).off('error', giveUp).off('close', stop)
    socket.pause()
    socket.unshift(begun)
    then(isHttp2)
  }
  const stop = () => clearTimeout(timer)
  socket.on('data', look).once('end', giveUp).once('error', giveUp).once('close', stop)
}

/** Returns true if these bytes begin HTTP/2, or undefined if there are too few bytes to decide. */
function comparedWith(begun: Buffer): boolean | undefined {
  const length = Math.min(begun.length, PREFACE.length)
  if (!begun.subarray(0, length).equals(PREFACE.subarray(0, length))) return false
  return length === PREFACE.length ? true : undefined
}
