import { isCallToAnswer } from '../../base/model/calls-to-answer.js'
import { toolMessage } from '../../base/model/create.js'
import { isGoodEnd, outcomeOf } from '../../base/model/outcome.js'
import type { Message, ModelResponse, ToolCall, ToolResult } from '../../base/model/types.js'
import type { Approval, ApprovalRequest } from '../../tools/policy/policy-types.js'
import { waitingResult } from '../../tools/waiting-result.js'
import type { ConversationState } from './conversation-store.js'
import type { CallOfTurn, ConversationEntry, ConversationRecord, SaidRecord } from './records.js'

/**
 * The state of a call.
 * - `open`: the call has not begun.
 * - `withheld`: the call does not run, because its turn did not end well.
 * - `waiting`: the call waits for approval.
 * - `running`: the call has begun, and its driver runs.
 * - `unknown`: the call has begun, and its driver ended without a result.
 * - `ended`: the call has a result.
 */
export type CallState = 'open' | 'withheld' | 'waiting' | 'running' | 'unknown' | 'ended'

/** A call in the record of a conversation. */
export interface RecordedCall {
  /** The number of the turn of the model, from 1. */
  readonly turn: number
  /** The call of the model. */
  readonly call: ToolCall
  /** The number of times that the tool of the call began. */
  readonly begun: number
  /** The fencing number of the driver that last began the call. */
  readonly beganBy?: number | undefined
  /** The time at which the call last began, in milliseconds since 1970. */
  readonly begunAt?: number | undefined
  /** The latest request for approval, if there was one. */
  readonly request?: ApprovalRequest | undefined
  /** The person's answer to the request. */
  readonly approval?: Approval | undefined
  /** True if the call began with the approval. Default: false. */
  readonly isApprovalUsed?: boolean | undefined
  /** The results, in order. Several results belong to equal calls with the same id. */
  readonly results: readonly ToolResult[]
}

type CallChange = { -readonly [Key in keyof RecordedCall]?: RecordedCall[Key] }

/** A turn of the model with its calls. */
interface TurnBlock {
  readonly type: 'turn'
  readonly turn: number
  readonly response: Pick<ModelResponse, 'message' | 'finish' | 'usage'>
  readonly calls: Map<string, RecordedCall>
  /** True if the turn was added as a message. Calls of this turn are finished once another turn follows. */
  readonly isGiven: boolean
}

/** A message other than an answer of the model. */
interface SaidBlock {
  readonly type: 'said'
  readonly message: Message
  readonly utterance: string | undefined
  /** True if the message did not begin a run. */
  readonly isSteering: boolean
}

/** The driver of a conversation. */
export interface Driver {
  readonly id: string
  /** The fencing number, which increases with each driver. */
  readonly fence: number
  /** The end of the lease, in milliseconds since 1970. */
  readonly until: number
}

/** A request to stop the running driver. */
interface StopRequest {
  readonly reason: string | undefined
  /** The end of the driver's lease at the first request, in milliseconds since 1970. */
  readonly until: number
}

/** The conversation that a list of records describes. */
export class Transcript {
  /** The number of entries so far. */
  length = 0
  /** The latest driver, until it releases the conversation. */
  driver: Driver | undefined
  /** The stop request that the running driver has not processed yet. Absent without a request. */
  stop: StopRequest | undefined
  readonly #blocks: (TurnBlock | SaidBlock)[] = []
  readonly #keys = new Set<string>()
  /** The number of the latest turn. */
  turns = 0
  #leaseLength = 0
  /** The number of blocks when the latest driver began. */
  #drivenFrom = 0
  #fence = 0
  /** True if a request was sent and not answered. */
  #isAsking = false
  /** True if a call ended after the latest turn began. */
  #hasNewResults = false
  #messages: Message[] | undefined

