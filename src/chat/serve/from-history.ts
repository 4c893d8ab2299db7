import type { JsonObject } from '../../base/json/json-types.js'
import { at, objectsIn, stringOr } from '../../base/json/read-json.js'
import { errorResult, toolMessage, toolResult } from '../../base/model/create.js'
import type { Message, ToolCall, ToolResult } from '../../base/model/types.js'
import { pendingCalls } from '../../tools/pending.js'
import type { Approval, ApprovalRequest } from '../../tools/policy/policy-types.js'
import { pendingApprovals } from '../loop/approvals.js'
import { approvalOf, checkedMessage, decoded, type ReadConversation } from './from-body.js'
import { PartCheck } from './part-check.js'
import { isClientTool, type TrustOptions, untrusted } from './trust.js'
import { answerIn, isCallPart, namedCall, type UiBody } from './ui-parts.js'

/** A call in the body. */
interface Posted {
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
  if (body.trigger === 'regenerate-message') return { messages: upToUser(history, body, said), approvals: [] }
  if (said !== undefined && isEdit(body))
    return { messages: [...beforeUser(history, countOfUser(body)), ...said], approvals: [] }
  const posted = postedCalls(body)
  const results = clientResults(history, posted, options)
  const approvals = await answers(history, posted, options)
  const messages = [...history, ...(results.length > 0 ? [toolMessage(results)] : [])]
  return { messages: [...messages, ...(said ?? [])], approvals }
}

/** Returns true for an edit. An edited message is posted as the last one, with its original id. */
function isEdit({ messages, messageId }: UiBody): boolean {
  return messageId !== undefined && messages.at(-1)?.id === messageId
}

/** User messages have no id in the stored conversation: they are matched by number. */
function countOfUser({ messages }: UiBody): number {
  return messages.filter(({ role }) => role === 'user').length
}

/** Returns the conversation before the n-th user message, counted from 1; all of it, if there are fewer. */
function beforeUser(history: readonly Message[], number: number): Message[] {
  let count = 0
  const end = history.findIndex(({ role }) => role === 'user' && ++count === number)
  return end === -1 ? [...history] : history.slice(0, end)
}

/**
 * Returns the conversation up to the user message to answer again; up to the last one, if the body contains
 * no other.
 */
function upToUser(history: readonly Message[], body: UiBody, said: readonly Message[] = []): Message[] {
  const end = beforeUser(history, countOfUser(body)).length
  const isShown = textOf(history[end]) !== '' && textOf(history[end]) === textOf(said[0])
  return history.slice(0, isShown ? end + 1 : history.findLastIndex(({ role }) => role === 'user') + 1)
}

function textOf(message: Message | undefined): string {
  return message?.parts.map((part) => (part.type === 'text' ? part.text : '')).join('') ?? ''
}

function postedCalls({ messages }: UiBody): Map<string, Posted> {
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

function resultIn(
  { state, output, errorText, preliminary }: JsonObject,
  call: ToolCall,
): readonly ToolResult[] {
  if (state === 'output-error') return [errorResult(call, stringOr(errorText, ''))]
  return state === 'output-available' && preliminary !== true ? [toolResult(call, output)] : []
}

async function answers(
  history: readonly Message[],
  posted: ReadonlyMap<string, Posted>,
  options: TrustOptions,
): Promise<Approval[]> {
  const asked = new Map(pendingApprovals(history).map((request) => [request.callId, request]))
  const approvals: Approval[] = []
  for (const [callId, { part, path }] of posted) {
    const answer = answerIn(part, path)
    if (answer === undefined) continue
    const request: ApprovalRequest | undefined = asked.get(callId)
    if (request === undefined && isSettled(history, callId)) continue
    if (request === undefined || request.id !== answer.id)
      throw untrusted('an answer to a request for approval', `${path}/approval/id`)
    approvals.push(await approvalOf(request, answer, options))
  }
  return approvals
}

/** Returns true if an answer was already accepted by a run whose stream did not reach the client. */
function isSettled(history: readonly Message[], callId: string): boolean {
  return history.some(({ parts }) =>
    parts.some((part) => part.type === 'tool-result' && part.callId === callId && part.preliminary !== true),
  )
}

/** Returns the last user message; undefined if the body ends with an answer. */
async function lastOfUser({ id, messages }: UiBody): Promise<Message[] | undefined> {
  const last = messages.at(-1)
  if (last?.role !== 'user') return undefined
  const path = at('/messages', messages.length - 1)
  return decoded(await checkedMessage(last, path, new PartCheck(id, {}), []), path)
}
