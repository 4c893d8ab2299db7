import { AdapterError } from '../../base/json/adapter-error.js'
import { asJson, asNative, objectIn } from '../../base/json/read-json.js'
import { parseRounded } from '../../base/json/rounded-numbers.js'
import { createContext, type Notice } from '../../base/model/context.js'
import type { StreamEvent } from '../../base/model/events.js'
import { expectAdapter, expectOptions, type KnownOptions } from '../../base/model/expect.js'
import type { FailedRequest } from '../../base/model/response-error.js'
import type { Conversation } from '../../base/model/types.js'
import { sentSchema } from '../../base/schema/sent-schema.js'
import { moveOutputBounds } from '../../codec/shape/losses.js'
import { type EventStep, mapEvents, pipeSteps } from '../../codec/stream/event-step.js'
import type { Adapter, RequestOf, StreamSourceOf } from '../../codec/wire/define-adapter.js'
import { isStreamInPath } from '../../codec/wire/define-adapter.js'
import { statusOf } from '../../codec/wire/error-table.js'
import { HistoryMemory } from '../../translate/exchange/history-memory.js'
import {
  type EncodeConversationOptions,
  encodeConversation,
  type Translated,
} from '../../translate/exchange/translate-conversation.js'
import { limitsFor } from '../../translate/fit/fit.js'
import { createRestore, type Restorable } from '../../translate/fit/restore.js'
import { refuseBroken } from '../../translate/lint/refuse-broken.js'
import { LearnedFixes } from '../../translate/repair/learned-fixes.js'
import { loadedRules } from '../../translate/repair/refusal.js'
import { expectRepair, namesAfter, RequestRepair } from '../../translate/repair/request-repair.js'
import { asked, flawOf, withObject } from '../output/answer-object.js'
import { retrying } from '../output/ask-again.js'
import type { WantedObject } from '../output/output-schema.js'
import { type ThroughTool, throughTool } from '../output/through-tool.js'
import type { FetchSend } from '../send/send-types.js'
import { SEND_OPTIONS } from '../send/settings.js'
import { urlOf, withSend } from './choose-send.js'
import { unlessAbandoned } from './late-answer.js'
import { createMemory } from './new-notices.js'
import type {
  NeededLimit,
  Provider,
  ProviderOptions,
  ProviderSettings,
  ProviderWithSend,
  TurnOptions,
} from './provider-types.js'
import { readAnswer } from './read-answer.js'
import { ReceivedBody } from './received-body.js'
import { type RepairedAnswer, sendRepaired } from './repaired-send.js'
import { OpenTurn } from './turn.js'

/**
 * Creates a provider for one model. With a `key`, requests are sent with `fetchSend`. With `send`, they are
 * sent in another way, for example with the official SDK.
 * @example
 * const claude = provider(anthropic, {
 *   model: 'claude-sonnet-5-5',
 *   maxOutputTokens: 1024,
 *   key: process.env.ANTHROPIC_API_KEY,
 * })
 * for await (const event of claude.turn(conversation)) if (event.type === 'text-delta') print(event.delta)
 */
export function provider<To extends Adapter>(
  adapter: To,
  options: ProviderOptions<To> & NeededLimit<To>,
): Provider {
  expectAdapter(adapter, 'the first argument of provider')
  expectOptions(options, OPTIONS, ['provider', 'provider(adapter, { model, key })'], ELSEWHERE)
  const { model } = options
  expectModel(model)
  expectRepair(options.repair ?? 0, options.rules)
  const settings = withSend(adapter, options)
  const sender = new Sender(adapter, settings)
  return {
    wire: adapter.id,
    model,
    url: urlOf(settings.send),
    streams: settings.stream ?? true,
    adapters: [adapter],
    resumesPaused: adapter.codecs.limits.resumesPaused === true,
    statusOf: (error) => statusOf(error, adapter.codecs.http.errors),
    turn: (conversation, turnOptions = {}) => {
      expectOptions(turnOptions, TURN_OPTIONS, ['turn', 'turn(conversation, { signal, outputRetries })'])
      const { signal, outputRetries = 0 } = turnOptions
      const { conversation: canonical, wanted } = asked(conversation)
      const body = options.rawBody === true ? new ReceivedBody() : undefined
      const send = (given: Conversation, inner: AbortSignal, report: ReportNotice) =>
        sender.send({ conversation: given, wanted, signal: inner, report, body })
      return new OpenTurn({
        wire: adapter.id,
        request: () => sender.request,
        signal,
        body,
        open: async (inner, report) =>
          wanted === undefined || outputRetries === 0
            ? send(canonical, inner, report)
            : retrying(canonical, (given) => send(given, inner, report), {
                wire: adapter.id,
                retries: outputRetries,
                signal: inner,
                flawOf: (response) => flawOf(response, wanted),
                onRetry: ({ message }) => report(retried(message)),
              }),
        complete: wanted && ((response, report) => withObject(response, wanted, report)),
        onNotice: options.onNotice,
      })
    },
  }
}

