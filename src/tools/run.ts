import type { Conversation, Message, ToolCall, ToolResult } from '../model/types.js'
import { contextOf, runOf } from './context/context.js'
import type { ToolContext, ToolContextOptions } from './context/types.js'
import type { RunnableTool } from './define.js'
import { messageOf } from './errors/thrown.js'
import { isToolError, ToolError } from './errors/tool-error.js'
import { failureOf } from './failure.js'
import { wholeCall } from './input.js'
import { toolOf, unknownTool } from './lookup.js'
import { outputOf } from './output.js'
import { pendingCalls } from './pending.js'
import { guarded, permit, type Waiting } from './policy/permit.js'
import type { ApprovalHandler, ApprovalRequest, Decision, Policy } from './policy/types.js'
import { isSameCall, sharedId } from './same-call.js'
import { refusedResult, waitingResult } from './unrun.js'

/** How calls are run. */
export interface RunOptions {
  /** Tells running tools to stop; calls that have not begun then are answered as stopped. */
  readonly signal?: AbortSignal
  /** What tools are told and share. Default: an empty one, with a state in memory that lives as long as this run. */
  readonly context?: ToolContext | ToolContextOptions
  /** Which calls may run. Default: all, but those of tools that ask for approval. */
  readonly policy?: Policy
  /** Asks somebody about a call that needs approval. Default: it waits. */
  readonly approve?: ApprovalHandler
}

/**
 * Runs every call that the client owes an answer to, all at once, and gives a result for each in the order of the calls.
 * A call that cannot be run (broken or cut off, of an unknown tool, with arguments that its schema refuses) and one whose
 * tool throws are answered with an error that the model can read. What the provider ran itself is left alone, and so are
 * calls of tools without `execute`, which someone else answers: `pendingCalls` lists them. A call that is there twice is run
 * once and has its result twice; another call with the same id is answered with an error.
 *
 * A call that needs approval is not run before `approve` gives it. Until then its result is preliminary and says that it
 * waits: `pendingCalls` still lists it, and when you run the conversation's calls again, it is asked for again.
 * Limits, time, events and approvals that outlive the process are for `createExecutor` of `toolwire/tools`.
 * @param of the model's message, or the conversation that ends with it.
 * @returns nothing when no call is owed an answer: then the turn is over. Never rejects.
 * @example
 * const results = await runTools(message, tools)
 * if (results.length > 0) messages.push(toolMessage(results))
 */
export function runTools(
  of: Message | readonly Message[] | Pick<Conversation, 'messages'>,
  tools: readonly RunnableTool[],
  { signal, context = {}, policy, approve }: RunOptions = {},
): Promise<ToolResult[]> {
  const base = contextOf(context)
  const shared = signal === undefined ? base : base.derive({ signal })
  const first = new Map<string, Run>()
  const runs = pendingCalls(of).flatMap((call) => {
    const tool = toolOf(call, tools)
    if (tool !== undefined && tool.execute === undefined) return []
    const other = first.get(call.id)
    if (other !== undefined)
      return isSameCall(call, other.call) ? other.result : failureOf(call, sharedId(call))
    const result = runCall(call, tool, tools, { context: shared, policy, approve })
    first.set(call.id, { call, result })
    return result
  })
  return Promise.all(runs)
}

interface Run {
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
    const whole = wholeCall(call)
    expectWanted(context)
    const decide = async (request: ApprovalRequest) =>
      (await guarded('The approval handler', NO_LIMIT, () => approve?.(request, context))) ?? WAIT
    const permission = await permit({ call: whole, tool, context }, { policy, scope: NO_LIMIT, decide })
    if (permission.type === 'waiting') return waitingResult(call)
    if (permission.type === 'refused') return refusedResult(call, permission.reason)
    expectWanted(context)
    const { admitted } = permission
    return await outputOf(
      tool,
      admitted.input,
      runOf(context, { call: admitted.call, signal: context.signal }),
    )
  } catch (thrown) {
    return failureOf(call, isToolError(thrown) ? thrown : wrapped(thrown), { thrown })
  }
}

const WAIT: Decision = { type: 'wait' }

/** Who decides is told by the signal of the context when nobody waits any more. */
const NO_LIMIT: Waiting = { isOver: false, race: (work) => work }

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
