import { AdapterError } from '../../base/json/adapter-error.js'
import { asJson, asNative } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import {
  type Context,
  type ContextOptions,
  type Converted,
  createContext,
  type Notice,
} from '../../base/model/context.js'
import { type Called, expectAdapter, expectConversation, expectOptions } from '../../base/model/expect.js'
import type { HostedKind } from '../../base/model/hosted-settings.js'
import type { Conversation, Message } from '../../base/model/types.js'
import type { KnownWire, WireCodecs } from '../../codec/wire/contract.js'
import type { Adapter, RequestInputOf, RequestOf } from '../../codec/wire/define-adapter.js'
import { chooseLimits, hostedForModel } from '../../codec/wire/limits.js'
import type { MessagesReader, MessagesWriter } from '../../codec/wire/messages-wire.js'
import { type FitOptions, type Fitted, fit, fitMessages, limitsFor } from '../fit/fit.js'
import type { Restorable } from '../fit/restore.js'
import { storedTurnsField } from '../fit/turns.js'
import { refuseBroken } from '../lint/refuse-broken.js'
import type { Rule } from '../lint/rule.js'
import { carryHosted, type HostedPolicy } from './carry-hosted.js'
import { encodeHistory } from './encode-history.js'
import type { HistoryMemory } from './history-memory.js'
import type { EncodedConversation, HistoryTarget } from './native-history.js'

/** Options of `encodeConversation`. */
export interface EncodeConversationOptions<To extends Adapter> extends Omit<FitOptions, 'exactText'> {
  /** The target. */
  readonly to: To
  /** The model that receives the request. It replaces the conversation's model. */
  readonly model?: string | undefined
  /** The output limit. It replaces the conversation's limit. */
  readonly maxOutputTokens?: number | undefined
  /**
   * The acceptance rules of the target (`loadRules` of `toolwire/adapters`): in strict mode, a request that
   * violates a rule of severity `error` is rejected before it is sent. Default: no rules are checked.
   */
  readonly rules?: readonly Rule[] | undefined
  /**
   * True to adapt conversations of the target's own wire as well. Default: false; these conversations are
   * encoded unchanged.
   */
  readonly repair?: boolean | undefined
  /**
   * The memory of this target: a conversation that continues an earlier one is encoded from its first new
   * message on. Default: none; each conversation is encoded completely.
   */
  readonly memory?: HistoryMemory | undefined
}

/** The source and the target of a translation. */
export interface TranslateOptions<From extends Adapter, To extends Adapter>
  extends Omit<EncodeConversationOptions<To>, 'from'> {
  readonly from: From
}

/** Options with adapters, or with the exports `messages` of adapters, which are smaller. */
export interface TranslateMessagesOptions<From extends AnyReader, To extends AnyWriter>
  extends Omit<
    EncodeConversationOptions<Adapter>,
    'from' | 'to' | 'maxOutputTokens' | 'cache' | 'rules' | 'memory'
  > {
  readonly from: From
  readonly to: To
}

type AnyReader = MessagesReader<object>
type AnyWriter = MessagesWriter<object, unknown>

/** The source and the target of a translated request. */
export interface TranslateRequestOptions<From extends Adapter, To extends Adapter>
  extends TranslateOptions<From, To> {
  /** Earlier turns, for a request that continues turns stored by its provider. */
  readonly earlierMessages?: MessagesInputOf<From> | undefined
  /**
   * The handling of hosted tools. `carry`: web search, code execution and MCP servers of the request become
   * hosted tools of the target, whose behavior and cost may differ. Default: `drop`; hosted tools are omitted
   * with a notice.
   */
  readonly hosted?: HostedPolicy | undefined
}

/**
 * The result of a conversion. Paths of decoding notices point into the native input. Paths of other notices
 * point into the canonical form of the input.
 */
export interface Translated<Value> extends Converted<Value>, Restorable {}

/** The target's messages, and the data to restore changed names. */
export interface TranslatedMessages<To extends AnyWriter> extends Translated<EncodedBy<To>['value']> {
  /** The instructions, on wires that separate them from the messages. */
  readonly system?: EncodedBy<To>['system']
}