const TURN_OPTIONS: KnownOptions<TurnOptions> = { signal: true, outputRetries: true }

const SETTINGS: KnownOptions<ProviderSettings> = {
  model: true,
  maxOutputTokens: true,
  stream: true,
  outputThroughTool: true,
  repair: true,
  rules: true,
  rawBody: true,
  onNotice: true,
  mode: true,
  limits: true,
  models: true,
  fill: true,
  providerExecuted: true,
  pendingCalls: true,
  cache: true,
  request: true,
  validate: true,
}
const OPTIONS = { ...SETTINGS, ...SEND_OPTIONS, send: true } as const
/** Option names of other libraries, with the correct name of each. */
const ELSEWHERE = {
  maxtokens: 'maxOutputTokens',
  modelid: 'model',
  client: 'send',
  apikey: 'key',
  baseurl: 'url',
  endpoint: 'url',
  maxretries: 'retries',
  timeout: 'answerTimeout',
}

type ReportNotice = (notice: Notice) => void

interface Sending {
  readonly conversation: Conversation
  readonly wanted: WantedObject | undefined
  readonly signal: AbortSignal
  readonly report: ReportNotice
  /** Receives the chunks of the answer. */
  readonly body: ReceivedBody | undefined
}

/** Sends requests of one provider, and reads the answers. */
class Sender<To extends Adapter> {
  readonly #told = createMemory()
  readonly #learned = new LearnedFixes()
  readonly #encoding: Encoding<To>

  constructor(
    private readonly adapter: To,
    private readonly options: ProviderWithSend<To>,
  ) {
    this.#encoding = encodingOf(adapter, options)
  }

  /** The request of a turn, for the messages of errors. */
  get request(): FailedRequest {
    const { send, model, stream = true } = this.options
    const url = isFetchSend(send) ? send.urlFor(this.adapter.codecs.http.pathFor(model, stream)) : undefined
    return { wire: this.adapter.id, model, url }
  }

