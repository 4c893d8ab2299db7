import type { Notice } from '../../base/model/context.js'
import type { StreamEvent } from '../../base/model/events.js'
import { isGoodEnd, isTruncatedOutcome, outcomeOf, WITHHELD_WORDS } from '../../base/model/outcome.js'
import type { Finish, Outcome, ToolCall, ToolResult } from '../../base/model/types.js'
import type { ToolEvent } from '../../tools/events/event-types.js'
import type { Executor } from '../../tools/executor/executor-types.js'
import { pendingCalls } from '../../tools/pending.js'
import { approvalFor } from '../../tools/policy/approval.js'
import type { Approval, ApprovalRequest } from '../../tools/policy/policy-types.js'
import { earlierCall } from '../../tools/same-call.js'
import type { RecordedCall } from '../conversation/transcript.js'
import { pendingApprovals } from '../loop/approvals.js'
import { isBusy, type SessionCall, SessionCalls } from './session-calls.js'
import type { SessionMessages } from './session-messages.js'
import type { SessionRecord } from './session-record.js'
import type { SessionOptions } from './session-types.js'
import { type ModelTurn, newTurn, type SessionTurn, Turns } from './turns.js'

/** Options for running and answering calls. */
export interface AnsweringOptions extends Pick<SessionOptions, 'context' | 'approve' | 'approvals'> {
  /** The wire id. */
  readonly wire: string
  readonly messages: SessionMessages
  readonly executor: Executor
  /** The record of a stored conversation. Default: none. */
  readonly record?: SessionRecord | undefined
  /** Sends a result to the provider. */
  say(result: ToolResult): void
  /**
   * Requests an answer from the provider.
   * @returns false if the wire has no message for this request.
   */
  respond(): boolean
  event(event: ToolEvent): void
  notice(notice: Notice): void
}

/** A call that was received. */
interface SeenCall {
  /** The number of the connection that delivered the call, from 0. */
  connection: number
  /** The result, once the call has one. */
  result?: ToolResult
}

const INTERRUPTED = 'The user interrupted: the call was cancelled.'
const STOPPED = 'The call was cancelled.'
const LOST = 'The session ended before the call was answered.'

/** Runs and answers the calls of a session, each once, and then requests the next answer of the model. */
export class Answering {
  readonly turns: Turns
  readonly #calls: SessionCalls
  readonly #seen = new Map<string, SeenCall>()
  #connection = 0
  #isLosing = false

  constructor(private readonly options: AnsweringOptions) {
    const { executor, context, record } = options
    this.turns = new Turns(() => options.respond())
    const listener = {
      event: (event: ToolEvent) => options.event(event),
      result: (open: SessionCall, result: ToolResult) => this.#hasResult(open, result),
    }
    this.#calls = new SessionCalls(executor, context, listener, record)
  }

  get approvals(): readonly ApprovalRequest[] {
    return this.#calls.approvals
  }

