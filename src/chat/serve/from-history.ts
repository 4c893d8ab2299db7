import type { JsonObject } from '../../base/json/json-types.js'
import { at, objectsIn, stringOr } from '../../base/json/read-json.js'
import { errorResult, toolMessage, toolResult } from '../../base/model/create.js'
import type { Message, ToolCall, ToolResult } from '../../base/model/types.js'
import { pendingCalls } from '../../tools/pending.js'
import { pendingApprovals } from '../loop/approvals.js'
import { acceptAnswers, type PostedAnswer, type ReadConversation } from './accept-answers.js'
import { requestedIn } from './approval-requests.js'
import { checkedMessage, decoded } from './from-body.js'
import { PartCheck } from './part-check.js'
import { isClientTool, type TrustOptions, untrusted } from './trust.js'
import { answerIn, isCallPart, namedCall, type UiBody } from './ui-parts.js'

/** A call in the body. */
export interface Posted {
  readonly part: JsonObject
  readonly path: string
}

/** Adds the new content of a client to a stored conversation. */
export async function fromHistory(
  body: UiBody,
  history: readonly Message[],
  options: TrustOptions,
): Promise<ReadConversation> {
  const said = await lastOfUser(body)
  if (body.trigger === 'regenerate-message') return nothingAnswered(upToUser(history, body, said))
  if (said !== undefined && isEdit(body))
    return nothingAnswered([...beforeUser(history, countOfUser(body)), ...said])
  const posted = postedCalls(body)
  const results = clientResults(history, posted, options)
  const given = answersIn(history, posted)
  const messages = [...history, ...(results.length > 0 ? [toolMessage(results)] : []), ...(said ?? [])]
  const { secret, used } = options
  return acceptAnswers(given, messages, { chat: body.id, secret, used })
}

function nothingAnswered(messages: Message[]): ReadConversation {
  return { messages, approvals: [], superseded: [] }
}

/** Returns true for an edit. An edited message is posted as the last message, with its original id. */
export function isEdit({ messages, messageId }: UiBody): boolean {
  return messageId !== undefined && messages.at(-1)?.id === messageId
}

/**
 * Returns the number of user messages. They are matched by number, since they have no id in the stored
 * conversation.
 */
export function countOfUser({ messages }: UiBody): number {
  return messages.filter(({ role }) => role === 'user').length
}

/**
 * Returns the conversation before the n-th user message, counted from 1; the complete conversation if there
 * are fewer.
 */
export function beforeUser(history: readonly Message[], number: number): Message[] {
  let count = 0
  const end = history.findIndex(({ role }) => role === 'user' && ++count === number)
  return end === -1 ? [...history] : history.slice(0, end)
}

/**
 * Returns the conversation up to the user message to answer again; up to the last user message, if the body
 * contains no other message.
 */
export function upToUser(
  history: readonly Message[],
  body: UiBody,
  said: readonly Message[] = [],
): Message[] {
  const end = beforeUser(history, countOfUser(body)).length
  const isLast = hasSameText(history, body, said[0])
  return history.slice(0, isLast ? end + 1 : history.findLastIndex(({ role }) => role === 'user') + 1)
}

/**
 * Returns true if the stored message with the same number as the last message in the body has the same text.
 */
export function hasSameText(history: readonly Message[], body: UiBody, said: Message | undefined): boolean {
  const stored = textOf(history[beforeUser(history, countOfUser(body)).length])
  return stored !== '' && stored === textOf(said)
}

function textOf(message: Message | undefined): string {
  return message?.parts.map((part) => (part.type === 'text' ? part.text : '')).join('') ?? ''
}

export function postedCalls({ messages }: UiBody): Map<string, Posted> {
  const posted = new Map<string, Posted>()
  messages.forEach((message, index) => {
    objectsIn(message.parts).forEach((native, position) => {
      if (message.role !== 'assistant' || !isCallPart(native)) return
      const path = at(`${at('/messages', index)}/parts`, position)
      const part = namedCall(native, path)
      posted.set(stringOr(part.toolCallId, ''), { part, path })
    })
  })
  return posted
}

function clientResults(
  history: readonly Message[],
  posted: ReadonlyMap<string, Posted>,
  options: TrustOptions,
): ToolResult[] {
  const waiting = new Set(pendingApprovals(history).map(({ callId }) => callId))
  return pendingCalls(history).flatMap((call) => {
    const part = posted.get(call.id)?.part
    const isTaken = isClientTool(call.name, options) && !waiting.has(call.id)
    return part !== undefined && isTaken ? resultIn(part, call) : []
  })
}

export function resultIn(
  { state, output, errorText, preliminary }: JsonObject,
  call: ToolCall,
): readonly ToolResult[] {
  if (state === 'output-error') return [errorResult(call, stringOr(errorText, ''))]
  return state === 'output-available' && preliminary !== true ? [toolResult(call, output)] : []
}

function answersIn(history: readonly Message[], posted: ReadonlyMap<string, Posted>): PostedAnswer[] {
  const requested = requestedIn(history)
  return [...posted].flatMap(([callId, { part, path }]) => {
    const answer = answerIn(part, path)
    if (answer === undefined) return []
    const asked = requested.get(answer.id)
    if (asked?.request.callId === callId) return { ...asked, answer }
    if (isSettled(history, callId)) return []
    throw untrusted('an answer to a request for approval', `${path}/approval/id`)
  })
}

/** Returns true if an answer was already accepted by a run whose stream did not reach the client. */
function isSettled(history: readonly Message[], callId: string): boolean {
  return history.some(({ parts }) =>
    parts.some((part) => part.type === 'tool-result' && part.callId === callId && part.preliminary !== true),
  )
}

/** Returns the last user message; undefined if the body ends with an answer. */
export async function lastOfUser({ id, messages }: UiBody): Promise<Message[] | undefined> {
  const last = messages.at(-1)
  if (last?.role !== 'user') return undefined
  const path = at('/messages', messages.length - 1)
  return decoded(await checkedMessage(last, path, new PartCheck(id, {}), []), path)
}
