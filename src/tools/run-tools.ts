import { compact } from '../base/json/write-json.js'
import { expectList, expectOptions, type KnownOptions } from '../base/model/expect.js'
import type { AfterOptions } from '../base/model/outcome.js'
import type { Conversation, Message, ToolCall, ToolResult } from '../base/model/types.js'
import { expectCompleteCall } from './call-input.js'
import type { ToolContext, ToolContextOptions } from './context/context-types.js'
import { contextOf, runOf } from './context/tool-context.js'
import type { RunnableTool } from './define-tool.js'
import { messageOf } from './errors/thrown.js'
import { isToolError, ToolError } from './errors/tool-error.js'
import { failedResult } from './failed-result.js'
import { expectDistinct, toolOf, unknownTool } from './lookup.js'
import { toolOutputOf } from './output.js'
import { pendingCalls } from './pending.js'
import { type AnswerDeadline, expectDecision, guarded, permit } from './policy/permit.js'
import type { ApprovalHandler, ApprovalRequest, Policy } from './policy/policy-types.js'
import { earlierCall, isSameCall, sharedId } from './same-call.js'
import { startEach } from './start-each.js'
import { refusedResult, waitingResult } from './waiting-result.js'

/** Options for running calls. */
export interface RunOptions extends AfterOptions {
  /** A signal that aborts running tools. Calls that have not begun are answered as cancelled. */
  readonly signal?: AbortSignal | undefined
  /** The context of tools. Default: empty, with state in memory for this run. */
  readonly context?: ToolContext | ToolContextOptions | undefined
  /** Decides whether calls run. Default: all calls may run, except calls of tools with `requiresApproval`. */
  readonly policy?: Policy | undefined
  /** Asks for approval of a call. Default: the call waits. */
  readonly approve?: ApprovalHandler | undefined
}

/**
 * Runs all pending calls at once and returns their results in the order of the calls. A call that cannot be
 * run (broken or truncated, of an unknown tool, with invalid arguments) and a call whose tool throws get an
 * error result for the model. Provider-executed calls and calls of tools without `execute` are skipped;
 * `pendingCalls` lists the latter. A call that occurs twice is run once, and its result is returned twice. A
 * different call with the same id is an error.
 *
 * A call that needs approval runs only after `approve` allows it. Until then its result is preliminary, and
 * `pendingCalls` still lists it. For limits, timeouts, events and stored approvals use `createExecutor` of
 * `toolwire/tools`.
 * @param of the model's message, or the conversation that ends with it.
 * @returns the results; an empty list if no call is pending, so that the turn is over. The promise never
 * rejects.
 * @throws AdapterError for messages that are not canonical, a value that is not a list of tools, two tools of
 * the same name, and an unknown option.
 * @example
 * const results = await runTools(message, tools)
 * if (results.length > 0) messages.push(toolMessage(results))
 */
export function runTools(
  of: Message | readonly Message[] | Pick<Conversation, 'messages'>,
  tools: readonly RunnableTool[],
  options: RunOptions = {},
): Promise<ToolResult[]> {
  expectList(tools, ['runTools needs the tools', 'runTools(messages, [tool])'], '/tools')
  expectDistinct(tools)
  expectOptions(options, RUN, ['runTools', 'runTools(messages, tools, { signal })'])
  const { signal, context = {}, policy, approve, alsoAfter } = options
  const base = contextOf(context)
  const shared = signal === undefined ? base : base.derive({ signal })
  const first = new Map<string, RunningCall>()
  const called = pendingCalls(of, compact({ alsoAfter })).map((call) => ({ call, tool: toolOf(call, tools) }))
  const mine = called.filter(({ tool }) => tool === undefined || tool.execute !== undefined)
  return startEach(mine, async ({ call, tool }) => {
    const other = earlierCall(call, first)
    if (other !== undefined)
      return isSameCall(call, other.call) ? resultFor(call, other.result) : failedResult(call, sharedId(call))
    const result = runCall(call, tool, tools, { context: shared, policy, approve })
    first.set(call.id, { call, result })
    return result
  })
}

const RUN: KnownOptions<RunOptions> = {
  signal: true,
  context: true,
  policy: true,
  approve: true,
  alsoAfter: true,
}

/** Returns the result of an equal call as the result of this call. */
async function resultFor({ id }: ToolCall, other: Promise<ToolResult>): Promise<ToolResult> {
  const result = await other
  return result.callId === id ? result : { ...result, callId: id }
}

interface RunningCall {
  readonly call: ToolCall
  readonly result: Promise<ToolResult>
}

async function runCall(
  call: ToolCall,
  tool: RunnableTool | undefined,
  tools: readonly RunnableTool[],
  { context, policy, approve }: Pick<RunOptions, 'policy' | 'approve'> & { readonly context: ToolContext },
): Promise<ToolResult> {
  try {
    if (tool === undefined) throw noTool(call, tools)
    const whole = expectCompleteCall(call)
    expectWanted(context)
    const decide = async (request: ApprovalRequest) =>
      guarded('The approval handler', NO_LIMIT, async () => expectDecision(await approve?.(request, context)))
    const permission = await permit({ call: whole, tool, context }, { policy, scope: NO_LIMIT, decide })
    if (permission.type === 'waiting') return waitingResult(call, permission.request)
    if (permission.type === 'refused') return refusedResult(call, permission.reason)
    expectWanted(context)
    const { admitted } = permission
    return await toolOutputOf(
      tool,
      admitted.input,
      runOf(context, { call: admitted.call, signal: context.signal }),
    )
  } catch (thrown) {
    return failedResult(call, isToolError(thrown) ? thrown : wrapped(thrown), { thrown })
  }
}

/** The signal of the context reports to the deciding code that the answer is no longer needed. */
const NO_LIMIT: AnswerDeadline = { isOver: false, race: (work) => work }

function expectWanted({ signal }: ToolContext): void {
  if (signal.aborted)
    throw new ToolError('The call was cancelled before it began.', { category: 'cancelled' })
}

function noTool(call: ToolCall, tools: readonly RunnableTool[]): ToolError {
  const known = tools.filter(({ execute }) => execute !== undefined).map(({ name }) => name)
  return new ToolError(unknownTool(call, known), { category: 'tool_not_found' })
}

function wrapped(thrown: unknown): ToolError {
  return new ToolError(messageOf(thrown), { cause: thrown })
}
