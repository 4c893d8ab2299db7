import type { JsonObject } from '../../base/json/json-types.js'
import { isObject, objectOr } from '../../base/json/read-json.js'
import {
  isClientResult,
  isOwn,
  keepParts,
  mapAllParts,
  mapMessages,
  mapOutput,
  withMessages,
} from '../../base/model/change.js'
import { metadataOf, withoutKey } from '../../base/model/metadata.js'
import type { Conversation, Message, Part, ResultPart } from '../../base/model/types.js'
import type { KnownWire } from '../../codec/wire/contract.js'
import type { FitContext, FitStep } from '../../codec/wire/fit-step.js'
import type { Limits } from '../../codec/wire/limits.js'
import { handMarksBack } from './fit-cache-marks.js'

/** The text of the user message that is added if a wire requires the user to speak first. */
export const OPENING = '(The conversation begins here.)'
const CONTINUATION = 'Continue.'

/**
 * Adds an opening user message if the target requires one, and separates messages from neighbours with which
 * they did not form one native message.
 */
export function fitTurns(conversation: Conversation, fit: FitContext): Conversation {
  return openWithUser(separateTexts(separateMoved(conversation, fit), fit), fit)
}

/** Moves texts before the calls of their message, if the target accepts no text next to calls. */
function separateTexts(conversation: Conversation, fit: FitContext): Conversation {
  if (fit.limits.textWithCalls !== false) return conversation
  const messages = conversation.messages.flatMap((message): Message[] => {
    const texts = message.parts.filter(({ type }) => type === 'text')
    if (texts.length === 0 || !message.parts.some(({ type }) => type === 'tool-call')) return [message]
    fit.report({
      code: 'text-before-calls',
      severity: 'info',
      path: fit.pathOf(message),
      message: 'the target accepts no text next to calls; the text precedes the calls in a separate message',
    })
    const others = message.parts.filter(({ type }) => type !== 'text')
    const { providerMetadata: _metadata, ...plain } = message
    return [
      fit.derive(message, { ...plain, parts: texts }),
      fit.derive(message, { ...message, parts: others }),
    ]
  })
  return withMessages(conversation, messages)
}

function openWithUser(conversation: Conversation, fit: FitContext): Conversation {
  const { messages } = conversation
  if (fit.limits.firstRole !== 'user' || messages.length === 0) return conversation
  const first = messages.findIndex((message) => message.role !== 'system')
  const at = first === -1 ? messages.length : first
  if (messages[at]?.role === 'user' || holdsEarlierTurns(conversation, fit)) return conversation
  const opening = openingMessage(messages[at] === undefined ? '/messages' : fit.pathOf(messages[at]), fit)
  return { ...conversation, messages: messages.toSpliced(at, 0, opening) }
}

/** The assistant text between results and other user content. */
export const INTERJECTION = '.'

/** Inserts a short assistant message between results and other user content, if they may not share a turn. */
export function setResultsApart(conversation: Conversation, fit: FitContext): Conversation {
  if (fit.limits.resultsAlone !== true) return conversation
  let isAfterResults = false
  const messages = conversation.messages.flatMap((message): Message[] => {
    const isMixed = isAfterResults && message.role === 'user'
    if (message.role !== 'system') isAfterResults = message.role === 'tool'
    return isMixed ? [interjection(message, fit), message] : [message]
  })
  return withMessages(conversation, messages)
}

/** Joins neighbouring messages of the same role if roles must alternate. */
export function joinNeighbours(conversation: Conversation, fit: FitContext): Conversation {
  if (fit.limits.alternatingRoles !== true) return conversation
  const joined: Message[] = []
  for (const message of conversation.messages) {
    const before = joined.at(-1)
    if (before?.role !== message.role || message.role === 'tool') joined.push(message)
    else joined.splice(-1, 1, joinedMessage(before, message, 'the target wants roles to alternate', fit))
  }
  return withMessages(conversation, joined)
}