type MessagesInputOf<From extends AnyReader> = Parameters<From['decodeMessages']>[0]
type EncodedBy<To extends AnyWriter> = ReturnType<To['encodeMessages']>

/**
 * Translates a history from one wire's messages to another's.
 * @throws AdapterError if the messages cannot be decoded, and for the first warning in strict mode.
 * @example const { value, system, notices } = translate(messages, { from: openaiChat, to: anthropic })
 */
export function translate<From extends AnyReader, To extends AnyWriter>(
  messages: MessagesInputOf<From>,
  options: TranslateMessagesOptions<From, To>,
): TranslatedMessages<To> {
  expectSides(options, OPTIONS, ['translate', 'translate(messages, { from, to })'])
  expectAdapter(options.from, '`from`', '/from')
  const { from, to, ...rest } = options
  const decoded = from.decodeMessages(messages, contextOptions(options))
  const context = createContext(to.id, { mode: options.mode })
  const fitted = isUntouched(from.id, options)
    ? unfitted({ messages: decoded.value })
    : fitMessages(inOrder(decoded.value, from.codecs, to, context), to.codecs, { ...rest, from: from.id })
  const { notices, ...encoded } = to.encodeMessages(fitted.conversation.messages, contextOptions(options))
  return {
    ...encoded,
    notices: [...decoded.notices, ...context.notices, ...fitted.notices, ...notices],
    ...restorableOf(fitted),
  }
}

const OPTIONS: Readonly<Record<keyof TranslateMessagesOptions<AnyReader, AnyWriter>, true>> = {
  to: true,
  from: true,
  model: true,
  repair: true,
  mode: true,
  limits: true,
  models: true,
  fill: true,
  providerExecuted: true,
  pendingCalls: true,
  request: true,
  parseExact: true,
  validate: true,
}
const ENCODE_OPTIONS = { ...OPTIONS, cache: true, maxOutputTokens: true, rules: true, memory: true } as const
const REQUEST_OPTIONS = { ...ENCODE_OPTIONS, earlierMessages: true, hosted: true } as const

/**
 * Checks the sides of a translation.
 * @throws AdapterError for an unknown option, and if the target is not an adapter.
 */
function expectSides(
  options: { readonly to: { readonly codecs: object } },
  known: Readonly<Record<string, true>>,
  called: Called,
): void {
  expectOptions(options, known, called)
  if (options.to?.codecs === undefined)
    throw new AdapterError(
      'missing-field',
      '/to',
      '`to` is not an adapter: import one from toolwire/adapters/…',
    )
}

/** Returns true if source and target are the same wire and `repair` is not set, so that nothing is fitted. */
function isUntouched(
  from: string | undefined,
  { to, repair }: { readonly to: { readonly id: string }; readonly repair?: boolean | undefined },
): boolean {
  return from === to.id && repair !== true
}

function unfitted(conversation: Conversation): Fitted {
  return { conversation, notices: [], toolNames: {}, customTools: [] }
}

/** Extracts the members for restoring names from a larger value. */
function restorableOf({ toolNames, customTools, originals, widened }: Restorable): Restorable {
  return compact({ toolNames, customTools, originals, widened })
}

/**
 * Translates a complete request. Pass `model`, since the source's model is not used on another wire; a
 * missing model is reported. With JSON text as input, numbers that a double would round are kept.
 * @example const { value } = translateRequest(request, { from: openaiChat, to: anthropic, model, maxOutputTokens: 1024 })
 */
export function translateRequest<From extends Adapter, To extends Adapter>(
  request: RequestInputOf<From>,
  options: TranslateRequestOptions<From, To>,
): Translated<RequestOf<To>> {
  expectSides(options, REQUEST_OPTIONS, [
    'translateRequest',
    'translateRequest(request, { from, to, model })',
  ])
  expectAdapter(options.from, '`from`', '/from')
  const { earlierMessages, hosted, ...rest } = options
  const { from, to } = rest
  const decoded = from.decodeRequest(request, contextOptions(options))
  const isMoved = from.id !== to.id && earlierMessages !== undefined
  const earlier = isMoved ? from.decodeMessages(earlierMessages, contextOptions(options)) : undefined
  const context = createContext(to.id, { mode: options.mode })
  const moved = moveConversation(
    decoded.value,
    { from: from.codecs, to, earlier: earlier?.value, hosted, options },
    context,
  )
  const encoded = encodeConversation(moved, { ...rest, from: from.id })
  const notices = [...(earlier?.notices ?? []), ...decoded.notices, ...context.notices, ...encoded.notices]
  const carried = carriedKinds(moved, hosted)
  return { ...encoded, notices, ...(carried.length > 0 && { carried }) }
}