  /** Adds an entry. */
  push({ at, records }: ConversationEntry): void {
    this.length += 1
    for (const record of records) this.#add(record, at)
    // Each entry of a driver shows that the driver is alive.
    const { driver } = this
    if (driver !== undefined && records.some(isOfDriver))
      this.driver = { ...driver, until: Math.max(driver.until, at + this.#leaseLength) }
    this.#messages = undefined
  }

  /** The messages of the conversation. */
  get messages(): readonly Message[] {
    this.#messages ??= this.#blocks.flatMap(messagesOf)
    return this.#messages
  }

  /** The messages without an answer that the next answer replaces. */
  get messagesToSend(): readonly Message[] {
    return this.isCut ? this.#blocks.slice(0, -1).flatMap(messagesOf) : this.messages
  }

  /** The messages up to the user's last message, without the answers that the latest driver added. */
  get earlierMessages(): readonly Message[] {
    const messages = this.#blocks
      .filter(({ type }, index) => index < this.#drivenFrom || type === 'said')
      .flatMap(messagesOf)
    return messages.slice(0, messages.findLastIndex(({ role }) => role === 'user') + 1)
  }

  /** The answers since the message that began the run, with the results of their calls. */
  get answers(): readonly (Pick<TurnBlock, 'response'> & { readonly results: readonly ToolResult[] })[] {
    const first = this.#blocks.findLastIndex((block) => block.type === 'said' && !block.isSteering)
    return this.#blocks.slice(first + 1).flatMap((block) => {
      if (block.type === 'said') return []
      const { response, calls } = block
      return { response, results: [...calls.values()].flatMap(({ results }) => results) }
    })
  }

  /** All calls that the client answers, in order. */
  get calls(): readonly RecordedCall[] {
    return this.#blocks.flatMap((block) => (block.type === 'turn' ? [...block.calls.values()] : []))
  }

  /** The calls of the latest answer, after the calls of earlier answers that are not finished. */
  get latestCalls(): readonly RecordedCall[] {
    return [...this.earlierCalls, ...(this.#latest?.calls.values() ?? [])]
  }

  /**
   * The unfinished calls of earlier answers. In live sessions, the model continues while calls run or wait.
   */
  get earlierCalls(): readonly RecordedCall[] {
    const latest = this.#latest
    return this.#blocks.flatMap((block) =>
      block.type === 'said' || block === latest || block.isGiven
        ? []
        : [...block.calls.values()].filter(mayRunLater),
    )
  }

  /**
   * True if the model has to answer: there is a new user message or a new result, or the last answer was cut.
   */
  get isUnanswered(): boolean {
    const last = this.#blocks.at(-1)
    if (last === undefined || last.type === 'said' || this.#isAsking || this.#hasNewResults) return true
    return !isGoodEnd(outcomeOf(last.response.finish)) || last.calls.size > 0
  }

  /**
   * True if the model has to answer at the beginning of a live session, because of a user message or results.
   * An answer that was cut is continued only after a new user message.
   */
  get isDue(): boolean {
    const last = this.#blocks.findLast((block) => messagesOf(block).length > 0)
    if (last === undefined) return false
    if (last.type === 'said') return last.message.role !== 'system'
    const calls = [...last.calls.values()]
    const hasResults = this.#hasNewResults || calls.length > 0
    return hasResults && !calls.some(mayRunLater) && isGoodEnd(outcomeOf(last.response.finish))
  }

  /**
   * True if the last answer was cut before a call ended. The next answer to the same message replaces this
   * answer.
   */
  get isCut(): boolean {
    const last = this.#blocks.at(-1)
    if (last?.type !== 'turn' || isGoodEnd(outcomeOf(last.response.finish))) return false
    return [...last.calls.values()].every(({ results }) => results.length === 0)
  }

  /** Returns true if the conversation contains a message with this id. */
  hasKey(key: string): boolean {
    return this.#keys.has(key)
  }

  /** Returns the latest call with the id. */
  call(callId: string, turn?: number): RecordedCall | undefined {
    return this.#turnOf(callId, turn)?.calls.get(callId)
  }

  /** Returns true if the conversation has more than the first messages. */
  isLongerThan(messages: number): boolean {
    return this.#endOf(messages) !== -1
  }

  /** Returns the latest call that a request for approval is about, by the id of the request or of the call. */
  requested(id: string): RecordedCall | undefined {
    return this.calls.findLast(
      ({ call, request }) => request !== undefined && (request.id === id || call.id === id),
    )
  }

  /** Returns the state of a call. */
  stateOf({ call, results, request, approval, beganBy }: RecordedCall, now: number): CallState {
    if (results.length > 0) return 'ended'
    if (beganBy !== undefined)
      return this.isDriven(now) && beganBy === this.driver?.fence ? 'running' : 'unknown'
    if (request !== undefined && approval === undefined) return 'waiting'
    return call.withheld === undefined ? 'open' : 'withheld'
  }

  /** Returns true if a driver runs the conversation. */
  isDriven(now: number): boolean {
    return this.driver !== undefined && now <= this.driver.until
  }

  /** Returns true if the driver was asked to stop, within its lease at that time. */
  isStopping(now: number): boolean {
    return this.stop !== undefined && now <= this.stop.until
  }

  /** Returns the state of the conversation. */
  stateAt(now: number): ConversationState {
    if (this.isDriven(now)) return 'running'
    const states = new Set(this.latestCalls.map((call) => this.stateOf(call, now)))
    if (states.has('unknown')) return 'unknown'
    if (states.has('waiting')) return 'waiting'
    const last = this.#blocks.at(-1)
    if (this.#isAsking || states.has('open')) return 'cut'
    return last?.type === 'turn' && !isGoodEnd(outcomeOf(last.response.finish)) ? 'cut' : 'idle'
  }

  /** The latest answer with content. */
  get #latest(): TurnBlock | undefined {
    return this.#blocks.findLast(
      (block): block is TurnBlock => block.type === 'turn' && block.response.message.parts.length > 0,
    )
  }

  #turnOf(callId: string, turn: number | undefined): TurnBlock | undefined {
    return this.#blocks.findLast(
      (one): one is TurnBlock =>
        one.type === 'turn' && (turn === undefined || one.turn === turn) && one.calls.has(callId),
    )
  }

