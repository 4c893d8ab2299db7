import { compact } from '../../base/json/write-json.js'
import type { ToolCall, ToolResult } from '../../base/model/types.js'
import { ToolError } from '../../tools/errors/tool-error.js'
import type { ToolEvent } from '../../tools/events/event-types.js'
import type { ExecuteOptions, Executor } from '../../tools/executor/executor-types.js'
import { failedResult } from '../../tools/failed-result.js'
import { approvalFor } from '../../tools/policy/approval.js'
import type { Approval, ApprovalRequest } from '../../tools/policy/policy-types.js'
import type { RunOptions } from '../../tools/run-tools.js'
import { recordBeginnings } from '../loop/recorded-calls.js'
import { startCalls } from '../loop/running-calls.js'
import type { SessionRecord } from './session-record.js'
import type { SessionTurn } from './turns.js'

/** A call without a result so far. */
export interface SessionCall {
  readonly call: ToolCall
  readonly turn: SessionTurn
  /** Aborts the running call. Absent if the call is not running. */
  abort?: AbortController | undefined
  /** The request, while the call waits for approval. */
  request?: ApprovalRequest | undefined
  /** The answer, until the call is run with it. */
  approval?: Approval | undefined
  /**
   * True if the call waits for the end of its turn because its arguments did not arrive completely. Default:
   * false.
   */
  isHeld?: boolean
}

/** Receives the events and results of calls. */
export interface CallsListener {
  event(event: ToolEvent): void
  /** Receives the result of a call, preliminary if the call waits for approval. */
  result(open: SessionCall, result: ToolResult): void
}

const UNKNOWN = ' Whether it took effect is not known.'
const NOT_BEGUN = ' It was not run.'

/**
 * Returns true if the call runs, or waits for the end of its turn. Other calls wait for approval or for the
 * client's answer.
 */
export function isBusy({ abort, isHeld = false }: SessionCall): boolean {
  return abort !== undefined || isHeld
}

/** The calls of a session without a result so far. */
export class SessionCalls {
  readonly #open = new Map<string, SessionCall>()

  constructor(
    private readonly executor: Executor,
    private readonly context: RunOptions['context'],
    private readonly listener: CallsListener,
    private readonly record: SessionRecord | undefined,
  ) {}

  /** The calls that wait for approval or for the client's answer. */
  get waiting(): SessionCall[] {
    return [...this.#open.values()].filter((open) => !isBusy(open))
  }

  /** The requests that wait for approval. */
  get approvals(): ApprovalRequest[] {
    return [...this.#open.values()].flatMap(({ request }) => request ?? [])
  }

  /** True if a call runs, or waits for the end of its turn. */
  get isBusy(): boolean {
    return [...this.#open.values()].some(isBusy)
  }

  /**
   * Registers a call without running it.
   * @param known further facts about the call.
   */
  take(call: ToolCall, turn: SessionTurn, known: Pick<SessionCall, 'request' | 'isHeld'> = {}): SessionCall {
    const open: SessionCall = { call, turn, ...known }
    this.#open.set(call.id, open)
    turn.open.add(call.id)
    return open
  }

  /**
   * Runs the calls that waited for the end of their turn. The executor reports their problems to the model.
   */
  release(turn: SessionTurn): void {
    for (const open of this.#open.values()) if (open.turn === turn && open.isHeld) void this.run(open)
  }

  /**
   * Returns a call that is not running: a call of a tool without `execute`, or a call that waits for
   * approval.
   */
  idle(callId: string): SessionCall | undefined {
    const open = this.#open.get(callId)
    return open?.abort === undefined ? open : undefined
  }

  /**
   * Runs a waiting call if the approval belongs to it.
   * @returns true if the approval belongs to a waiting call.
   */
  approve(approval: Approval): boolean {
    const open = this.#open.get(approval.request.callId)
    if (open?.request === undefined || approvalFor([approval], open.request) === undefined) return false
    // The answer may arrive before the executor has released the call.
    if (open.abort === undefined) void this.run(open, [approval])
    else open.approval = approval
    return true
  }

  /** Removes a call that has a result. */
  close({ call, turn }: SessionCall): void {
    turn.open.delete(call.id)
    this.#open.delete(call.id)
  }

  /**
   * Ends calls and aborts their work.
   * @returns the calls, each with a result that reports the end.
   */
  end(which: (open: SessionCall) => boolean, why: string): (readonly [SessionCall, ToolResult])[] {
    return [...this.#open.values()].filter(which).map((open) => {
      const isRunning = open.abort !== undefined
      const error = new ToolError(why + (isRunning ? UNKNOWN : NOT_BEGUN), { category: 'cancelled' })
      this.close(open)
      open.abort?.abort(error)
      return [open, failedResult(open.call, error)]
    })
  }

  /** Runs a call. Resolves when the call has a result or waits. */
  async run(open: SessionCall, approvals: readonly Approval[] = []): Promise<void> {
    const abort = new AbortController()
    const { context } = this
    open.abort = abort
    open.isHeld = false
    open.request = undefined
    const recorded = this.record && (await this.#recorded(this.record, open, approvals))
    if (abort.signal.aborted || (this.record !== undefined && recorded === undefined)) return
    const options = { ...compact({ context, approvals, signal: abort.signal }), ...recorded }
    const { events, results } = startCalls(this.executor, [open.call], options)
    this.record?.hold(results)
    for await (const event of events) {
      if (event.type === 'waiting') open.request = event.request
      if (event.type === 'decided' && event.decision.type !== 'wait') open.request = undefined
      this.listener.event(event)
    }
    const [result] = await results
    // Results of ended calls are ignored.
    if (this.#open.get(open.call.id) !== open) return
    open.abort = undefined
    if (result !== undefined) this.listener.result(open, result)
    const { approval, request } = open
    open.approval = undefined
    if (approval !== undefined && request !== undefined) await this.run(open, [approval])
  }

  /** Returns the journal and the approvals of a call; undefined if the call must not run. */
  async #recorded(
    record: SessionRecord,
    open: SessionCall,
    approvals: readonly Approval[],
  ): Promise<Pick<ExecuteOptions, 'journal' | 'approvals'> | undefined> {
    try {
      const options = await record.prepare(open.call, open.turn, approvals)
      await recordBeginnings(this.executor, options.journal, [open.call])
      return options
    } catch {
      // Another process ended the call, or the session ends.
      open.abort = undefined
      return undefined
    }
  }
}