/**
 * Prepares a request for another wire. The model is removed, since its name has no meaning on another wire.
 * Turns that the provider stores are added, or reported as missing. A request for the same wire is unchanged.
 */
export function moveConversation(
  conversation: Conversation,
  { from, to, earlier, hosted, options = {} }: ConversationMove,
  context: Context,
): Conversation {
  if (from?.id === to.id) return conversation
  if (earlier === undefined) for (const notice of missingTurns(conversation, from)) context.report(notice)
  const { model, ...rest } = withEarlier(conversation, earlier ?? [])
  const isShared = from !== undefined && to.codecs.limits.sharedReasoning?.wire === from.id
  const authored = isShared ? rest.messages.map((message) => withAuthor(message, from, model)) : rest.messages
  const ordered = { ...rest, messages: inOrder(authored, from, to, context) }
  if (hosted !== 'carry' || from === undefined || !mayHaveHosted(ordered, from.id)) return ordered
  const limits = limitsFor({ id: to.id, limits: to.codecs.limits }, options)
  const forms = hostedForModel(to.codecs.hosted, limits, options.model)
  return carryHosted(ordered, from, { id: to.id, hosted: forms }, context)
}

/** Records the request's model in an answer with reasoning, so that the same model receives its signatures. */
function withAuthor(
  message: Message,
  { id: wire }: Pick<KnownWire, 'id'>,
  model: string | undefined,
): Message {
  const isSigned = message.role === 'assistant' && message.parts.some(({ type }) => type === 'reasoning')
  if (!isSigned || model === undefined || message.origin?.model !== undefined) return message
  return { ...message, origin: { wire, ...message.origin, model } }
}

/**
 * Returns true if the conversation may have hosted tools, which are tools of a vendor or fields of a request.
 */
function mayHaveHosted({ tools = [], providerMetadata }: Conversation, wire: string): boolean {
  return tools.some(({ type }) => type === 'provider') || providerMetadata?.[wire]?.extra !== undefined
}

/**
 * Returns the kinds of the client's hosted tools that were carried. They are needed to translate the answer.
 */
export function carriedKinds(
  { tools = [] }: Conversation,
  hosted: HostedPolicy | undefined,
): readonly HostedKind[] {
  return hosted === 'carry' ? tools.flatMap((tool) => (tool.type === 'hosted' ? [tool.kind] : [])) : []
}

/** Returns messages in the order in which another wire receives them, if the history defines this order. */
function inOrder(
  messages: readonly Message[],
  from: Pick<WireCodecs, 'sent'> | undefined,
  to: ConversationMove['to'],
  context: Context,
): readonly Message[] {
  const sent = to.codecs.limits.carries === undefined ? (from?.sent?.(messages) ?? messages) : messages
  const index = sent.findIndex((message, place) => message !== messages[place])
  if (index !== -1)
    context.report({
      code: 'messages-reordered',
      severity: 'info',
      path: `/messages/${index}`,
      message: 'messages are sent in the order of their priority and time',
    })
  return sent
}

interface ConversationMove {
  readonly from: KnownWire | undefined
  readonly to: { readonly id: string; readonly codecs: Pick<WireCodecs, 'limits' | 'hosted'> }
  readonly earlier?: readonly Message[] | undefined
  readonly hosted?: HostedPolicy | undefined
  /** The options that determine which hosted tools the target runs. */
  readonly options?: Pick<FitOptions, 'model' | 'limits' | 'models'>
}

/**
 * Returns the notices for a request that is moved to another wire without the turns that its provider stores.
 */
