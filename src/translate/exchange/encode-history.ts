import { append, equalJson } from '../../base/json/write-json.js'
import { isCallToAnswer, isVendorTool } from '../../base/model/calls-to-answer.js'
import { isClientResult } from '../../base/model/change.js'
import type { Notice } from '../../base/model/context.js'
import { expectMessages } from '../../base/model/expect.js'
import type { Conversation, Message, Part, ToolOutput } from '../../base/model/types.js'
import type { Limits } from '../../codec/wire/limits.js'
import { type Fitted, fitAdded, limitsFor } from '../fit/fit.js'
import { encodeMarks } from './encode-marks.js'
import {
  type EncodedHistory,
  type EncodedRequest,
  type HistoryMemory,
  hasSameMembers,
} from './history-memory.js'
import {
  type EncodedConversation,
  type EncodeWhole,
  type HistoryTarget,
  leadingMessages,
  nativeLength,
  splitHistory,
} from './native-history.js'

/**
 * Fits and encodes what is new in a conversation since its latest request.
 * @param encodeWhole fits and encodes the complete conversation.
 */
export function encodeHistory(
  conversation: Conversation,
  target: HistoryTarget,
  memory: HistoryMemory,
  encodeWhole: EncodeWhole,
): EncodedConversation {
  if (movesMarks(conversation, target)) return encodeMarked(conversation, target, memory, encodeWhole)
  const continued = continueFrom(memory, conversation, target)
  if (continued !== undefined) return continued
  const whole = encodeWhole(conversation, target)
  remember(memory, conversation, target, whole)
  return whole
}

/**
 * Encodes a conversation whose marks of the prompt cache move with each turn: the memory has the conversation
 * without marks.
 */
function encodeMarked(
  conversation: Conversation,
  target: HistoryTarget,
  memory: HistoryMemory,
  encodeWhole: EncodeWhole,
): EncodedConversation {
  const { cache: _cache, ...options } = target.options
  const unmarked = { ...target, options }
  const continued = continueFrom(memory, conversation, unmarked)
  if (continued !== undefined)
    return safely(() => encodeMarks(continued, target)) ?? encodeWhole(conversation, target)
  const whole = encodeWhole(conversation, target)
  // Encoded twice only if the next turn will probably be continued.
  if (endsPlainly(conversation) && isRememberable(conversation, unmarked))
    remember(memory, conversation, unmarked, encodeWhole(conversation, unmarked))
  return whole
}

function continueFrom(
  memory: HistoryMemory,
  conversation: Conversation,
  target: HistoryTarget,
): EncodedConversation | undefined {
  const options = optionsOf(target)
  const known = memory.take(conversation, options)
  const continued = known && safely(() => continueHistory(known, conversation, target))
  if (known !== undefined && continued !== undefined)
    memory.keep({ ...known, ...continued, conversation, options })
  return continued
}

function remember(
  memory: HistoryMemory,
  conversation: Conversation,
  target: HistoryTarget,
  whole: EncodedConversation,
): void {
  const remembered = rememberHistory(conversation, whole, target)
  if (remembered !== undefined)
    memory.keep({ ...whole, ...remembered, conversation, options: optionsOf(target) })
}

function optionsOf({ to, isOwn, options }: HistoryTarget): object {
  return { ...options, to, isOwn }
}

/** Leaves errors to the complete encoding, whose paths are right. */
function safely<Value>(run: () => Value): Value | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

/** Notices of steps whose effect depends on messages that follow. */
const UNSETTLED = new Set([
  'opening-added',
  'continuation-added',
  'thinking-paused',
  'tools-declared',
  'final-text-trimmed',
  'message-dropped',
  'empty-message-dropped',
])

function isUnsettledNotice({ code }: Notice): boolean {
  return UNSETTLED.has(code)
}

/**
 * Returns what a later request can take over from a request. Undefined if later messages may change it.
 */
function rememberHistory(
  conversation: Conversation,
  { fitted, encoded }: EncodedConversation,
  target: HistoryTarget,
): Pick<EncodedHistory, 'leading' | 'ids'> | undefined {
  const { messages } = conversation
  const isSettled =
    isRememberable(conversation, target) &&
    isKeySettled(conversation, fitted.conversation, target) &&
    splitHistory(encoded.value, target.to) !== undefined &&
    !fitted.notices.some(isUnsettledNotice) &&
    isAnswerable(fitted.conversation.messages)
  if (!isSettled) return undefined
  const ids = new Set([...idsOf(messages), ...idsOf(fitted.conversation.messages)])
  return { leading: nativeLength(leadingMessages(fitted.conversation.messages), target.to), ids }
}