  async send({
    conversation,
    wanted,
    signal,
    report,
    body,
  }: Sending): Promise<AsyncIterator<StreamEvent, undefined>> {
    const { adapter, options } = this
    const { send, model, stream = true } = options
    const { http } = adapter.codecs
    const path = http.pathFor(model, stream)
    // If the path selects streaming, the body does not contain `stream`.
    const asks = stream && !isStreamInPath(http)
    const sent = asks ? { ...conversation, stream } : conversation
    const { encoded, through } =
      wanted === undefined
        ? { encoded: encode(sent, this.#encoding) }
        : encodeWanted(sent, wanted, this.#encoding, options.outputThroughTool)
    this.#told(conversation, encoded.notices).forEach(report)
    refuseIncomplete(encoded.notices)
    await this.#refuseBroken(encoded.value)
    const ask = async (request: RequestOf<To>) => {
      signal.throwIfAborted()
      return expectSent(await unlessAbandoned(send.call(options, request, { model, signal, path }), signal))
    }
    const { source, repaired } = await this.#answered(encoded.value, ask, { signal, report })
    const context = createContext(adapter.id, { mode: options.mode, model })
    const tell = (notice: Notice) => {
      // In strict mode, `report` throws an error.
      context.report(notice)
      report(notice)
    }
    const toolNames = namesAfter(encoded.toolNames, repaired?.renamed)
    const restore = isRestorable(encoded, toolNames) ? createRestore({ ...encoded, toolNames }) : UNCHANGED
    const step = through === undefined ? restore : pipeSteps(restore, through.createStep())
    body?.restart()
    return readAnswer(adapter, source, { restore: step, context: { ...context, report: tell }, signal, body })
  }

  async #refuseBroken(request: RequestOf<To>): Promise<void> {
    const { rules, limits, mode } = this.options
    if (rules === undefined || mode !== 'strict') return
    refuseBroken(await loadedRules(rules), request, limits)
  }

  /** Returns the answer, possibly to a repaired request. */
  async #answered(
    request: RequestOf<To>,
    ask: (request: RequestOf<To>) => Promise<StreamSourceOf<To>>,
    told: Pick<Sending, 'signal' | 'report'>,
  ): Promise<RepairedAnswer<StreamSourceOf<To>>> {
    const { rules, repair = 0, limits, mode } = this.options
    if (rules === undefined) return { source: await ask(request) }
    const { adapter } = this
    const times = mode === 'strict' ? 0 : repair
    return sendRepaired({
      ...{ adapter, ...told, request: objectIn(asJson(request)) },
      repair: new RequestRepair({ codecs: adapter.codecs, rules, limits, times, learned: this.#learned }),
      ask: (repaired) => ask(asNative(repaired)),
    })
  }
}

/** Returns true if answers may contain names or forms that the request changed. */
function isRestorable({ customTools, originals, widened }: Restorable, toolNames: object): boolean {
  const changes = [toolNames, customTools, originals ?? {}, widened ?? {}]
  return changes.some((each) => Object.keys(each).length > 0)
}

const UNCHANGED: EventStep = mapEvents((event) => event)

/** The options with which a provider encodes conversations. */
type Encoding<To extends Adapter> = EncodeConversationOptions<To>

/** Encodes a request with a requested object. A schema that the wire cannot represent is sent as a tool. */
function encodeWanted<To extends Adapter>(
  conversation: Conversation,
  wanted: WantedObject,
  options: Encoding<To>,
  outputThroughTool: boolean | undefined,
): { readonly encoded: Translated<RequestOf<To>>; readonly through?: ThroughTool } {
  const { mode, to } = options
  const limits = limitsFor(to.codecs, options)
  const sent = sentSchema(wanted.schema, limits.outputSchema)
  if (outputThroughTool !== true && (outputThroughTool === false || !('fault' in sent))) {
    const schema = 'fault' in sent ? wanted.schema : sent.schema
    const asked = { ...conversation, outputFormat: { type: 'json-schema' as const, schema } }
    // The caller requires the schema although the limits reject it.
    const insisting = 'fault' in sent ? { ...options, limits: { ...limits, outputSchema: {} } } : options
    const encoded = encode(asked, { ...insisting, mode: 'report' })
    const context = createContext(to.id, { mode })
    if (!('fault' in sent) && sent.moved.size > 0) moveOutputBounds(sent, true, context)
    if (!encoded.notices.some(isOutputLost) || outputThroughTool === false)
      return {
        encoded: withNotices(mode === 'strict' ? encode(asked, insisting) : encoded, context.notices),
      }
  }
  const through = throughTool(conversation, wanted.schema)
  const encoded = encode(through.conversation, options)
  return { encoded: withNotices(encoded, [THROUGH_TOOL]), through }
}

function withNotices<Value>(encoded: Translated<Value>, more: readonly Notice[]): Translated<Value> {
  return { ...encoded, notices: [...encoded.notices, ...more] }
}

/** Returns true if the notice reports that `outputFormat` was omitted from the request. */
function isOutputLost({ code, path, severity }: Notice): boolean {
  const isLeftOut = code === 'setting-dropped' || code === 'setting-refused'
  return isLeftOut && path === '/outputFormat' && severity === 'warning'
}

const THROUGH_TOOL: Notice = {
  code: 'output-through-tool',
  severity: 'info',
  path: '/outputFormat',
  message: 'the object is requested as the arguments of a tool that the model has to call',
}

function retried(flaw: string): Notice {
  const message = `the answer was not the object that was asked for, and the object was requested again: ${flaw}`
  return { code: 'output-retried', severity: 'info', path: '/outputFormat', message }
}

function expectModel(model: unknown): void {
  if (typeof model !== 'string' || model === '')
    throw new AdapterError('missing-field', '/model', 'a provider needs `model`, the name of the model')
}

/** Throws an error for a request that the provider is known to reject. */
function refuseIncomplete(notices: readonly Notice[]): void {
  const needed = notices.find(({ code }) => REFUSED.includes(code))
  if (needed !== undefined) throw new AdapterError('missing-field', needed.path, needed.message)
}

/** The notices about requests that every server of the wire rejects. */
const REFUSED: readonly string[] = ['max-output-tokens-needed', 'conversation-empty']

/** Encodes a conversation. Its own output limit replaces the limit of the provider. */
function encode<To extends Adapter>(
  conversation: Conversation,
  options: Encoding<To>,
): Translated<RequestOf<To>> {
  const { maxOutputTokens } = conversation
  return encodeConversation(
    conversation,
    maxOutputTokens === undefined ? options : { ...options, maxOutputTokens },
  )
}

function encodingOf<To extends Adapter>(
  to: To,
  {
    send,
    key: _key,
    stream: _stream,
    onNotice: _onNotice,
    outputThroughTool: _outputThroughTool,
    repair: _repair,
    rules: _rules,
    rawBody: _rawBody,
    ...rest
  }: ProviderWithSend<To>,
): Encoding<To> {
  return {
    ...rest,
    to,
    memory: new HistoryMemory(),
    ...(keepsDigits(send) && { parseExact: parseRounded }),
  }
}

/**
 * Returns what `send` returned.
 * @throws AdapterError for a `send` that returns nothing.
 */
function expectSent<Source>(source: Source): Source {
  if (source !== undefined && source !== null) return source
  const usage = 'send: (request, { signal }) => client.messages.create(request, { signal })'
  throw new AdapterError(
    'wrong-type',
    '/send',
    `send returned nothing. Return the answer of the client: ${usage}`,
  )
}

/** Returns true for a `send` of `fetchSend`. */
function isFetchSend(send: object): send is Pick<FetchSend<Adapter>, 'urlFor'> {
  return 'urlFor' in send && typeof send.urlFor === 'function'
}

function keepsDigits(send: object): boolean {
  return 'keepsDigits' in send && send.keepsDigits === true
}