function joinedMessage(before: Message, message: Message, why: string, fit: FitContext): Message {
  fit.report({
    code: 'messages-joined',
    severity: 'info',
    path: fit.pathOf(message),
    message: `${why}; two ${message.role} messages become one`,
  })
  const [last, first] = [before.parts.at(-1), message.parts[0]]
  if (last?.type !== 'text' || first?.type !== 'text')
    return fit.derive(before, { ...before, parts: [...before.parts, ...message.parts] })
  const text = fit.derive(last, { ...last, text: `${last.text}\n\n${first.text}` })
  return fit.derive(before, {
    ...before,
    parts: [...before.parts.slice(0, -1), text, ...message.parts.slice(1)],
  })
}

function interjection(before: Message, fit: FitContext): Message {
  fit.report({
    code: 'answer-inserted',
    severity: 'info',
    path: fit.pathOf(before),
    message:
      'this wire does not allow results and other user content in one turn; a short assistant message is inserted',
  })
  return { role: 'assistant', parts: [{ type: 'text', text: INTERJECTION }] }
}

/**
 * Returns true if there are turns before the first message: the target's provider stores them, or they were
 * fitted before. The messages may then begin with results of earlier calls.
 */
export function holdsEarlierTurns(
  conversation: Conversation,
  { wire, limits, continues }: FitContext,
): boolean {
  return continues === true || storedTurnsField(conversation, { id: wire, limits }) !== undefined
}

/** Returns the field that continues turns stored by the provider, or undefined without stored turns. */
export function storedTurnsField(
  { providerMetadata }: Conversation,
  { id, limits }: KnownWire,
): string | undefined {
  const own = providerMetadata?.[id]
  return storedTurnsAmong([own, objectOr(own?.extra, undefined)], limits)
}

/** Returns the name of the field among the fields of a request that continues stored turns. */
export function storedTurnsAmong(
  settings: readonly (JsonObject | undefined)[],
  limits: Pick<Limits, 'storedTurns'> | undefined,
): string | undefined {
  return limits?.storedTurns?.find(({ field, type }) =>
    settings.some((fields) => {
      const value = fields?.[field]
      if (value === undefined || value === null) return false
      return type === undefined || (isObject(value) && value.type === type)
    }),
  )?.field
}

/**
 * Creates the user message that a wire requires first, and reports it.
 * @param path the path of the message after the opening message.
 */
function openingMessage(path: string, fit: FitContext): Message {
  fit.report({
    code: 'opening-added',
    severity: 'info',
    path,
    message: 'this wire requires a user message first; a short one is inserted',
  })
  return { role: 'user', parts: [{ type: 'text', text: OPENING }] }
}

/**
 * Removes the marks of messages whose predecessor is gone. Decoders mark a message that formed one native
 * message with its predecessor. Without this predecessor, the mark would join the message to an unrelated
 * message.
 */
function separateMoved(conversation: Conversation, fit: FitContext): Conversation {
  let previous: Message | undefined
  return mapMessages(conversation, fit, (message) => {
    const before = previous
    previous = message
    return isClientSide(before) ? message : withoutKey(message, 'continued', fit)
  })
}

function isClientSide(message: Message | undefined): boolean {
  return message?.role === 'user' || message?.role === 'tool'
}

/** The tags around system text that has to be sent as user text. */
export const SYSTEM_WRAPPER = ['<system_message>', '</system_message>'] as const

/**
 * Converts later system messages to user text in tags, if system text may only come first. Joins the first system
 * messages if the target accepts only one.
 */
export function placeSystemMessages(conversation: Conversation, fit: FitContext): Conversation {
  const { systemMessages } = fit.limits
  if (systemMessages === 'anywhere') return conversation
  let leading = true
  const placed = mapMessages(conversation, fit, (message) => {
    if (message.role !== 'system') leading = false
    if (leading || !isSystemText(message)) return message
    // A wire whose server accepts later system messages marks them on decoding.
    if (systemMessages === 'leading' && isNative(message, fit)) return message
    fit.report({
      code: 'system-as-user-text',
      severity: 'info',
      path: fit.pathOf(message),
      message: 'this wire accepts system text only at the beginning; this one is sent as wrapped user text',
    })
    return { role: 'user', parts: message.parts.map(wrapText) }
  })
  return systemMessages === 'one' ? joinSystemMessages(placed, fit) : placed
}

