import { asJson } from '../../base/json/read-json.js'
import { append, compact, equalJson, gathered, joined } from '../../base/json/write-json.js'
import { callsToAnswer } from '../../base/model/calls-to-answer.js'
import { hasSameItems, isClientResult, withMessages } from '../../base/model/change.js'
import { inform, warn } from '../../base/model/context.js'
import type { Conversation, Message, Part, ToolCall, ToolOutput, ToolResult } from '../../base/model/types.js'
import { outputText } from '../../codec/shape/results.js'
import type { FitContext } from '../../codec/wire/fit-step.js'
import { holdsEarlierTurns } from './turns.js'

/** The placeholder for a missing result. */
export const MISSING_RESULT = 'The result of this tool call is missing: the conversation went on without it.'

/** The stand-in for the result of a call that still runs. */
export const PENDING_RESULT = 'The call still runs.'

/** A call that the client has to answer, and its answer. */
interface PendingCall {
  readonly call: ToolCall
  answer?: GivenResult
}

interface GivenResult {
  readonly result: ToolResult
  /** The position of the call: index of its message, and of its part. */
  readonly message: number
  readonly part: number
}

/** The calls of one turn that share an id. Results are assigned to them in order. */
interface SameId {
  /** Index of the message with the calls. */
  readonly message: number
  readonly slots: PendingCall[]
  /** Index of the first slot without an answer. */
  next: number
  /** The slot with an interim answer. */
  interim?: PendingCall | undefined
}

/** A message after its results were removed. */
interface MessageToPair {
  readonly message: Message
  readonly slots: readonly PendingCall[]
  /** The remaining parts: parts other than client results, and results whose call the provider stores. */
  readonly rest: readonly Part[]
  /** Replacements of results without a call. */
  readonly notes: readonly Part[]
}

/**
 * Gives every client call exactly one result, in one tool message directly after its turn, in the order of
 * the calls. The k-th result with an id answers the k-th call with this id, in the latest turn that has the
 * id.
 */
export function pairResults(conversation: Conversation, fit: FitContext): Conversation {
  if (fit.limits.carries?.includes('open-calls')) return conversation
  const { messages } = conversation
  const turns = takeResultsOut(messages, holdsEarlierTurns(conversation, fit), fit)
  const pending = fit.pendingCalls === 'keep' ? pendingTurn(messages) : undefined
  const paired = turns.flatMap((turn, index) => {
    const { message, rest, notes } = turn
    if (message.role !== 'assistant') return remainder(message, joined(rest, notes), fit)
    return [
      ...remainder(message, rest, fit),
      ...answers(turn, index, messages, index === pending, fit),
      ...(notes.length === 0 ? [] : [fit.derive(message, userMessage(notes))]),
    ]
  })
  return withMessages(conversation, paired)
}

/** Returns the index of the last assistant message, if only tool messages follow it. */
function pendingTurn(messages: readonly Message[]): number | undefined {
  const last = messages.findLastIndex((message) => message.role !== 'tool')
  return messages[last]?.role === 'assistant' ? last : undefined
}

function takeResultsOut(
  messages: readonly Message[],
  storedTurns: boolean,
  fit: FitContext,
): MessageToPair[] {
  const open = new Map<string, SameId>()
  const free = new Set<string>()
  return messages.map((message, index) => {
    const { parts } = message
    const slots: PendingCall[] = []
    for (const call of message.role === 'assistant' ? callsToAnswer(parts) : [])
      if (isFree(call, fit)) free.add(call.id)
      else slots.push(openSlot(call, index, open))
    if (!parts.some(isClientResult)) return { message, slots, rest: parts, notes: [] }
    const rest: Part[] = []
    const notes: Part[] = []
    parts.forEach((part, partIndex) => {
      const isOpen = isClientResult(part) && open.has(part.callId)
      if (!isClientResult(part) || (!isOpen && (storedTurns || free.has(part.callId)))) rest.push(part)
      else append(notes, settleResult({ result: part, message: index, part: partIndex }, open, fit))
    })
    return { message, slots, rest, notes }
  })
}

/** Returns true for a call whose result may come in any later request, or not yet. */
function isFree({ async: isAsync }: ToolCall, { limits }: FitContext): boolean {
  return isAsync === true && limits.asyncCalls === true
}

/** Opens a slot for a call. A call that repeats the id of an earlier turn closes the calls of that turn. */
function openSlot(call: ToolCall, message: number, open: Map<string, SameId>): PendingCall {
  const slot: PendingCall = { call }
  const known = open.get(call.id)
  if (known?.message === message) known.slots.push(slot)
  else open.set(call.id, { message, slots: [slot], next: 0 })
  return slot
}

/** Assigns a result to its call. Returns replacement parts for a result without a call. */
function settleResult(answer: GivenResult, open: ReadonlyMap<string, SameId>, fit: FitContext): Part[] {
  const { result } = answer
  const calls = open.get(result.callId)
  if (calls === undefined) return orphanNote(result, fit)
  const slot = calls.interim ?? calls.slots[calls.next]
  if (slot === undefined) reportDuplicate(result, calls, fit)
  else {
    if (calls.interim === undefined) calls.next += 1
    else if (slot.answer !== undefined) reportInterim(slot.answer.result, fit)
    slot.answer = answer
    calls.interim = result.preliminary === true ? slot : undefined
  }
  return []
}

/** Reports a further result of a call. Gemini CLI repeats the results of a resumed session, which loses nothing. */
function reportDuplicate(result: ToolResult, { slots }: SameId, fit: FitContext): void {
  const isRepeated = slots.some(({ answer }) => answer !== undefined && hasSameOutput(answer.result, result))
  fit.report({
    code: 'result-duplicate',
    severity: isRepeated ? 'info' : 'warning',
    path: fit.pathOf(result),
    message: `the call "${result.callId}" already has a result; this further one is left out`,
  })
}

