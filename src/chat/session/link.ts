import { sleep } from '../../base/http/timer.js'
import type { JsonObject } from '../../base/json/json-types.js'
import type { Conversation } from '../../base/model/types.js'
import type { SessionEvent } from '../../codec/stream/session-codec.js'
import type { SocketBinding } from '../../codec/wire/contract.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { SessionError } from './session-error.js'
import type { SessionOptions } from './session-types.js'
import { SessionWire } from './session-wire.js'
import { Connection, NORMAL, readFrame, type SessionSocket } from './socket.js'

/** The options for opening a connection. */
export interface Opening {
  readonly conversation: Conversation
  /** The handle with which the provider resumes. Default: a new session. */
  readonly handle?: string
}

/** The callbacks of a link. */
export interface LinkListener {
  opening(): Opening
  event(event: SessionEvent): void
  /** Called when the server is ready for messages. */
  ready(): void
  /**
   * Called when the connection is about to be lost. Events that end open items may still follow.
   * @returns true if there are open items.
   */
  losing(): boolean
  /** Called when the connection is lost. */
  lost(): void
  reconnecting(attempt: number, error: SessionError): void
  /**
   * Called after the last event.
   * @param error absent after a normal end.
   */
  ended(...error: readonly unknown[]): void
}

/**
 * The state of a link.
 * - `connecting`: new messages become part of the conversation that opens the connection.
 * - `opening`: new messages wait until the server is ready.
 */
type State = 'connecting' | 'opening' | 'ready' | 'over'

/** Milliseconds before the second attempt to reconnect, doubled for each further attempt. */
const FIRST_DELAY = 250
const MOST_DELAY = 8000
/** The maximum number of bytes that may wait in the socket before media input is dropped. */
const MOST_WAITING = 1 << 22
const NO_PATH: Pick<SocketBinding, 'pathFor' | 'subprotocols'> = { pathFor: () => '' }

/** The connection to the provider, with its reconnections. */
export class Link {
  #state: State = 'connecting'
  #wire: SessionWire
  #connection: Connection | undefined
  #waiting: JsonObject[] = []
  #attempts = 0
  /** The number of attempts since the server was last ready. */
  #failures = 0
  readonly #closing = new AbortController()

  /** @throws AdapterError `unsupported` for a wire without live sessions. */
  constructor(
    private readonly adapter: Adapter,
    private readonly options: SessionOptions,
    private readonly listener: LinkListener,
  ) {
    this.#wire = new SessionWire(adapter, options)
  }

  get isOver(): boolean {
    return this.#state === 'over'
  }

  /** Opens the connection. Errors are reported to the listener. */
  connect(): void {
    if (this.#state === 'over') return
    try {
      const socket = this.#socket()
      this.#connection = new Connection(socket, {
        opened: () => this.#guarded(() => this.#open()),
        frame: (data) => this.#guarded(() => this.#read(data)),
        closed: (error) => this.#guarded(() => this.#lost(error)),
      })
      this.#connection.start()
    } catch (cause) {
      const message = 'the socket could not be created'
      this.#guarded(() => this.#lost(new SessionError(message, undefined, undefined, cause)))
    }
  }

  /**
   * Sends a message. @returns false if the wire has no message of this type, or if there is no connection.
   */
  say(write: (wire: SessionWire) => readonly JsonObject[]): boolean {
    if (this.#state === 'connecting' || this.#state === 'over') return false
    const frames = write(this.#wire)
    if (this.#state === 'opening') this.#waiting.push(...frames)
    else for (const frame of frames) this.#connection?.send(frame)
    return frames.length > 0
  }

  /**
   * Sends a message that would be useless later, such as live audio.
   * @returns false if the message was dropped.
   */
  sayNow(write: (wire: SessionWire) => readonly JsonObject[]): boolean {
    const isHeard = this.#state === 'ready' && (this.#connection?.waitingBytes ?? 0) <= MOST_WAITING
    if (isHeard) this.say(write)
    return isHeard
  }

  /** Reports the events that end open items, before this side ends the session. */
  cut(): void {
    if (this.#state === 'over') return
    for (const event of this.#wire.finish()) this.listener.event(event)
  }

  /** Closes the session. */
  close(): void {
    if (this.#state !== 'over') this.#end()
  }

  #socket(): SessionSocket {
    const { socket, model } = this.options
    if (typeof socket !== 'function') return socket
    const { pathFor, subprotocols = [] } = this.adapter.codecs.socket ?? NO_PATH
    return socket({ path: pathFor(model), subprotocols })
  }

  #open(): void {
    this.#state = 'opening'
    const { conversation, handle } = this.listener.opening()
    for (const frame of this.#wire.open(conversation, handle)) this.#connection?.send(frame)
  }

  #read(data: unknown): void {
    for (const event of this.#wire.read(readFrame(data))) {
      if (this.#state === 'over') return
      this.listener.event(event)
      if (event.type === 'session-ready' && this.#state === 'opening') this.#ready()
    }
  }

  #ready(): void {
    this.#state = 'ready'
    this.#failures = 0
    for (const frame of this.#waiting.splice(0)) this.#connection?.send(frame)
    this.listener.ready()
  }

  #lost(error: SessionError): void {
    this.#state = 'connecting'
    this.#waiting = []
    const isCut = this.listener.losing()
    for (const event of this.#wire.finish()) this.listener.event(event)
    this.listener.lost()
    const { reconnect = 0 } = this.options
    if (this.#attempts < reconnect) void this.#reconnect(error)
    else if (error.code === NORMAL && !isCut) this.#end()
    else this.#end(error)
  }

  async #reconnect(error: SessionError): Promise<void> {
    this.#attempts += 1
    this.#wire = new SessionWire(this.adapter, this.options)
    this.listener.reconnecting(this.#attempts, error)
    const delay = Math.min(FIRST_DELAY * 2 ** (this.#failures - 1), MOST_DELAY)
    if (this.#failures > 0) await sleep(delay, this.#closing.signal)
    this.#failures += 1
    this.connect()
  }

  /**
   * Runs `work`. An error while processing a server message ends the session, because the message was not
   * understood.
   */
  #guarded(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.listener.losing()
      this.listener.lost()
      this.#end(error)
    }
  }

  #end(...error: readonly unknown[]): void {
    this.#state = 'over'
    this.#closing.abort()
    this.#connection?.close()
    this.listener.ended(...error)
  }
}
