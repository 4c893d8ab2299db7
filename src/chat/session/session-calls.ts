import { compact } from '../../base/json/write-json.js'
import type { ToolCall, ToolResult } from '../../base/model/types.js'
import { ToolError } from '../../tools/errors/tool-error.js'
import type { ToolEvent } from '../../tools/events/event-types.js'
import type { Executor } from '../../tools/executor/executor-types.js'
import { failureOf } from '../../tools/failed-result.js'
import { approvalFor } from '../../tools/policy/approval.js'
import type { Approval, ApprovalRequest } from '../../tools/policy/policy-types.js'
import type { RunOptions } from '../../tools/run-tools.js'
import { startCalls } from '../loop/running-calls.js'
import type { Turn } from './turns.js'

/** A call that has no result yet. */
export interface OpenCall {
  readonly call: ToolCall
  readonly turn: Turn
  /** Aborts what runs for it. Absent for a call that is not run now. */
  abort?: AbortController | undefined
  /** What is asked while it waits for approval. */
  request?: ApprovalRequest | undefined
  /** The answer, until the call is run with it. */
  approval?: Approval | undefined
  /** Whether it waits for the end of its turn: one whose arguments did not arrive whole. Default: false. */
  isHeld?: boolean
}

/** What comes of calls. */
export interface CallsListener {
  event(event: ToolEvent): void
  /** The call is done, or waits for approval: then its result is preliminary. */
  result(open: OpenCall, result: ToolResult): void
}

const UNKNOWN = ' Whether it took effect is not known.'
const NOT_BEGUN = ' It was not run.'

/** Whether it runs, or waits for the end of its turn. Others wait for somebody: for approval, or for the client's answer. */
export function isBusy({ abort, isHeld = false }: OpenCall): boolean {
  return abort !== undefined || isHeld
}

/** The calls of a session that have no result yet. */
export class SessionCalls {
  readonly #open = new Map<string, OpenCall>()

  constructor(
    private readonly executor: Executor,
    private readonly context: RunOptions['context'],
    private readonly listener: CallsListener,
  ) {}

  /** The requests for approval that wait for an answer. */
  get approvals(): ApprovalRequest[] {
    return [...this.#open.values()].flatMap(({ request }) => request ?? [])
  }

  /** Whether a call runs, or waits for the end of its turn. */
  get isBusy(): boolean {
    return [...this.#open.values()].some(isBusy)
  }

  /** Takes on a call, and runs nothing. @param known what is known of it besides. */
  take(call: ToolCall, turn: Turn, known: Pick<OpenCall, 'request' | 'isHeld'> = {}): OpenCall {
    const open: OpenCall = { call, turn, ...known }
    this.#open.set(call.id, open)
    turn.open.add(call.id)
    return open
  }

  /** Runs the calls that waited for the end of their turn. The executor tells the model what is wrong with them. */
  release(turn: Turn): void {
    for (const open of this.#open.values()) if (open.turn === turn && open.isHeld) void this.run(open)
  }

  /** A call that is not run now: one of a tool without code, or one that waits for approval. */
  idle(callId: string): OpenCall | undefined {
    const open = this.#open.get(callId)
    return open?.abort === undefined ? open : undefined
  }

  /** Runs a call that waits, if the approval is for it. @returns whether it is. */
  approve(approval: Approval): boolean {
    const open = this.#open.get(approval.request.callId)
    if (open?.request === undefined || approvalFor([approval], open.request) === undefined) return false
    // Whoever is quick answers before the executor has let go of the call.
    if (open.abort === undefined) void this.run(open, [approval])
    else open.approval = approval
    return true
  }

  /** The call has its result, and nothing more is heard of it. */
  close({ call, turn }: OpenCall): void {
    turn.open.delete(call.id)
    this.#open.delete(call.id)
  }

  /** Ends calls. What runs for them is aborted. @returns them, each with the result that tells of it. */
  end(which: (open: OpenCall) => boolean, why: string): (readonly [OpenCall, ToolResult])[] {
    return [...this.#open.values()].filter(which).map((open) => {
      const isRunning = open.abort !== undefined
      const error = new ToolError(why + (isRunning ? UNKNOWN : NOT_BEGUN), { category: 'cancelled' })
      this.close(open)
      open.abort?.abort(error)
      return [open, failureOf(open.call, error)]
    })
  }

  /** Runs a call. Done when it has its result, or waits. */
  async run(open: OpenCall, approvals: readonly Approval[] = []): Promise<void> {
    const abort = new AbortController()
    const { context } = this
    open.abort = abort
    open.isHeld = false
    open.request = undefined
    const options = compact({ context, approvals, signal: abort.signal })
    const { events, results } = startCalls(this.executor, [open.call], options)
    for await (const event of events) {
      if (event.type === 'waiting') open.request = event.request
      if (event.type === 'decided' && event.decision.type !== 'wait') open.request = undefined
      this.listener.event(event)
    }
    const [result] = await results
    // Nothing is heard any more of one that was ended.
    if (this.#open.get(open.call.id) !== open) return
    open.abort = undefined
    if (result !== undefined) this.listener.result(open, result)
    const { approval, request } = open
    open.approval = undefined
    if (approval !== undefined && request !== undefined) await this.run(open, [approval])
  }
}
