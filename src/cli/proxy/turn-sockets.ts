import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import { webResponse } from '../../base/http/http-message.js'
import { reasonOf } from '../../base/http/reason.js'
import { calledBase, RefusedRequest } from '../../base/http/request-target.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { type AccessToken, checkOrigin, checkTokens } from '../../proxy/client-access.js'
import type { Answerer } from '../../proxy/create-proxy.js'
import { failureAnswer } from '../../proxy/failure-answer.js'
import { ProxyFailure } from '../../proxy/proxy-failure.js'
import type { ProxyOptions } from '../../proxy/proxy-types.js'
import type { ServedSockets } from '../serve-until-stopped.js'
import { TurnSession, type TurnWire } from './turn-session.js'

/** Clients and pages that may open sockets. */
export interface SocketAccess extends Pick<ProxyOptions, 'origins'> {
  /** The accepted tokens. If empty, access is open. */
  readonly tokens: readonly AccessToken[]
}

/** Access rules for sockets, and the handler of their requests. */
export interface TurnSocketOptions {
  /** Returns the tokens and pages that are accepted at present. */
  readonly access: () => SocketAccess
  readonly answer: Answerer
  readonly wires: readonly TurnWire[]
  readonly maxBodyBytes: number
  /** Accepted host names; `true` for any. */
  readonly hosts: readonly string[] | true
  /** Milliseconds between keep-alive messages while a model sends no events. */
  readonly keepAliveInterval: number
}

/** Returns the wires with requests over sockets. */
export async function turnWires(clients: readonly Adapter[]): Promise<TurnWire[]> {
  const wires = await Promise.all(
    clients.map(async (client) => ({ client, server: await client.codecs.http.server?.() })),
  )
  return wires.flatMap(({ client, server }) =>
    server?.turns === undefined ? [] : [{ client, server, turns: server.turns }],
  )
}

/** Serves requests over WebSockets, at the same path as over HTTP. */
export function turnSockets(options: TurnSocketOptions): ServedSockets {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: options.maxBodyBytes })
  const sessions = new Set<TurnSession>()
  let isClosing = false
  return {
    attach(server) {
      server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
        const wire = wireOf(incoming, options)
        if (wire === undefined) return answerAsHttp(server, incoming, socket, head)
        const refusal = isClosing ? new Response(null, { status: 503 }) : refusalOf(incoming, wire, options)
        if (refusal !== undefined) return void refuse(socket, refusal)
        sockets.handleUpgrade(incoming, socket, head, (opened) => {
          const session = serve(opened, incoming, wire, options)
          sessions.add(session)
          opened.once('close', () => sessions.delete(session))
        })
      })
    },
    async close(grace) {
      isClosing = true
      const idle = Promise.all([...sessions].map((session) => session.idle()))
      if (grace > 0) await Promise.race([idle, pause(grace)])
      for (const opened of sockets.clients) {
        if (opened.readyState === WebSocket.OPEN) opened.close(GOING_AWAY)
        opened.terminate()
      }
    },
  }
}

/** The close code of a server that shuts down: https://www.rfc-editor.org/rfc/rfc6455#section-7.4.1 */
const GOING_AWAY = 1001

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}

function wireOf({ headers, url = '/' }: IncomingMessage, { wires }: TurnSocketOptions): TurnWire | undefined {
  if (headers.upgrade?.toLowerCase() !== 'websocket') return undefined
  const path = url.replace(/[?#].*$/s, '')
  return wires.find(({ client }) => client.codecs.http.path.test(path))
}

/**
 * Returns the refusal of a socket request, if any. Web pages can open sockets to any host, and CORS does not
 * prevent this.
 */
function refusalOf(
  incoming: IncomingMessage,
  { client }: TurnWire,
  { hosts, access }: TurnSocketOptions,
): Response | undefined {
  const { tokens, origins = [] } = access()
  try {
    const request = new Request(urlOf(incoming, hosts), { headers: headersOf(incoming) })
    checkOrigin(request, { origins, hasToken: tokens.length > 0 })
    checkTokens(request, client, tokens)
    return undefined
  } catch (error) {
    if (error instanceof ProxyFailure) return webResponse(failureAnswer(error, client))
    const { status, message } =
      error instanceof RefusedRequest ? error : { status: 400, message: reasonOf(error) }
    return Response.json({ error: { type: 'proxy_error', message } }, { status })
  }
}

/** Answers a refused socket request with the reason. */
async function refuse(socket: Duplex, refusal: Response): Promise<void> {
  const body = Buffer.from(await refusal.arrayBuffer())
  const headers = [...refusal.headers, ['content-length', String(body.length)], ['connection', 'close']]
  socket.on('error', () => undefined)
  socket.write(headOf(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`, headers))
  socket.end(body)
}

function headOf(firstLine: string, headers: readonly (readonly string[])[]): string {
  return [firstLine, ...headers.map((header) => header.join(': ')), '', ''].join('\r\n')
}

const OF_UPGRADE = /^(upgrade|http2-settings|connection)$/i

/**
 * Answers a request without changing the protocol, as in RFC 9110: HTTP/2 clients request an upgrade with
 * their first request. Node hands over the complete connection as soon as a listener for upgrade requests
 * exists.
 */
function answerAsHttp(server: Server, incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method = 'GET', url = '/', rawHeaders } = incoming
  const headers: string[][] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2)
    if (!OF_UPGRADE.test(name)) headers.push([name, value])
  }
  socket.unshift(Buffer.concat([Buffer.from(headOf(`${method} ${url} HTTP/1.1`, headers), 'latin1'), head]))
  server.emit('connection', socket)
  process.nextTick(() => socket.resume())
}

function urlOf({ headers, url = '/' }: IncomingMessage, hosts: readonly string[] | true): URL {
  return new URL(url.replace(/^\/+/, '/'), calledBase(headers.host, hosts))
}

/** Headers of the connection, and of the WebSocket handshake. */
const OF_CONNECTION =
  /^(host|connection|upgrade|keep-alive|content-length|transfer-encoding|sec-websocket-.*)$/

function headersOf({ headers }: IncomingMessage): Headers {
  const kept = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !OF_CONNECTION.test(name)) kept.set(name, [value].flat().join(', '))
  return kept
}

function serve(
  socket: WebSocket,
  incoming: IncomingMessage,
  wire: TurnWire,
  options: TurnSocketOptions,
): TurnSession {
  const url = urlOf(incoming, options.hosts)
  const headers = headersOf(incoming)
  headers.set('content-type', 'application/json')
  // Node forwards an abort to a Request only while that Request is in memory.
  let request: Request | undefined
  const session = new TurnSession(wire, {
    maxWaiting: options.maxBodyBytes,
    send: (text) => sent(socket, text),
    async ask(body, signal) {
      request = new Request(url, { method: 'POST', headers, body, signal })
      return webResponse(await options.answer(request))
    },
  })
  const beat = setInterval(() => socket.ping(), options.keepAliveInterval)
  socket.on('message', (data, isBinary) => {
    if (isBinary) socket.close(UNSUPPORTED, 'messages are text')
    else void session.receive(data.toString())
  })
  // A `close` event follows.
  socket.on('error', () => undefined)
  socket.once('close', () => {
    clearInterval(beat)
    session.close()
    request = undefined
  })
  return session
}

const UNSUPPORTED = 1003

/** Resolves when the message was sent, so that slow readers are waited for. */
function sent(socket: WebSocket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.send(text, (error) => (error ? reject(error) : resolve()))
  })
}