  #add(record: ConversationRecord, at: number): void {
    switch (record.type) {
      case 'said':
        if (record.key !== undefined) this.#keys.add(record.key)
        this.#say(record, at)
        break
      case 'asked':
        this.#isAsking = true
        this.#hasNewResults = false
        break
      case 'answered':
        if (record.turn === undefined) this.#dropCut()
        this.#answer(record.response, record.turn)
        this.#isAsking = false
        break
      case 'stopped':
        if (this.isDriven(at)) this.stop ??= { reason: record.reason, until: this.driver?.until ?? at }
        break
      case 'rewound':
        this.#rewind(record.messages)
        break
      case 'driven':
        this.#drive(record.driver, record.until, at)
        break
      case 'released':
        if (this.driver?.id === record.driver) this.driver = undefined
        this.stop = undefined
        break
      default:
        this.#change(record, at)
    }
  }

  #drive(id: string, until: number, at: number): void {
    if (this.driver?.id !== id) {
      this.#fence += 1
      this.stop = undefined
      this.#drivenFrom = this.#blocks.length
    }
    this.#leaseLength = until - at
    this.driver = { id, fence: this.#fence, until }
  }

  #change(record: Extract<ConversationRecord, CallOfTurn>, at: number): void {
    const { turn, callId } = record
    const calls = this.#turnOf(callId, turn)?.calls
    const known = calls?.get(callId)
    if (known !== undefined) calls?.set(callId, { ...known, ...this.#changeOf(record, known, at) })
  }

  #changeOf(record: Extract<ConversationRecord, CallOfTurn>, known: RecordedCall, at: number): CallChange {
    switch (record.type) {
      case 'call-begun':
        return { begun: known.begun + 1, beganBy: this.#fence, begunAt: at }
      case 'call-ended':
        this.#hasNewResults = true
        return { results: [...known.results, record.result], beganBy: undefined }
      case 'call-retried':
        return { beganBy: undefined, isApprovalUsed: false }
      case 'approval-asked':
        return { request: record.request, approval: undefined, isApprovalUsed: false, beganBy: undefined }
      case 'approval-answered':
        return { approval: record.approval }
      case 'approval-used':
        return { isApprovalUsed: true }
    }
  }

  #say(record: SaidRecord, at: number): void {
    const { message } = record
    if (message.role === 'assistant')
      this.#answer({ message, finish: { reason: 'stop', outcome: 'complete' } }, undefined, true)
    else {
      const parts = message.parts.filter((part) => part.type !== 'tool-result' || !this.#result(part, at))
      if (parts.length > 0) this.#place(record, { ...message, parts })
    }
  }

  #place({ utterance, beforeTurn, isSteering = false }: SaidRecord, message: Message): void {
    const block = { type: 'said' as const, message, utterance, isSteering }
    const isSame = (one: TurnBlock | SaidBlock) => one.type === 'said' && one.utterance === utterance
    const known = utterance === undefined ? -1 : this.#blocks.findIndex(isSame)
    const before = beforeTurn === undefined ? -1 : this.#positionOf(beforeTurn)
    if (known !== -1) this.#blocks[known] = block
    else this.#blocks.splice(before === -1 ? this.#blocks.length : before, 0, block)
  }

  /** Adds the result to its call. Returns false if the latest answer does not have the call. */
  #result(result: ToolResult, at: number): boolean {
    const known = this.latestCalls.findLast(({ call }) => call.id === result.callId)
    if (known === undefined) return false
    this.#change({ type: 'call-ended', turn: known.turn, callId: result.callId, result }, at)
    return true
  }

  #answer(response: TurnBlock['response'], turn = this.turns + 1, isGiven = false): void {
    const calls = new Map<string, RecordedCall>()
    for (const part of response.message.parts)
      if (isCallToAnswer(part))
        calls.set(part.id, this.call(part.id, turn) ?? { turn, call: part, begun: 0, results: [] })
    const block: TurnBlock = { type: 'turn', turn, response, calls, isGiven }
    const known = this.#positionOf(turn)
    if (known !== -1) this.#blocks[known] = block
    // A turn that was removed while it was running stays removed.
    if (turn <= this.turns) return
    this.turns = turn
    // Results that came after the request are new to the model.
    if (!this.#isAsking) this.#hasNewResults = false
    this.#blocks.push(block)
  }

  #positionOf(turn: number): number {
    return this.#blocks.findIndex((block) => block.type === 'turn' && block.turn === turn)
  }

  /** Removes an answer that was cut, because the model answered again without a new message of the user. */
  #dropCut(): void {
    if (this.isCut) this.#blocks.pop()
  }

  #rewind(messages: number): void {
    const end = this.#endOf(messages)
    if (end !== -1) this.#blocks.splice(end)
    this.#drivenFrom = Math.min(this.#drivenFrom, this.#blocks.length)
    this.#isAsking = false
  }

  /** Returns the first block that does not belong to the first messages. An answer and its results belong together. */
  #endOf(messages: number): number {
    let count = 0
    return this.#blocks.findIndex((block) => {
      const isAfter = count >= messages
      count += messagesOf(block).length
      return isAfter || count > messages
    })
  }
}

/** Records that only the running driver adds. */
const OF_DRIVER: ReadonlySet<string> = new Set(['asked', 'answered', 'call-begun', 'approval-asked'])

function isOfDriver({ type }: ConversationRecord): boolean {
  return OF_DRIVER.has(type)
}

/** Returns true for a call that may still run or wait. */
export function mayRunLater({ call, results }: RecordedCall): boolean {
  return results.length === 0 && call.withheld === undefined
}

function messagesOf(block: TurnBlock | SaidBlock): readonly Message[] {
  if (block.type === 'said') return [block.message]
  const { message } = block.response
  const results = [...block.calls.values()].flatMap(resultsOf)
  const answer = message.parts.length > 0 ? [message] : []
  return results.length > 0 ? [...answer, toolMessage(results)] : answer
}

function resultsOf({ call, results, request, isApprovalUsed }: RecordedCall): readonly ToolResult[] {
  if (results.length > 0) return results
  return request === undefined || isApprovalUsed === true ? [] : [waitingResult(call, request)]
}
