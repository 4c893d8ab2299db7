import { encodeConversation, type Translated } from '../exchange/translate.js'
import type { FitOptions } from '../fit/fit.js'
import { createRestore } from '../fit/restore.js'
import { AdapterError } from '../json/errors.js'
import { type Context, createContext, type Notice } from '../model/context.js'
import type { Conversation } from '../model/types.js'
import type { StreamEvent } from '../stream/events.js'
import { createSourceReader, readSource } from '../stream/read.js'
import { type EventStep, giveRead } from '../stream/step.js'
import type { Adapter, RequestOf, StreamSourceOf } from '../wire/define.js'
import { createMemory } from './told.js'
import { OpenTurn, type Turn } from './turn.js'

/** The second argument of `send`. */
export interface SendOptions {
  /** The model, for APIs that name it outside the request. */
  readonly model: string
  /** Aborted when the reader stops or its signal aborts. Pass it to the SDK or to `fetch`. */
  readonly signal: AbortSignal
  /** The path of the request below the provider's base URL, for `fetch`. */
  readonly path: string
}

/**
 * Options of `provider`, in addition to those of fitting: `limits`, `mode`, `providerExecuted`, `pendingCalls`.
 */
export interface ProviderOptions<To extends Adapter>
  extends Omit<FitOptions, 'from' | 'exactText' | 'model'> {
  /** The model as the provider names it. */
  readonly model: string
  /**
   * The output limit of conversations without one. Some wires require it: then a turn without it throws AdapterError before anything
   * is sent.
   */
  readonly maxOutputTokens?: number
  /**
   * Sends the native request and returns what the official SDK or `fetch` returns: a stream, or a whole answer.
   * @example send: (request, { signal }) => client.messages.create(request, { signal })
   */
  send(request: RequestOf<To>, options: SendOptions): StreamSourceOf<To> | PromiseLike<StreamSourceOf<To>>
  /** Whether to request streams. Default: true. */
  readonly stream?: boolean
  /** Called once per notice, not again at later turns. */
  onNotice?(notice: Notice): void
}

/** Options of a turn. */
export interface TurnOptions {
  /** Aborts the request and ends the events. Default: only leaving the loop does. */
  readonly signal?: AbortSignal
}

/** A model of a provider. Providers of all wires have this type. */
export interface Provider {
  /** The wire id. */
  readonly wire: string
  /** The model as the provider names it. */
  readonly model: string
  /**
   * Sends the conversation, adapted to the wire, and reads the answer: events as they arrive, then the whole response, with the
   * conversation's tool names.
   */
  turn(conversation: Conversation, options?: TurnOptions): Turn
}

/**
 * One model of one provider. `send` sends the requests, for instance with the official SDK.
 * @example
 * const claude = provider(anthropic, {
 *   model: 'claude-sonnet-5-5',
 *   maxOutputTokens: 1024,
 *   send: (request) => client.messages.create(request),
 * })
 * for await (const event of claude.turn(conversation)) if (event.type === 'text-delta') print(event.delta)
 */
export function provider<To extends Adapter>(adapter: To, options: ProviderOptions<To>): Provider {
  const { send, model, stream = true, onNotice } = options
  expectSending(model, send)
  const told = createMemory()
  const { http } = adapter.codecs
  const path = http.pathFor(model, stream)
  return {
    wire: adapter.id,
    model,
    turn: (conversation, { signal } = {}) =>
      new OpenTurn(
        adapter.id,
        signal,
        async (inner, report) => {
          // Where the path says it, the body does not.
          const asks = stream && !http.streams(path, {})
          const encoded = encode(adapter, asks ? { ...conversation, stream } : conversation, options)
          told(conversation, encoded.notices).forEach(report)
          refuseIncomplete(encoded.notices)
          const source = await send.call(options, encoded.value, { model, signal: inner, path })
          const context = createContext(adapter.id, { mode: options.mode, model })
          const tell = (notice: Notice) => {
            // It throws in strict mode.
            context.report(notice)
            report(notice)
          }
          return eventsOf(adapter, source, createRestore(encoded), { ...context, report: tell })
        },
        onNotice,
      ),
  }
}

function expectSending(model: unknown, send: unknown): void {
  if (typeof model !== 'string' || model === '')
    throw new AdapterError('missing-field', '/model', 'a provider needs `model`, the name of the model')
  if (typeof send !== 'function')
    throw new AdapterError(
      'missing-field',
      '/send',
      'a provider needs `send`, a function that sends the request: send: (request) => client.messages.create(request)',
    )
}

/** What the provider is known to refuse is not sent. */
function refuseIncomplete(notices: readonly Notice[]): void {
  const needed = notices.find(({ code }) => code === 'max-output-tokens-needed')
  if (needed !== undefined) throw new AdapterError('missing-field', needed.path, needed.message)
}

function encode<To extends Adapter>(
  to: To,
  conversation: Conversation,
  { maxOutputTokens, send: _send, stream: _stream, onNotice: _onNotice, ...rest }: ProviderOptions<To>,
): Translated<RequestOf<To>> {
  const limit = conversation.maxOutputTokens ?? maxOutputTokens
  return encodeConversation(conversation, {
    ...rest,
    to,
    ...(limit !== undefined && { maxOutputTokens: limit }),
  })
}

/** The answer's events, with the names that the caller knows. */
function eventsOf<To extends Adapter>(
  { codecs }: To,
  source: StreamSourceOf<To>,
  restore: EventStep,
  context: Context,
): AsyncIterator<StreamEvent, undefined> {
  const reader = createSourceReader(source, codecs.stream, context)
  const pass = (read: (events: StreamEvent[]) => void, items: StreamEvent[]) =>
    giveRead(read, (events) => {
      for (const event of events) for (const restored of restore.push(event)) items.push(restored)
    })
  return readSource(source, {
    push: (chunk, items: StreamEvent[]) => pass((events) => reader.push(chunk, events), items),
    fail: (thrown, items) => pass((events) => reader.fail(thrown, events), items),
    finish(items) {
      pass((events) => reader.finish(events), items)
      for (const event of restore.finish()) items.push(event)
    },
  })
}