/** Returns true for a message with instructions, in contrast to a control item of the target's wire. */
function isSystemText({ role, parts }: Message): boolean {
  return role === 'system' && !(parts.length > 0 && parts.every(({ type }) => type === 'opaque'))
}

function joinSystemMessages(conversation: Conversation, fit: FitContext): Conversation {
  const [first, ...others] = conversation.messages.filter(isSystemText)
  if (first === undefined || others.length === 0) return conversation
  const message = others.reduce(
    (before, next) => joinedMessage(before, next, 'the target accepts one system message', fit),
    first,
  )
  const joined = new Set(others)
  const kept = conversation.messages.filter((one) => !joined.has(one))
  return withMessages(
    conversation,
    kept.map((one) => (one === first ? message : one)),
  )
}

/** Returns true if the message was at this position on the wire itself. */
function isNative(message: Message, fit: FitContext): boolean {
  return message.providerMetadata?.[fit.wire] !== undefined
}

function wrapText(part: Part): Part {
  if (part.type !== 'text') return part
  return { ...part, text: `${SYSTEM_WRAPPER[0]}${part.text}${SYSTEM_WRAPPER[1]}` }
}

/** Moves the cache marks of blank text that is dropped to the parts before it. */
export function handBlankMarksBack(conversation: Conversation, fit: FitContext): Conversation {
  if (!fit.limits.refusesBlankText) return conversation
  return mapMessages(conversation, fit, (message) =>
    handMarksBack(message, (part) => concerns(message, fit) && isBlank(part, fit), fit),
  )
}

/** Drops blank text if the target rejects it. The text of a result may be empty. */
export function dropBlankText(conversation: Conversation, fit: FitContext): Conversation {
  if (!fit.limits.refusesBlankText) return conversation
  return mapAllParts(conversation, fit, (part, message) => {
    if (!concerns(message, fit)) return part
    if (isClientResult(part))
      return mapOutput(part, fit, (inner) => (isBlank(inner, fit) ? drop(inner, fit) : inner))
    return isBlank(part, fit) ? drop(part, fit) : part
  })
}

function concerns({ role, origin }: Message, { limits, wire }: FitContext): boolean {
  return limits.refusesBlankText !== 'foreign-answers' || (role === 'assistant' && origin?.wire !== wire)
}

/** Drops client messages that are empty or became empty; At least one message is kept. */
export function dropEmptyClientMessages(conversation: Conversation, fit: FitContext): Conversation {
  const left = dropEmpty(conversation, (message) => message.role !== 'assistant', fit)
  if (left === conversation || left.messages.length > 0 || fit.limits.firstRole !== 'user') return left
  return { ...left, messages: [openingMessage('/messages', fit)] }
}

/**
 * Drops empty assistant messages. This step runs after the one that opens the conversation: the content
 * before the first answer must not depend on whether that answer was empty.
 */
export function dropEmptyAnswers(conversation: Conversation, fit: FitContext): Conversation {
  return dropEmpty(conversation, (message) => message.role === 'assistant', fit)
}

/**
 * Reports a conversation without a message to answer. Every wire requires one, unless the provider stores the
 * earlier turns.
 */
export function reportNothingLeft(conversation: Conversation, fit: FitContext): Conversation {
  if (conversation.messages.length === 0 && !holdsEarlierTurns(conversation, fit))
    fit.report({
      code: 'conversation-empty',
      severity: 'warning',
      path: '/messages',
      message:
        'no message is left to send, and the provider will refuse the request: add a message with content',
    })
  return conversation
}

function dropEmpty(
  conversation: Conversation,
  concerns: (message: Message) => boolean,
  fit: FitContext,
): Conversation {
  return mapMessages(conversation, fit, (message) => {
    if (message.parts.length > 0 || !concerns(message)) return message
    fit.report({
      code: 'message-dropped',
      severity: 'info',
      path: fit.pathOf(message),
      message: `the ${message.role} message has no content that can be sent; it is left out`,
    })
    return undefined
  })
}

