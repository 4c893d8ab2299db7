import type { Notice } from '../../base/model/context.js'
import type { StreamEvent } from '../../base/model/events.js'
import { isCut, isGoodEnd, outcomeOf, WITHHELD_WORDS } from '../../base/model/outcome.js'
import type { Finish, Outcome, ToolCall, ToolResult } from '../../base/model/types.js'
import type { ToolEvent } from '../../tools/events/event-types.js'
import type { Executor } from '../../tools/executor/executor-types.js'
import { pendingCalls } from '../../tools/pending.js'
import { approvalFor } from '../../tools/policy/approval.js'
import type { Approval, ApprovalRequest } from '../../tools/policy/policy-types.js'
import { pendingApprovals } from '../loop/approvals.js'
import { isBusy, type OpenCall, SessionCalls } from './session-calls.js'
import type { SessionMessages } from './session-messages.js'
import type { SessionOptions } from './session-types.js'
import { type ModelTurn, newTurn, type Turn, Turns } from './turns.js'

/** How calls are run and answered. */
export interface AnsweringOptions extends Pick<SessionOptions, 'context' | 'approve' | 'approvals'> {
  /** The wire id. */
  readonly wire: string
  readonly messages: SessionMessages
  readonly executor: Executor
  /** Says a result to the provider. */
  say(result: ToolResult): void
  /** Asks the provider for an answer. @returns whether the wire has a word for it. */
  respond(): boolean
  event(event: ToolEvent): void
  notice(notice: Notice): void
}

/** A call that was taken on. */
interface SeenCall {
  /** The connection that it came over, from 0. */
  connection: number
  /** Once it has one. */
  result?: ToolResult
}

const INTERRUPTED = 'The user interrupted: the call was cancelled.'
const STOPPED = 'The call was cancelled.'
const LOST = 'The session ended before the call was answered.'

/** The turns of a session: each call is run once and answered once, and then the model is asked to go on. */
export class Answering {
  readonly turns: Turns
  readonly #calls: SessionCalls
  readonly #seen = new Map<string, SeenCall>()
  #connection = 0
  #isLosing = false

