import { openaiChat } from '../../adapters/openai-chat/index.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, asNative, expectObject } from '../../src/base/json/read-json.js'
import type { SessionSocket, SocketClose } from '../../src/chat/session/index.js'
import type {
  SessionAction,
  SessionCodec,
  SessionDecoder,
  SessionEncoder,
  SessionEvent,
} from '../../src/codec/stream/session-codec.js'
import { type Adapter, adapterOf } from '../../src/codec/wire/define-adapter.js'
import { plainWire } from './plain-wire.js'

/** The sessions of a fictitious wire: its frames are the canonical events and actions as JSON. */
export const plainSession: SessionCodec = {
  serverDecoder: decoder<SessionEvent>,
  serverEncoder: encoder<SessionEvent>,
  clientDecoder: decoder<SessionAction>,
  clientEncoder: encoder<SessionAction>,
}

/** Returns an adapter for these sessions. @param session replaces the plain one. */
export function sessionWire(session = plainSession, target = openaiChat.codecs): Adapter {
  const { codecs, lacks } = plainWire('plain-session', target)
  const socket = { path: /\/live$/, pathFor: (model = '') => `/live?model=${model}`, subprotocols: ['plain'] }
  return adapterOf({ ...codecs, session, socket }, lacks)
}

/** Creates a decoder of sessions. An interrupted turn ends like a broken stream. */
function decoder<Told>(): SessionDecoder<Told> {
  let isOpen = false
  return {
    push(frame) {
      const { type } = expectObject(frame, '')
      if (type === 'response-start') isOpen = true
      if (type === 'finish') isOpen = false
      return [asNative<Told>(frame)]
    },
    finish: () => (isOpen ? [asNative<Told>({ type: 'finish', finish: { reason: 'error' } })] : []),
  }
}

function encoder<Told>(): SessionEncoder<Told> {
  return { push: (told): readonly JsonObject[] => [expectObject(asJson(told), '')] }
}

type Listeners = {
  open: () => void
  message: (event: { readonly data: unknown }) => void
  close: (event: SocketClose) => void
  error: (event: object) => void
}

/** A socket without a network. Its messages arrive at once; the test acts as the server. */
export class ScriptedSocket implements SessionSocket {
  readyState = 0
  bufferedAmount = 0
  binaryType = 'blob'
  /** The client's actions, in order. */
  readonly said: SessionAction[] = []
  /** The code with which the client closed the socket. */
  closedWith: number | undefined
  readonly #listeners: { [Type in keyof Listeners]?: Listeners[Type] } = {}

  /** @param hear called for each action. */
  constructor(private readonly hear: (action: SessionAction) => void = () => undefined) {}

  addEventListener<Type extends keyof Listeners>(type: Type, listener: Listeners[Type]): void {
    this.#listeners[type] = listener
  }

  send(frame: string): void {
    const action: SessionAction = JSON.parse(frame)
    this.said.push(action)
    this.hear(action)
  }

  close(code?: number): void {
    this.closedWith = code
    this.readyState = 3
  }

  /** Accepts the connection. */
  open(): void {
    this.readyState = 1
    this.#listeners.open?.()
  }

  /** Sends events of the server. */
  tell(...events: readonly SessionEvent[]): void {
    for (const event of events) this.frame(JSON.stringify(event))
  }

  frame(data: unknown): void {
    this.#listeners.message?.({ data })
  }

  fail(event: object): void {
    this.#listeners.error?.(event)
  }

  /** Interrupts the connection. */
  drop(code = 1006, reason = ''): void {
    this.readyState = 3
    if (code === 1006) this.fail({ error: new Error('broken') })
    this.#listeners.close?.({ code, reason })
  }
}

/** Resolves after all pending work that can run has run. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
