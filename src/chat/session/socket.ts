import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { type JsonDocument, parseDocument, stringifyExact } from '../../base/json/parse.js'
import { SessionError } from './session-error.js'

/** A WebSocket, as far as sessions need it: that of the platform, or of the package `ws`. */
export interface SessionSocket {
  /** 0: it is being opened, 1: it is open, 2 and 3: it is closed. */
  readonly readyState: number
  /** Bytes that were not sent yet. Default: it is not known. */
  readonly bufferedAmount?: number
  /** The form in which binary frames come. */
  binaryType: string
  /** Sends one frame of text. */
  send(frame: string): void
  /** Closes it; 1000 is the code of an end that was meant. */
  close(code?: number, reason?: string): void
  /** Calls the listener when it is open, a frame has come, it is closed, or it has failed. */
  addEventListener(type: 'open', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: SocketClose) => void): void
  addEventListener(type: 'error', listener: (event: object) => void): void
}

/** How a socket was closed. */
export interface SocketClose {
  /** The close code; 1006 where there was none. */
  readonly code: number
  /** What the other side says of it; may be empty. */
  readonly reason: string
}

/** What a connection tells. After `closed` it tells nothing more. */
export interface ConnectionListener {
  opened(): void
  /** @param data for `readFrame`. */
  frame(data: unknown): void
  closed(error: SessionError): void
}

const OPEN = 1
/** The close code of a session that ends well. */
export const NORMAL = 1000

/** One socket, from its opening to its end: JSON in and out. */
export class Connection {
  #isOver = false
  #failure: unknown

  constructor(
    private readonly socket: SessionSocket,
    private readonly listener: ConnectionListener,
  ) {
    // A browser gives blobs otherwise, which can be read only later.
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('open', () => this.#opened())
    socket.addEventListener('message', ({ data }) => this.#received(data))
    socket.addEventListener('error', (event) => {
      this.#failure = 'error' in event ? event.error : undefined
    })
    socket.addEventListener('close', ({ code, reason }) => this.#closed(code, reason))
  }

  /** Tells what was already so when the socket was given. */
  start(): void {
    const { readyState } = this.socket
    if (readyState === OPEN) this.#opened()
    else if (readyState > OPEN) this.#closed()
  }

  /** Bytes that wait to be sent. */
  get waitingBytes(): number {
    return this.socket.bufferedAmount ?? 0
  }

  /** A socket that is closing takes nothing: its end is told soon. */
  send(frame: JsonObject): void {
    if (!this.#isOver && this.socket.readyState === OPEN) this.socket.send(stringifyExact(frame))
  }

  /** Ends it from this side. Nothing is told any more. */
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
 * The JSON of a frame. Some providers send it in binary ones.
 * @throws AdapterError for what is no JSON.
 */
export function readFrame(data: unknown): JsonDocument {
  if (typeof data === 'string') return parseDocument(data)
  if (data instanceof ArrayBuffer || ArrayBuffer.isView(data)) return parseDocument(decoder.decode(data))
  throw new AdapterError('broken-frame', '', 'a frame of the socket is neither text nor bytes')
}