  constructor(private readonly options: AnsweringOptions) {
    const { executor, context } = options
    this.turns = new Turns(() => options.respond())
    this.#calls = new SessionCalls(executor, context, {
      event: (event) => options.event(event),
      result: (open, result) => this.#hasResult(open, result),
    })
  }

  get approvals(): readonly ApprovalRequest[] {
    return this.#calls.approvals
  }

  /** Runs the calls that the given messages leave open, but those that wait for approval. */
  async restore(): Promise<void> {
    const { messages, approvals = [], approve } = this.options
    const requests = new Map(pendingApprovals(messages.all).map((request) => [request.callId, request]))
    const turn = newTurn(messages)
    turn.isOver = true
    const opened = pendingCalls(messages.all).map((call) => {
      this.#seen.set(call.id, { connection: this.#connection })
      return this.#calls.take(call, turn, { request: requests.get(call.id) })
    })
    this.#connection += 1
    const mayRun = ({ request }: OpenCall) =>
      request === undefined || approve !== undefined || approvalFor(approvals, request) !== undefined
    await Promise.all(opened.filter(mayRun).map((open) => this.#calls.run(open, approvals)))
  }

  /** Takes an event of a turn. */
  push(event: StreamEvent): void {
    const turn = this.turns.current ?? this.#begun(event)
    if (turn === undefined) return
    if (event.type === 'restart') this.#forget(turn)
    const isAgain =
      event.type === 'tool-call' && !event.call.providerExecuted && !this.#take(event.call, turn)
    if (!isAgain) turn.record.push(event)
    if (event.type === 'finish') this.#finish(turn, event.finish)
  }

  /** The user spoke into the answer. Its calls are answered no more. */
  interrupt(): void {
    const { current } = this.turns
    if (current === undefined) return
    current.end ??= 'interrupted'
    this.#end(({ turn }) => turn === current, INTERRUPTED)
  }

  /** The provider takes no answer to these any more. */
  cancelled(callIds: readonly string[]): void {
    for (const { turn } of this.#end(({ call }) => callIds.includes(call.id), INTERRUPTED))
      this.turns.settle(turn)
  }

  /** The client wants quiet. The provider still waits for answers. */
  stop(): void {
    const { current } = this.turns
    if (current !== undefined) current.end ??= 'stopped'
    this.turns.forget()
    for (const { call, turn } of this.#end((open) => isBusy(open) || open.request !== undefined, STOPPED)) {
      turn.end ??= 'stopped'
      if (call.status === 'complete') this.#sayResultOf(call)
    }
  }

  /** A result that was made elsewhere. @returns false if no call waits for it. */
  answer(result: ToolResult): boolean {
    const open = this.#calls.idle(result.callId)
    if (open !== undefined) this.#hasResult(open, result)
    return open !== undefined
  }

  approve(approval: Approval): boolean {
    return this.#calls.approve(approval)
  }

  /** The connection is going. What comes of calls now cannot be said over it. @returns whether that cuts anything. */
  losing(): boolean {
    const { current, isAsked } = this.turns
    this.#isLosing = true
    this.turns.lost()
    return current !== undefined || isAsked || this.#calls.isBusy
  }

  /** The connection is gone. Calls that wait for somebody go on waiting; the others end, and the next connection is told. */
  lost(): void {
    for (const { turn } of this.#end(isBusy, LOST)) {
      turn.isAnswered = true
      this.turns.settle(turn)
    }
    this.#isLosing = false
    this.#connection += 1
  }

  #begun(event: StreamEvent): ModelTurn | undefined {
    // An error outside of a turn is about something that was said here, maybe about `respond`.
    if (event.type === 'error') this.turns.refused(false)
    if (event.type === 'error' || event.type === 'finish') return undefined
    const { messages, wire } = this.options
    const turn = newTurn(messages.begin(wire, this.turns.isAsked))
    this.turns.begin(turn)
    return turn
  }

  /** @returns false for a call that came before. */
  #take(call: ToolCall, turn: Turn): boolean {
    // Equal calls without an id of their own get equal ids.
    const seen = call.minted === true ? undefined : this.#seen.get(call.id)
    if (seen !== undefined) this.#again(call, turn, seen)
    if (seen !== undefined) return false
    this.#seen.set(call.id, { connection: this.#connection })
    // A call runs when its turn has ended well.
    this.#calls.take(call, turn, { isHeld: true })
    return true
  }

  /** A provider that goes on with a session may make a call again that has its result: that is all it gets. */
  #again({ id, name }: ToolCall, turn: Turn, seen: SeenCall): void {
    const message = `the call "${id}" of ${name} came again; it is run once`
    this.options.notice({ code: 'call-repeated', severity: 'info', path: '', message })
    if (seen.result === undefined || seen.connection === this.#connection) return
    seen.connection = this.#connection
    this.options.say(seen.result)
    turn.isAnswered = true
  }

  /** All that came of the turn is void. */
  #forget(turn: Turn): void {
    for (const [{ call }] of this.#calls.end((open) => open.turn === turn, STOPPED))
      this.#seen.delete(call.id)
    turn.isAnswered = false
  }

  #finish(turn: ModelTurn, finish: Finish): void {
    this.options.messages.end()
    if (turn.end === undefined) this.#withhold(turn, outcomeOf(finish))
    else
      for (const { call } of this.#end((open) => open.turn === turn && isBusy(open), STOPPED))
        if (turn.end === 'stopped' && call.status === 'complete') this.#sayResultOf(call)
    if (!this.#isLosing) this.#calls.release(turn)
    this.turns.end()
  }

  /**
   * The calls of a turn that did not end well do not run. After a cut the provider still waits for their results; otherwise it has
   * dropped them.
   */
  #withhold(turn: ModelTurn, outcome: Outcome): void {
    if (isGoodEnd(outcome)) return
    const why = `The call was cancelled: ${WITHHELD_WORDS[outcome]}.`
    for (const { call } of this.#end((open) => open.turn === turn, why)) {
      if (isCut(outcome)) {
        this.#sayResultOf(call)
        turn.isAnswered = true
      }
      const message = `the call of ${call.name} was not run: ${WITHHELD_WORDS[outcome]}`
      this.options.notice({ code: 'call-not-run', severity: 'warning', path: '', message })
    }
  }

  #hasResult(open: OpenCall, result: ToolResult): void {
    const { turn, call } = open
    turn.record.answer(result)
    if (result.preliminary === true) return
    this.#calls.close(open)
    this.#keep(call, result)
    this.options.say(result)
    turn.isAnswered = true
    this.turns.settle(turn)
  }

  /** Ends calls here; the provider is told nothing. @returns those that ended. */
  #end(which: (open: OpenCall) => boolean, why: string): readonly OpenCall[] {
    return this.#calls.end(which, why).map(([open, result]) => {
      open.turn.record.answer(result)
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
