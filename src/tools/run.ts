import { type CompleteToolCall, errorResult, toolResult } from '../model/create.js'
import type { Conversation, Message, ToolCall, ToolCallStatus, ToolResult } from '../model/types.js'
import { type Checked, checkByJsonSchema, checkedBy } from './check.js'
import type { RunnableTool } from './define.js'
import { pendingCalls } from './pending.js'

/** How calls are run. */
export interface RunOptions {
  /** Tells running tools to stop; calls that have not begun then are answered as stopped. */
  readonly signal?: AbortSignal
}

/**
 * Runs every call that the client owes an answer to, all at once, and gives a result for each in the order of the calls.
 * A call that cannot be run (broken or cut off, of an unknown tool, with arguments that its schema refuses) and one whose
 * tool throws are answered with an error that the model can read. What the provider ran itself is left alone, and so are
 * calls of tools without `execute`, which someone else answers: `pendingCalls` lists them.
 * @param of the model's message, or the conversation that ends with it.
 * @returns nothing when no call is owed an answer: then the turn is over. Never rejects.
 * @example
 * const results = await runTools(message, tools)
 * if (results.length > 0) messages.push(toolMessage(results))
 */
export function runTools(
  of: Message | readonly Message[] | Pick<Conversation, 'messages'>,
  tools: readonly RunnableTool[],
  { signal = NEVER }: RunOptions = {},
): Promise<ToolResult[]> {
  const runs = pendingCalls(of).flatMap((call) => {
    const tool = toolOf(call, tools)
    return tool !== undefined && tool.execute === undefined ? [] : [runCall(call, tool, tools, signal)]
  })
  return Promise.all(runs)
}

const NEVER = new AbortController().signal

/** A function by its name; a tool of the vendor also by its kind, for not all of their calls are named like them. */
function toolOf(call: ToolCall, tools: readonly RunnableTool[]): RunnableTool | undefined {
  const namesakes = tools.filter(({ name }) => name === call.name)
  const isInNamespace = (tool: RunnableTool) => 'namespace' in tool && tool.namespace?.name === call.namespace
  const named = namesakes.find(isInNamespace) ?? (namesakes.length === 1 ? namesakes[0] : undefined)
  return named ?? tools.find((tool) => 'kind' in tool && tool.kind === call.kind)
}

async function runCall(
  call: ToolCall,
  tool: RunnableTool | undefined,
  tools: readonly RunnableTool[],
  signal: AbortSignal,
): Promise<ToolResult> {
  if (tool === undefined) return errorResult(call, unknownTool(call, tools))
  if (call.status !== 'complete') return errorResult(call, BROKEN[call.status])
  if (signal.aborted) return errorResult(call, 'The call was stopped before it began.')
  try {
    const checked = await check(tool, call)
    if ('problems' in checked) return errorResult(call, refused(call, checked.problems))
    return resultOf(call, await execute(tool, checked.input, call, signal))
  } catch (error) {
    return failed(call, error)
  }
}

/** Whatever was thrown, also what has no JSON. */
function failed(call: ToolCall, error: unknown): ToolResult {
  try {
    return errorResult(call, error)
  } catch {
    return errorResult(call, String(error))
  }
}

/** What the model reads of a call that cannot be run as it is. */
const BROKEN: Readonly<Record<Exclude<ToolCallStatus, 'complete'>, string>> = {
  malformed: 'The arguments are not valid JSON. Call the tool again with valid JSON.',
  truncated:
    'The arguments were cut off before their end. Call the tool again, with shorter arguments if need be.',
  'not-object': 'The arguments are not a JSON object. Call the tool again with an object.',
}

function unknownTool({ name }: ToolCall, tools: readonly RunnableTool[]): string {
  const known = tools.filter(({ execute }) => execute !== undefined).map((tool) => tool.name)
  return `There is no tool "${name}". ${known.length === 0 ? 'There are none' : `There are: ${known.join(', ')}`}.`
}

function refused({ name }: ToolCall, problems: readonly string[]): string {
  return [
    `The arguments of ${name} do not fit its schema. Correct them and call it again.`,
    ...problems,
  ].join('\n')
}

function check(tool: RunnableTool, call: CompleteToolCall): Checked | Promise<Checked> {
  if (tool.validate !== undefined) return checkedBy(tool.validate(call.arguments))
  const isChecked = tool.type === 'function' && tool.parameters !== undefined && call.kind !== 'custom'
  return isChecked ? checkByJsonSchema(tool.parameters, call.arguments) : { input: call.arguments }
}

/** The input is what the tool's own schema let through. */
function execute(tool: RunnableTool, input: unknown, call: CompleteToolCall, signal: AbortSignal): unknown {
  const run: { execute?(input: unknown, run: object): unknown } = tool
  return run.execute?.(input, { call, signal })
}

function resultOf(call: ToolCall, value: unknown): ToolResult {
  return isResult(value) && value.callId === call.id ? value : toolResult(call, value)
}

function isResult(value: unknown): value is ToolResult {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'tool-result'
}
