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

/** The sessions of a made-up wire: its frames are the canonical events and actions as JSON. */
export const plainSession: SessionCodec = {
  serverDecoder: decoder<SessionEvent>,
  serverEncoder: encoder<SessionEvent>,
  clientDecoder: decoder<SessionAction>,
  clientEncoder: encoder<SessionAction>,
}

/** An adapter for it. @param session in place of the plain one. */
export function sessionWire(session = plainSession, target = openaiChat.codecs): Adapter {
  const { codecs, lacks } = plainWire('plain-session', target)
  const socket = { path: /\/live$/, pathFor: (model = '') => `/live?model=${model}`, subprotocols: ['plain'] }
  return adapterOf({ ...codecs, session, socket }, lacks)
}

/** A turn that is cut ends as a broken stream does. */
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

/** A socket without a network. What it sends is heard at once; the test plays the server. */
export class ScriptedSocket implements SessionSocket {
  readyState = 0
  bufferedAmount = 0
  binaryType = 'blob'
  /** What the client said, in order. */
  readonly said: SessionAction[] = []
  /** How the client closed it. */
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

  /** The server takes the connection. */
  open(): void {
    this.readyState = 1
    this.#listeners.open?.()
  }

  /** The server says something. */
  tell(...events: readonly SessionEvent[]): void {
    for (const event of events) this.frame(JSON.stringify(event))
  }

  frame(data: unknown): void {
    this.#listeners.message?.({ data })
  }

  fail(event: object): void {
    this.#listeners.error?.(event)
  }

  /** The connection breaks off. */
  drop(code = 1006, reason = ''): void {
    this.readyState = 3
    if (code === 1006) this.fail({ error: new Error('broken') })
    this.#listeners.close?.({ code, reason })
  }
}

/** What all that can go on at once has done. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