function hasSameOutput(one: ToolResult, other: ToolResult): boolean {
  return one.isError === other.isError && equalJson(asJson(one.output), asJson(other.output))
}

function reportInterim(result: ToolResult, fit: FitContext): void {
  inform('result-replaced', `a later result of the call "${result.callId}" replaces this interim one`, {
    ...fit,
    path: fit.pathOf(result),
  })
}

function reportUnfinished(result: ToolResult, fit: FitContext): void {
  inform(
    'result-unfinished',
    `the call "${result.callId}" has only an interim result; it is sent as the result`,
    { ...fit, path: fit.pathOf(result) },
  )
}

function orphanNote(result: ToolResult, fit: FitContext): Part[] {
  warn(
    'result-orphaned',
    `no call before this result has the id "${result.callId.slice(0, 80)}"; it becomes user text`,
    { ...fit, path: fit.pathOf(result) },
  )
  const name = result.name === '' ? 'a tool' : `the tool ${result.name}`
  const verb = result.isError ? 'failed' : 'returned'
  const text = `(An earlier call of ${name} ${verb}: ${outputText(result.output)})`
  const media =
    result.output.type === 'content' ? result.output.value.filter((part) => part.type === 'media') : []
  return [fit.derive(result, { type: 'text', text }), ...media]
}

function userMessage(parts: readonly Part[]): Message {
  return { role: 'user', parts }
}

/**
 * Returns the remaining parts of a message; in a tool message, parts other than results become a user
 * message.
 */
function remainder(message: Message, parts: readonly Part[], fit: FitContext): Message[] {
  if (hasSameItems(parts, message.parts) && (message.role !== 'tool' || parts.every(isClientResult)))
    return [message]
  if (parts.length === 0) return []
  if (message.role !== 'tool') return [fit.derive(message, { ...message, parts })]
  const results = parts.filter(isClientResult)
  const others = parts.filter((part) => !isClientResult(part))
  return [
    ...(results.length === 0 ? [] : [fit.derive(message, { ...message, parts: results })]),
    ...(others.length === 0 ? [] : [fit.derive(message, userMessage(others))]),
  ]
}

/**
 * Returns the one tool message that answers a turn: the following message itself, if it is already correct.
 */
function answers(
  { message, slots }: MessageToPair,
  index: number,
  messages: readonly Message[],
  pending: boolean,
  fit: FitContext,
): readonly Message[] {
  const results = gathered(slots, (slot) => resultOf(slot, pending, fit))
  if (results.length === 0) return []
  const next = messages[index + 1]
  if (next?.role === 'tool' && hasSameItems(next.parts, results)) return [next]
  const found = slots.flatMap((slot) => slot.answer ?? [])
  reportMoves(found, index + 1, fit)
  const holder = next?.role === 'tool' ? next : messages[found[0]?.message ?? -1]
  const base: Message = holder?.role === 'tool' ? holder : { role: 'tool', parts: [] }
  return [fit.derive(holder ?? message, { ...base, parts: results })]
}

function resultOf({ call, answer }: PendingCall, pending: boolean, fit: FitContext): ToolResult[] {
  if (answer !== undefined) {
    if (answer.result.preliminary === true) reportUnfinished(answer.result, fit)
    return [withIdOf(call, named(answer.result, call, fit), fit)]
  }
  if (pending) return []
  const isRunning = call.async === true
  const { id: callId, name, minted } = call
  warn('result-missing', `the call of ${name} has no result; one is inserted`, {
    ...fit,
    path: fit.pathOf(call),
  })
  const output: ToolOutput = isRunning
    ? { type: 'text', value: PENDING_RESULT }
    : { type: 'error-text', value: MISSING_RESULT }
  const type = 'tool-result' as const
  return [
    fit.derive(
      call,
      compact({ type, callId, name, output, isError: !isRunning, providerExecuted: false, minted }),
    ),
  ]
}

/**
 * Returns the result with the name of its call, since some wires pair by name. A missing name is filled in
 * without a notice.
 */
function named(result: ToolResult, { name }: ToolCall, fit: FitContext): ToolResult {
  if (result.name === name) return result
  if (result.name !== '')
    inform(
      'result-renamed',
      `the result has the name "${result.name}", its call has "${name}"; the name of the call is used`,
      { ...fit, path: `${fit.pathOf(result)}/name` },
    )
  return fit.derive(result, { ...result, name })
}

/**
 * Aligns a result's id with its call: wires with optional ids pair results without an id by order. Results
 * from the target wire itself are unchanged.
 */
function withIdOf({ minted: isCallMinted }: ToolCall, result: ToolResult, fit: FitContext): ToolResult {
  if (result.minted === isCallMinted || result.providerMetadata?.[fit.wire] !== undefined) return result
  const { minted: _minted, ...rest } = result
  return fit.derive(result, isCallMinted === undefined ? rest : { ...rest, minted: isCallMinted })
}

function reportMoves(found: readonly GivenResult[], place: number, fit: FitContext): void {
  found.forEach((answer, index) => {
    const before = found[index - 1]
    const inOrder = before === undefined || before.message !== answer.message || before.part < answer.part
    if (answer.message === place && inOrder) return
    inform(
      'result-moved',
      `the result of the call "${answer.result.callId}" is moved right after its call, in the order of the calls`,
      { ...fit, path: fit.pathOf(answer.result) },
    )
  })
}
