import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { type JsonDocument, parseDocument, stringifyExact } from '../../base/json/parse.js'
import { SessionError } from './session-error.js'

/**
 * The members of a WebSocket that sessions need. The WebSockets of platforms and of the package `ws` have
 * these members.
 */
export interface SessionSocket {
  /** The state of the socket: 0 (connecting), 1 (open), 2 (closing) or 3 (closed). */
  readonly readyState: number
  /** The number of bytes that were not sent yet. Default: unknown. */
  readonly bufferedAmount?: number
  /** The type of received binary frames. */
  binaryType: string
  /** Sends one frame of text. */
  send(frame: string): void
  /** Closes the socket; 1000 is the code of a normal end. */
  close(code?: number, reason?: string): void
  /** Adds a listener for opening, frames, closing or failure. */
  addEventListener(type: 'open', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: SocketClose) => void): void
  addEventListener(type: 'error', listener: (event: object) => void): void
}

/** The close event of a socket. */
export interface SocketClose {
  /** The close code; 1006 if the other side sent no code. */
  readonly code: number
  /** The reason from the other side, which may be empty. */
  readonly reason: string
}

/** Receives the events of a connection. `closed` is the last event. */
export interface ConnectionListener {
  opened(): void
  /**
   * Receives a frame.
   * @param data the data of the frame, for `readFrame`.
   */
  frame(data: unknown): void
  closed(error: SessionError): void
}

const OPEN = 1
/** The close code of a session that ends normally. */
export const NORMAL = 1000

/** One socket, from its opening to its end. It sends and receives JSON. */
export class Connection {
  #isOver = false
  #failure: unknown

  constructor(
    private readonly socket: SessionSocket,
    private readonly listener: ConnectionListener,
  ) {
    // Without this type, browsers return blobs, which can be read only asynchronously.
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('open', () => this.#opened())
    socket.addEventListener('message', ({ data }) => this.#received(data))
    socket.addEventListener('error', (event) => {
      this.#failure = 'error' in event ? event.error : undefined
    })
    socket.addEventListener('close', ({ code, reason }) => this.#closed(code, reason))
  }

  /** Reports the state that the socket already had when it was passed. */
  start(): void {
    const { readyState } = this.socket
    if (readyState === OPEN) this.#opened()
    else if (readyState > OPEN) this.#closed()
  }

  /** The number of bytes that wait to be sent. */
  get waitingBytes(): number {
    return this.socket.bufferedAmount ?? 0
  }

  /** Sends a frame. A closing socket accepts no data, and its end is reported soon. */
  send(frame: JsonObject): void {
    if (!this.#isOver && this.socket.readyState === OPEN) this.socket.send(stringifyExact(frame))
  }

  /** Closes the socket. No further events follow. */
  close(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.socket.close(NORMAL)
  }

  #opened(): void {
    if (!this.#isOver) this.listener.opened()
  }

  #received(data: unknown): void {
    if (!this.#isOver) this.listener.frame(data)
  }

  #closed(code?: number, reason = ''): void {
    if (this.#isOver) return
    this.#isOver = true
    const why = reason === '' ? '' : `: ${reason}`
    const message = code === undefined ? 'the socket was closed' : `the socket was closed with code ${code}`
    this.listener.closed(new SessionError(message + why, code, reason, this.#failure))
  }
}

const decoder = new TextDecoder()

/**
 * Parses the JSON of a frame. Some providers send it in binary frames.
 * @throws AdapterError for a frame that is not JSON.
 */
export function readFrame(data: unknown): JsonDocument {
  if (typeof data === 'string') return parseDocument(data)
  if (data instanceof ArrayBuffer || ArrayBuffer.isView(data)) return parseDocument(decoder.decode(data))
  throw new AdapterError('broken-frame', '', 'a frame of the socket is neither text nor bytes')
}