/** Returns true if later messages cannot change the messages of the conversation. */
function isRememberable(conversation: Conversation, { to }: HistoryTarget): boolean {
  const { messages } = conversation
  const parts = partsOf(messages)
  return (
    to.codecs.http.history !== undefined &&
    messages.some(({ role }) => role !== 'system') &&
    !parts.some(isUnsettled) &&
    isAnswerable(messages) &&
    namesOnly(parts, conversation)
  )
}

/** Returns true if the cache policy adds no key later. */
function isKeySettled(
  conversation: Conversation,
  { cacheKey }: Conversation,
  target: HistoryTarget,
): boolean {
  const { cache } = target.options
  if (cache === undefined || cache === 'marks' || target.isOwn) return true
  return limitsOf(conversation, target).cacheKey !== true || cacheKey !== undefined
}

/** Returns true if the cache policy marks the latest turns. */
function movesMarks(conversation: Conversation, target: HistoryTarget): boolean {
  const { options, isOwn } = target
  if (options.cache === undefined || isOwn) return false
  return limitsOf(conversation, target).cacheMarks?.models !== undefined
}

function limitsOf({ model: own }: Conversation, { to, options }: HistoryTarget): Limits {
  return limitsFor(to.codecs, { ...options, model: options.model ?? own })
}

/**
 * Fits and encodes only the messages that a conversation has more than an encoded one, and shares the native
 * messages before them. Returns undefined if the new messages may change earlier ones or the settings.
 */
function continueHistory(
  known: EncodedHistory,
  { messages }: Conversation,
  target: HistoryTarget,
): EncodedConversation | undefined {
  const added = messages.slice(known.conversation.messages.length)
  if (target.options.validate !== false) expectMessages(added)
  if (!isPlainAddition(added, known)) return undefined
  const fitted = fitNew(added, known, target)
  const { messages: more, ...settings } = fitted.conversation
  const { messages: _messages, ...before } = known.fitted.conversation
  // Without the answer, the next message could be joined to the one before it.
  if (more[0]?.role !== 'assistant' || !hasSameMembers(before, settings)) return undefined
  // The notice of a renamed result would contain the sent name of the call.
  if (fitted.notices.some((one) => isUnsettledNotice(one) || one.code === 'result-renamed')) return undefined
  const isChanged = more !== added
  if (isChanged && !(isAnswerable(more) && namesOnly(partsOf(more), known.fitted.conversation)))
    return undefined
  const ids = new Set([...idsOf(added), ...(isChanged ? idsOf(more) : [])])
  if ([...ids].some((id) => known.ids.has(id))) return undefined
  const encoded = encodeNew(more, known, target)
  if (encoded === undefined) return undefined
  const conversation = { ...settings, messages: [...known.fitted.conversation.messages, ...more] }
  for (const id of ids) known.ids.add(id)
  const notices = [...known.fitted.notices, ...fitted.notices]
  // Plain additions change no tools, so their names are restored as before.
  return { fitted: { ...known.fitted, conversation, notices }, encoded }
}

function fitNew(added: readonly Message[], known: EncodedHistory, target: HistoryTarget): Fitted {
  const { conversation, fitted } = known
  const { to, options, isOwn } = target
  if (isOwn) return { ...fitted, conversation: { ...fitted.conversation, messages: added }, notices: [] }
  const beginning = { conversation, fitted: fitted.conversation }
  return fitAdded(withSentNames(added, fitted.toolNames), beginning, to.codecs, options)
}

/** Gives the calls and results of renamed tools the names that are sent. */
function withSentNames(messages: readonly Message[], toolNames: Fitted['toolNames']): readonly Message[] {
  const sent = new Map(Object.entries(toolNames).map(([name, original]) => [original, name]))
  if (sent.size === 0) return messages
  const renamed = (part: Part): Part => {
    if (part.type !== 'tool-call' && part.type !== 'tool-result') return part
    return { ...part, name: sent.get(part.name) ?? part.name }
  }
  return messages.map((message) => ({ ...message, parts: message.parts.map(renamed) }))
}

/**
 * Encodes new messages after the system messages. The settings are encoded with them if they may depend on
 * messages, so that they can be compared.
 */
