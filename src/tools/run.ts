import type { Conversation, Message, ToolCall, ToolResult } from '../model/types.js'
import { contextOf, runOf } from './context/context.js'
import type { ToolContext, ToolContextOptions } from './context/types.js'
import type { RunnableTool } from './define.js'
import { messageOf } from './errors/thrown.js'
import { isToolError, ToolError } from './errors/tool-error.js'
import { failureOf } from './failure.js'
import { inputOf, wholeCall } from './input.js'
import { toolOf, unknownTool } from './lookup.js'
import { outputOf } from './output.js'
import { pendingCalls } from './pending.js'

/** How calls are run. */
export interface RunOptions {
  /** Tells running tools to stop; calls that have not begun then are answered as stopped. */
  readonly signal?: AbortSignal
  /** What tools are told and share. Default: an empty one, with a state in memory that lives as long as this run. */
  readonly context?: ToolContext | ToolContextOptions
}

/**
 * Runs every call that the client owes an answer to, all at once, and gives a result for each in the order of the calls.
 * A call that cannot be run (broken or cut off, of an unknown tool, with arguments that its schema refuses) and one whose
 * tool throws are answered with an error that the model can read. What the provider ran itself is left alone, and so are
 * calls of tools without `execute`, which someone else answers: `pendingCalls` lists them.
 * Limits, time, leave and events are for `createExecutor` of `toolwire/tools`.
 * @param of the model's message, or the conversation that ends with it.
 * @returns nothing when no call is owed an answer: then the turn is over. Never rejects.
 * @example
 * const results = await runTools(message, tools)
 * if (results.length > 0) messages.push(toolMessage(results))
 */
export function runTools(
  of: Message | readonly Message[] | Pick<Conversation, 'messages'>,
  tools: readonly RunnableTool[],
  { signal, context = {} }: RunOptions = {},
): Promise<ToolResult[]> {
  const base = contextOf(context)
  const shared = signal === undefined ? base : base.derive({ signal })
  const runs = pendingCalls(of).flatMap((call) => {
    const tool = toolOf(call, tools)
    return tool !== undefined && tool.execute === undefined ? [] : [runCall(call, tool, tools, shared)]
  })
  return Promise.all(runs)
}

async function runCall(
  call: ToolCall,
  tool: RunnableTool | undefined,
  tools: readonly RunnableTool[],
  context: ToolContext,
): Promise<ToolResult> {
  try {
    if (tool === undefined) throw noTool(call, tools)
    const whole = wholeCall(call)
    if (context.signal.aborted)
      throw new ToolError('The call was stopped before it began.', { category: 'cancelled' })
    const input = await inputOf(tool, whole)
    return await outputOf(tool, input, runOf(context, { call: whole, signal: context.signal }))
  } catch (thrown) {
    return failureOf(call, isToolError(thrown) ? thrown : wrapped(thrown), { thrown })
  }
}

function noTool(call: ToolCall, tools: readonly RunnableTool[]): ToolError {
  const known = tools.filter(({ execute }) => execute !== undefined).map(({ name }) => name)
  return new ToolError(unknownTool(call, known), { category: 'tool_not_found' })
}

function wrapped(thrown: unknown): ToolError {
  return new ToolError(messageOf(thrown), { cause: thrown })
}