  /** Runs the open calls of the given messages, except for calls that wait for approval. */
  async restore(): Promise<void> {
    const { messages, approvals = [] } = this.options
    const requests = new Map(pendingApprovals(messages.all).map((request) => [request.callId, request]))
    const turn = newTurn(messages)
    const opened = pendingCalls(messages.all).map((call) => this.#reopen(call, turn, requests.get(call.id)))
    await this.#runReopened(opened, approvals)
  }

  /** Runs the open calls of the stored conversation, except for calls that wait for approval. */
  async restoreRecorded(record: SessionRecord): Promise<void> {
    const { messages, approvals = [] } = this.options
    const { unfinished } = record
    const earlier = new Map<string, RecordedCall>()
    const opened = unfinished.calls.flatMap((known): SessionCall[] => {
      const { call, turn: number, request } = known
      if (earlierCall(call, earlier) !== undefined) return []
      earlier.set(call.id, known)
      const turn = newTurn({ number, answer: (result) => messages.answer(result) })
      return [this.#reopen(call, turn, request)]
    })
    await this.#runReopened(opened, [...unfinished.approvals, ...approvals])
    await record.answerTwins()
    if (record.isDue) this.turns.want()
  }

  /** Processes the records of other processes about waiting calls. */
  look(record: SessionRecord): void {
    for (const open of this.#calls.waiting) {
      const { results = [], approval, isApprovalUsed } = record.stateOf(open.call, open.turn) ?? {}
      const [result] = results
      if (result !== undefined) this.#hasResult(open, result)
      else if (approval !== undefined && isApprovalUsed !== true) this.#calls.approve(approval)
    }
  }

  /** Processes an event of a turn. */
  push(event: StreamEvent): void {
    const turn = this.turns.current ?? this.#begun(event)
    if (turn === undefined) return
    if (event.type === 'restart') this.#forget(turn)
    const isAgain =
      event.type === 'tool-call' && !event.call.providerExecuted && !this.#take(event.call, turn)
    if (!isAgain) turn.record.push(event)
    if (event.type === 'finish') this.#finish(turn, event.finish)
  }

  /** Ends the calls of an answer that the user interrupted. Their results are not sent. */
  interrupt(): void {
    const { current } = this.turns
    if (current === undefined) return
    current.end ??= 'interrupted'
    this.#end(({ turn }) => turn === current, INTERRUPTED)
  }

  /** Ends calls for which the provider no longer accepts results. */
  cancelled(callIds: readonly string[]): void {
    for (const { turn } of this.#end(({ call }) => callIds.includes(call.id), INTERRUPTED))
      this.turns.settle(turn)
  }

  /**
   * Stops the calls of the current answer and answers them as cancelled, since the provider still waits for
   * results.
   */
  stop(): void {
    const { current } = this.turns
    if (current !== undefined) current.end ??= 'stopped'
    this.turns.forget()
    for (const { call, turn } of this.#end((open) => isBusy(open) || open.request !== undefined, STOPPED)) {
      turn.end ??= 'stopped'
      if (call.status === 'complete') this.#sayResultOf(call)
    }
  }

  /**
   * Processes a result from the client.
   * @returns false if no call waits for the approval.
   */
  answer(result: ToolResult): boolean {
    const open = this.#calls.idle(result.callId)
    if (open !== undefined) this.#hasResult(open, result)
    return open !== undefined
  }

  approve(approval: Approval): boolean {
    return this.#calls.approve(approval)
  }

  /**
   * Prepares for the loss of the connection, over which results can no longer be sent.
   * @returns true if the loss interrupts an answer.
   */
  losing(): boolean {
    const { current, isAsked } = this.turns
    this.#isLosing = true
    this.turns.lost()
    return current !== undefined || isAsked || this.#calls.isBusy
  }

  /**
   * Handles the loss of the connection. Calls that wait for a person or the client continue to wait. Other
   * calls end, and their results are sent over the next connection.
   */
  lost(): void {
    for (const { turn } of this.#end(isBusy, LOST)) {
      turn.isAnswered = true
      this.turns.settle(turn)
    }
    this.#isLosing = false
    this.#connection += 1
  }

  #reopen(call: ToolCall, turn: SessionTurn, request: ApprovalRequest | undefined): SessionCall {
    turn.isOver = true
    this.#seen.set(call.id, { connection: this.#connection })
    return this.#calls.take(call, turn, { request })
  }

  async #runReopened(opened: readonly SessionCall[], approvals: readonly Approval[]): Promise<void> {
    const { approve } = this.options
    this.#connection += 1
    const mayRun = ({ request }: SessionCall) =>
      request === undefined || approve !== undefined || approvalFor(approvals, request) !== undefined
    await Promise.all(opened.filter(mayRun).map((open) => this.#calls.run(open, approvals)))
  }

  #begun(event: StreamEvent): ModelTurn | undefined {
    // An error outside of a turn refers to a sent message, which may be `respond`.
    if (event.type === 'error') this.turns.refused(false)
    if (event.type === 'error' || event.type === 'finish') return undefined
    const { messages, wire, record } = this.options
    const turn = newTurn(messages.begin(wire, this.turns.isAsked))
    this.turns.begin(turn)
    record?.begun(turn)
    return turn
  }

  /**
   * Registers a call.
   * @returns false for a call that was already received.
   */
  #take(call: ToolCall, turn: SessionTurn): boolean {
    // Equal calls without a provider id get equal ids.
    const seen = call.minted === true ? undefined : this.#seen.get(call.id)
    if (seen !== undefined) this.#again(call, turn, seen)
    if (seen !== undefined) return false
    this.#seen.set(call.id, { connection: this.#connection })
    // A call runs after its turn has ended normally.
    this.#calls.take(call, turn, { isHeld: true })
    return true
  }

  /**
   * Sends the result of a repeated call again. A provider that resumes a session may repeat a call that
   * already has its result.
   */
  #again({ id, name }: ToolCall, turn: SessionTurn, seen: SeenCall): void {
    const message = `the call "${id}" of ${name} came again; it is run once`
    this.options.notice({ code: 'call-repeated', severity: 'info', path: '', message })
    if (seen.result === undefined || seen.connection === this.#connection) return
    seen.connection = this.#connection
    this.options.say(seen.result)
    turn.isAnswered = true
  }

  /** Discards all results of the turn. */
  #forget(turn: SessionTurn): void {
    for (const [{ call }] of this.#calls.end((open) => open.turn === turn, STOPPED))
      this.#seen.delete(call.id)
    turn.isAnswered = false
  }

  #finish(turn: ModelTurn, finish: Finish): void {
    this.options.messages.end()
    this.options.record?.finished(turn)
    if (turn.end === undefined) this.#withhold(turn, outcomeOf(finish))
    else
      for (const { call } of this.#end((open) => open.turn === turn && isBusy(open), STOPPED))
        if (turn.end === 'stopped' && call.status === 'complete') this.#sayResultOf(call)
    if (!this.#isLosing) this.#calls.release(turn)
    this.turns.end()
  }

  /**
   * Withholds the calls of a turn that did not end normally. After a truncated turn the provider still waits
   * for their results; otherwise the provider has dropped the calls.
   */
  #withhold(turn: ModelTurn, outcome: Outcome): void {
    if (isGoodEnd(outcome)) return
    const why = `The call was cancelled: ${WITHHELD_WORDS[outcome]}.`
    for (const { call } of this.#end((open) => open.turn === turn, why)) {
      if (isTruncatedOutcome(outcome)) {
        this.#sayResultOf(call)
        turn.isAnswered = true
      }
      const message = `the call of ${call.name} was not run: ${WITHHELD_WORDS[outcome]}`
      this.options.notice({ code: 'call-not-run', severity: 'warning', path: '', message })
    }
  }

  #hasResult(open: SessionCall, result: ToolResult): void {
    const { turn, call } = open
    turn.record.answer(result)
    if (result.preliminary === true) return
    this.options.record?.answered(turn.record, result)
    this.#calls.close(open)
    this.#keep(call, result)
    this.options.say(result)
    turn.isAnswered = true
    this.turns.settle(turn)
  }

  /**
   * Ends calls without a message to the provider.
   * @returns the calls that ended.
   */
  #end(which: (open: SessionCall) => boolean, why: string): readonly SessionCall[] {
    return this.#calls.end(which, why).map(([open, result]) => {
      open.turn.record.answer(result)
      this.options.record?.answered(open.turn.record, result)
      this.#keep(open.call, result)
      return open
    })
  }

  #keep({ id }: ToolCall, result: ToolResult): void {
    const seen = this.#seen.get(id)
    if (seen !== undefined) seen.result = result
  }

  #sayResultOf({ id }: ToolCall): void {
    const result = this.#seen.get(id)?.result
    if (result !== undefined) this.options.say(result)
  }
}
