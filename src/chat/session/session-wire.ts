import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { type JsonDocument, parseExact } from '../../base/json/parse.js'
import { isObject } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { RoundedInStream } from '../../base/model/arguments.js'
import { type Context, createContext, type Notice } from '../../base/model/context.js'
import { assistantMessage, toolMessage } from '../../base/model/create.js'
import type { StreamEvent } from '../../base/model/events.js'
import type { Conversation, Message, ToolCall, ToolResult } from '../../base/model/types.js'
import type { EventStep } from '../../codec/stream/event-step.js'
import type {
  SessionAction,
  SessionCodec,
  SessionDecoder,
  SessionEncoder,
  SessionEvent,
} from '../../codec/stream/session-codec.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import type { LimitsChoice } from '../../codec/wire/limits.js'
import type { Catalogue } from '../../translate/catalogue/catalogue.js'
import { type Fitted, fit, fitMessages } from '../../translate/fit/fit.js'
import { createRestore } from '../../translate/fit/restore.js'

/** Options for fitting messages to the wire. */
export interface WireOptions {
  readonly model?: string | undefined
  readonly limits?: LimitsChoice | undefined
  readonly models?: Catalogue | undefined
  readonly onNotice?: ((notice: Notice) => void) | undefined
}

/** The types of session events that do not belong to a turn. */
const BESIDE_TURNS: Readonly<Record<Exclude<SessionEvent, StreamEvent>['type'], true>> = {
  'session-ready': true,
  'respond-refused': true,
  'input-text': true,
  'message-added': true,
  interrupted: true,
  'calls-cancelled': true,
  'session-ending': true,
  resumption: true,
}

export function isOfTurn(event: SessionEvent): event is StreamEvent {
  return !Object.hasOwn(BESIDE_TURNS, event.type)
}

/**
 * Returns the session codec of an adapter.
 * @throws AdapterError `unsupported` for a wire without live sessions.
 */
export function sessionCodec({ codecs, title }: Adapter): SessionCodec {
  if (codecs.session !== undefined) return codecs.session
  throw new AdapterError('unsupported', '', `${title} has no live sessions`)
}

/** Encodes and decodes the messages of one connection. */
export class SessionWire {
  readonly #encoder: SessionEncoder<SessionAction>
  readonly #decoder: SessionDecoder<SessionEvent>
  /** Calls with the names of the wire, until the calls are answered. */
  readonly #calls = new Map<string, ToolCall>()
  readonly #rounded: RoundedInStream
  #restore: EventStep | undefined
  /** The step that restores names in later turns. A running turn was requested with the previous names. */
  #nextRestore: EventStep | undefined
  #isInTurn = false
  #frame: JsonDocument | undefined

  constructor(
    private readonly adapter: Adapter,
    private readonly options: WireOptions,
  ) {
    const codec = sessionCodec(adapter)
    this.#encoder = codec.clientEncoder(this.#context())
    const exactText = (value: object) => this.#frame?.exactText(value)
    const context = this.#context(exactText)
    this.#decoder = codec.serverDecoder(context)
    this.#rounded = new RoundedInStream(context)
  }

  /**
   * Encodes the first message.
   * @param handle the handle for resuming.
   */
  open(conversation: Conversation, handle?: string): readonly JsonObject[] {
    return this.say(compact({ type: 'open' as const, conversation: this.#fitted(conversation), handle }))
  }

  update(conversation: Conversation): readonly JsonObject[] {
    return this.say({ type: 'update', conversation: this.#fitted(conversation) })
  }

  messages(messages: readonly Message[]): readonly JsonObject[] {
    const { conversation, notices } = fitMessages(messages, this.adapter.codecs, this.#fitOptions())
    this.#report(notices)
    return this.say({ type: 'messages', messages: conversation.messages })
  }

  /** Encodes the result of a call. Content that does not fit into a result follows as a message. */
  result(result: ToolResult): readonly JsonObject[] {
    const call = this.#calls.get(result.callId)
    // The provider does not know the call if it was made over another connection.
    if (call === undefined) return this.messages([toolMessage([result])])
    this.#calls.delete(result.callId)
    const pair = [assistantMessage(call), toolMessage([asSent(result, call)])]
    const { conversation, notices } = fitMessages(pair, this.adapter.codecs, this.#fitOptions())
    this.#report(notices)
    const { messages } = conversation
    const after = messages.slice(messages.findIndex(({ role }) => role === 'assistant') + 1)
    const [results, others] = apart(after, call.id)
    const frames = this.say({ type: 'results', results })
    return others.length === 0 ? frames : [...frames, ...this.say({ type: 'messages', messages: others })]
  }

  say(action: SessionAction): readonly JsonObject[] {
    return this.#encoder.push(action)
  }

  /** Decodes a frame, with the caller's tool names. */
  read(frame: JsonDocument): readonly SessionEvent[] {
    this.#frame = frame
    const text = isObject(frame.value) ? frame.exactText(frame.value) : undefined
    if (text !== undefined) this.#rounded.read(text)
    return this.#restored(this.#decoder.push(frame.value))
  }

  /** Ends decoding. Call this once, after the end of the connection. */
  finish(): readonly SessionEvent[] {
    return this.#restored(this.#decoder.finish())
  }

  #restored(events: readonly SessionEvent[]): readonly SessionEvent[] {
    return events.flatMap((event): readonly SessionEvent[] => {
      this.#rounded.push(event)
      if (!isOfTurn(event)) return [event]
      if (!this.#isInTurn) this.#restore = this.#nextRestore
      if (event.type !== 'error') this.#isInTurn = event.type !== 'finish'
      if (event.type === 'tool-call' && !event.call.providerExecuted)
        this.#calls.set(event.call.id, event.call)
      return this.#restore?.push(event) ?? [event]
    })
  }

  #fitted(conversation: Conversation): Conversation {
    const fitted: Fitted = fit(conversation, this.adapter.codecs, this.#fitOptions())
    this.#report(fitted.notices)
    this.#nextRestore = createRestore(fitted)
    return fitted.conversation
  }

  #fitOptions() {
    const { model, limits, models } = this.options
    return compact({ model, limits, models })
  }

  #report(notices: readonly Notice[]): void {
    // The notice about an empty conversation is skipped, since a session may begin with an empty
    // conversation.
    for (const notice of notices) if (notice.code !== 'conversation-empty') this.options.onNotice?.(notice)
  }

  #context(exactText?: Context['exactText']): Context {
    const { model } = this.options
    const context = createContext(this.adapter.id, compact({ model, parseExact }), exactText)
    return { ...context, report: (notice) => this.#report([notice]) }
  }
}

/** Returns a result with the call's name and kind on the wire, which may differ from the caller's. */
function asSent({ answers: _answers, ...result }: ToolResult, call: ToolCall): ToolResult {
  const { name, kind, providerMetadata } = call
  const named = { ...result, name }
  return kind === 'function' ? named : { ...named, answers: compact({ kind, providerMetadata }) }
}

/**
 * Separates results from other messages. The results get the provider's id of the call, which may be longer
 * than the wire's limit.
 */
function apart(messages: readonly Message[], callId: string): [ToolResult[], Message[]] {
  const results = messages.flatMap(({ role, parts }) =>
    role === 'tool' ? parts.filter((part) => part.type === 'tool-result') : [],
  )
  return [results.map((result) => ({ ...result, callId })), messages.filter(({ role }) => role !== 'tool')]
}
