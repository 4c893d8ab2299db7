import type { Server } from 'node:http'
import { createServer, type ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { http2Exchange, type ServerExchange } from './server-exchange.js'

/** What a client of HTTP/2 sends first. https://www.rfc-editor.org/rfc/rfc9113#section-3.4 */
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')

/** Requests that one connection may have under way at the same time. */
const MOST_STREAMS = 250
/** Bytes of a request's headers, as many as Node's HTTP/1.1 takes. */
const MOST_HEADER_BYTES = 16_384

/** How long clients are waited for, in milliseconds. */
export interface ConnectionTimeouts {
  /** Until a request has to have come whole. */
  readonly requestTimeout: number
  /** Until it is known what a connection speaks. */
  readonly headersTimeout: number
  /** For which a connection without requests is kept. */
  readonly keepAliveTimeout: number
}

/** The connections of a server that are not of HTTP/1.1. */
export interface FurtherConnections {
  /** Lets requests end that are under way, and takes no more. */
  close(): void
  /** Ends all of them at once. */
  destroy(): void
}

/**
 * Takes connections of HTTP/2 without TLS where a server of HTTP/1.1 listens: their first bytes tell which one it is.
 * Clients that ask to change to it (`Upgrade: h2c`) are answered by HTTP/1.1, as RFC 9113 has it.
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
    // What it means for the answer is told by its end; without a listener it would end the process.
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
        // A client that ends its side gets no more answers, other than one of HTTP/1.1.
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

/** A client that is silent between requests is let go; one that waits for answers is not. */
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

/** Looks at the first bytes of a connection, and puts them back. */
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

/** Whether these bytes begin HTTP/2; undefined as long as they may. */
function comparedWith(begun: Buffer): boolean | undefined {
  const length = Math.min(begun.length, PREFACE.length)
  if (!begun.subarray(0, length).equals(PREFACE.subarray(0, length))) return false
  return length === PREFACE.length ? true : undefined
}