function encodeNew(
  more: readonly Message[],
  known: EncodedHistory,
  target: HistoryTarget,
): EncodedRequest | undefined {
  const { conversation } = known.fitted
  const { messages: before } = conversation
  const lead = leadingMessages(before)
  const messages = [...lead, ...more]
  const isApart = target.to.codecs.http.isHistoryApart === true
  const { value, notices } = isApart
    ? target.encodeMessages(messages)
    : target.encode({ ...conversation, messages })
  const [own, earlier] = [splitHistory(value, target.to), splitHistory(known.encoded.value, target.to)]
  if (own === undefined || earlier === undefined) return undefined
  if (!isApart && !equalJson(own.rest, earlier.rest)) return undefined
  const history = [...earlier.history]
  append(history, own.history.slice(known.leading))
  const told = notices.flatMap((notice) => movedBy(before.length - lead.length, notice, lead.length))
  return { value: { ...earlier.rest, [own.field]: history }, notices: [...known.encoded.notices, ...told] }
}

/** Returns the notice of a request or its history with the path in the complete history. Notices of settings were reported before. */
function movedBy(distance: number, notice: Notice, leading: number): Notice[] {
  const [, index, rest = ''] = /^(?:\/messages)?\/(\d+)(.*)$/s.exec(notice.path) ?? []
  if (index === undefined || Number(index) < leading) return []
  return [{ ...notice, path: `/messages/${Number(index) + distance}${rest}` }]
}

/** Returns true if the messages are an answer and what follows it, and concern nothing before them. */
function isPlainAddition(added: readonly Message[], known: EncodedHistory): boolean {
  const parts = partsOf(added)
  return (
    added[0]?.role === 'assistant' &&
    added.every(({ role }) => role !== 'system') &&
    parts.every(isPlain) &&
    isAnswerable(added) &&
    namesOnly(parts, known.conversation)
  )
}

/** Returns true if the latest answer and what follows it could have continued a remembered conversation. */
function endsPlainly({ messages }: Conversation): boolean {
  const start = messages.findLastIndex(({ role }) => role === 'assistant')
  return start !== -1 && partsOf(messages.slice(start)).every(isPlain)
}

/** Returns true for a part that is fitted without regard to earlier messages. */
function isPlain(part: Part): boolean {
  if ('cache' in part && part.cache !== undefined) return false
  if (part.type === 'tool-call')
    return (
      part.kind === 'function' &&
      !part.providerExecuted &&
      part.withheld === undefined &&
      part.namespace === undefined
    )
  if (part.type === 'tool-result') return !part.providerExecuted && isPlainOutput(part.output)
  return part.type === 'text' || part.type === 'reasoning'
}

function isPlainOutput(output: ToolOutput): boolean {
  return (
    output.type !== 'content' ||
    output.value.every((part) => part.type === 'text' && part.cache === undefined)
  )
}

/** Returns true for a part that a later part may replace, and for a change of settings. */
function isUnsettled(part: Part): boolean {
  if (part.type === 'opaque') return part.changes !== undefined
  if (part.type === 'tool-call') return part.async === true
  return part.type === 'tool-result' && part.preliminary === true
}

/** Returns true if the model comes next and every call has a result. */
function isAnswerable(messages: readonly Message[]): boolean {
  const last = messages.at(-1)?.role
  const open = new Map<string, number>()
  for (const part of messages.flatMap(({ parts }) => parts)) {
    if (isCallToAnswer(part)) open.set(part.id, (open.get(part.id) ?? 0) + 1)
    if (isClientResult(part)) open.set(part.callId, (open.get(part.callId) ?? 0) - 1)
  }
  return (last === 'user' || last === 'tool') && [...open.values()].every((count) => count === 0)
}

/** Returns true if all calls and results are of declared tools. */
function namesOnly(parts: readonly Part[], { tools = [] }: Conversation): boolean {
  const declared = new Set(tools.flatMap((tool) => (isVendorTool(tool) ? [] : [tool.name])))
  return parts.every((part) => {
    if (part.type === 'tool-call') return part.providerExecuted || declared.has(part.name)
    // A result without a name gets the name of its call.
    return part.type !== 'tool-result' || part.providerExecuted || part.name === '' || declared.has(part.name)
  })
}

function partsOf(messages: readonly Message[]): Part[] {
  return messages.flatMap(({ parts }) => parts)
}

function idsOf(messages: readonly Message[]): string[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : [])),
  )
}