function isBlank(part: Part | ResultPart, fit: FitContext): boolean {
  // An empty text with a signature is kept: Gemini puts the signature of a thought on an empty text.
  if (part.type !== 'text' || metadataOf(part, fit)?.signature !== undefined) return false
  const { limits } = fit
  return (limits.refusesBlankText === 'empty' ? part.text : part.text.trim()) === ''
}

function drop(part: Part | ResultPart, fit: FitContext): undefined {
  fit.report({
    code: 'blank-text-dropped',
    severity: 'info',
    path: fit.pathOf(part),
    message: 'a text without content is left out: this wire refuses it',
  })
  return undefined
}

/** Replaces the empty list of a result with an empty text, since most wires reject an empty list. */
export function fillEmptyResults(conversation: Conversation, fit: FitContext): Conversation {
  return mapAllParts(conversation, fit, (part, message) => {
    if (part.type !== 'tool-result' || part.output.type !== 'content' || part.output.value.length > 0)
      return part
    if (isOwn(part, message, fit.wire)) return part
    fit.report({
      code: 'empty-list-as-text',
      severity: 'info',
      path: `${fit.pathOf(part)}/output`,
      message: `the result of ${part.name} is an empty list; it is sent as an empty text`,
    })
    return { ...part, output: { type: 'text', value: '' } }
  })
}

/**
 * Trims the final assistant text, for wires that reject trailing white space in a text that the model
 * continues.
 */
export function trimFinalText(conversation: Conversation, fit: FitContext): Conversation {
  const last = conversation.messages.at(-1)
  const final = last?.parts.at(-1)
  if (last?.role !== 'assistant' || final?.type !== 'text') return conversation
  const text = final.text.trimEnd()
  if (text === final.text) return conversation
  fit.report({
    code: 'final-text-trimmed',
    severity: 'info',
    path: fit.pathOf(final),
    message: 'this wire refuses white space at the end of a final assistant message',
  })
  const trimmed = text === '' ? undefined : { ...final, text }
  return mapMessages(conversation, fit, (message) =>
    message === last ? keepParts(message, fit, (part) => (part === final ? trimmed : part)) : message,
  )
}

/**
 * Reports a conversation that ends with text of the assistant. Newer models refuse to continue the text:
 * Claude (ANTHROPIC-ROLE-01), and Gemini from 4 on and all of Vertex
 * (https://github.com/router-for-me/CLIProxyAPI/issues/5607).
 */
export function reportEndsWithAnswer(conversation: Conversation, fit: FitContext): Conversation {
  const last = lastAnswer(conversation)
  if (last !== undefined)
    fit.report({
      code: 'ends-with-answer',
      severity: 'info',
      path: fit.pathOf(last),
      message: 'the conversation ends with assistant text; newer models refuse to continue it',
    })
  return conversation
}

/** Returns the last message if it is an answer with text or media at its end, which the model would continue. */
function lastAnswer({ messages }: Conversation): Message | undefined {
  const last = messages.at(-1)
  const final = last?.parts.at(-1)
  const isOpen = final?.type === 'text' || final?.type === 'media'
  return last?.role === 'assistant' && isOpen ? last : undefined
}

/**
 * Creates the step that inserts a user message after a final answer, for models that refuse to continue one.
 * @param models the names of these models.
 */
export function endWithUser(models: RegExp): FitStep {
  return (conversation, fit) => {
    const last = lastAnswer(conversation)
    if (last === undefined || !models.test(fit.model ?? conversation.model ?? '')) return conversation
    fit.report({
      code: 'continuation-added',
      severity: 'info',
      path: fit.pathOf(last),
      message:
        'this model refuses a conversation that ends with the assistant; a short user message is added',
    })
    const asks: Message = { role: 'user', parts: [{ type: 'text', text: CONTINUATION }] }
    return { ...conversation, messages: [...conversation.messages, asks] }
  }
}