function missingTurns(conversation: Conversation, wire: KnownWire | undefined): readonly Notice[] {
  const field = wire && storedTurnsField(conversation, wire)
  if (field === undefined) return []
  const message = `the request continues turns that ${wire?.title} stores, which are not translated; pass them as earlierMessages`
  return [{ code: 'earlier-turns-missing', severity: 'warning', path: `/${field}`, message }]
}

/** Inserts earlier messages after the instructions of the conversation. */
export function withEarlier(conversation: Conversation, earlier: readonly Message[]): Conversation {
  if (earlier.length === 0) return conversation
  const { messages } = conversation
  const first = messages.findIndex(({ role }) => role !== 'system')
  const start = first === -1 ? messages.length : first
  return { ...conversation, messages: [...messages.slice(0, start), ...earlier, ...messages.slice(start)] }
}

/**
 * Adapts a canonical conversation to a wire and encodes the native request.
 * @throws AdapterError for a conversation that is not canonical, for unknown settings and options, and for
 * the first warning in strict mode.
 * @example
 * const fitted = encodeConversation(conversation, { to: anthropic, model, maxOutputTokens: 1024 })
 * const answer = await client.messages.create({ ...fitted.value, stream: false })
 * const { message } = restoreResponse(anthropic.decodeResponse(answer).value, fitted)
 */
export function encodeConversation<To extends Adapter>(
  conversation: Conversation,
  options: EncodeConversationOptions<To>,
): Translated<RequestOf<To>> {
  expectSides(options, ENCODE_OPTIONS, ['encodeConversation', 'encodeConversation(conversation, { to })'])
  const { to, maxOutputTokens, rules, repair: _repair, memory, ...rest } = options
  const settled = maxOutputTokens === undefined ? conversation : { ...conversation, maxOutputTokens }
  const isOwn = isUntouched(options.from, options)
  const target: HistoryTarget = {
    ...{ to, isOwn, options: rest },
    encode: (given) => to.encodeRequest(given, { ...contextOptions(options), validate: false }),
    encodeMessages(given) {
      const { value, notices } = to.encodeMessages(given, { ...contextOptions(options), validate: false })
      return { value: { [to.codecs.http.history ?? '']: value }, notices }
    },
  }
  const { fitted, encoded } =
    memory === undefined ? encodeWhole(settled, target) : encodeHistory(settled, target, memory, encodeWhole)
  const needs = isOwn ? [] : neededSettings(fitted.conversation, to.codecs, options)
  const value = asNative<RequestOf<To>>(asJson(encoded.value))
  if (rules !== undefined && options.mode === 'strict') refuseBroken(rules, value, options.limits)
  return { value, notices: [...fitted.notices, ...needs, ...encoded.notices], ...restorableOf(fitted) }
}

function encodeWhole(
  conversation: Conversation,
  { to, options, isOwn, encode }: HistoryTarget,
): EncodedConversation {
  if (options.validate !== false) expectConversation(conversation)
  const { model } = options
  const fitted = isOwn
    ? unfitted(model === undefined ? conversation : { ...conversation, model })
    : fit(conversation, to.codecs, { ...options, validate: false })
  return { fitted, encoded: encode(fitted.conversation) }
}

function contextOptions({ mode, model, parseExact }: ContextOptions): ContextOptions {
  return { mode, model, parseExact }
}

/** Reports missing settings that only the caller can decide; their values are never filled in here. */
function neededSettings(
  { model, maxOutputTokens }: Conversation,
  codecs: WireCodecs,
  options: FitOptions,
): readonly Notice[] {
  const limits = chooseLimits(codecs, options.limits)
  const context = createContext(codecs.id, { mode: options.mode })
  if (model === undefined && limits.modelOutsideBody !== true)
    context.report({
      code: 'model-needed',
      severity: 'warning',
      path: '/model',
      message: 'the request has no model: set `model` (--model on the command line) to a model of the target',
    })
  if (maxOutputTokens === undefined && limits.requiresMaxOutputTokens === true)
    context.report({
      code: 'max-output-tokens-needed',
      severity: 'warning',
      path: '/maxOutputTokens',
      message:
        'this wire refuses requests without an output limit: set maxOutputTokens (--max-output-tokens on the command line)',
    })
  return context.notices
}
