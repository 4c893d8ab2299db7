import type { ToolCall, ToolDefinition } from '../base/model/types.js'
import type { RunnableTool } from './define-tool.js'
import type { CallOutcome } from './executor/executor-types.js'

/**
 * Finds the tool of a call: a function by its name; a vendor tool also by its kind, because not all are
 * called by name.
 */
export function toolOf(call: ToolCall, tools: readonly RunnableTool[]): RunnableTool | undefined {
  const namesakes = tools.filter(({ name }) => name === call.name)
  const isInNamespace = (tool: RunnableTool) => 'namespace' in tool && tool.namespace?.name === call.namespace
  const named = namesakes.find(isInNamespace) ?? (namesakes.length === 1 ? namesakes[0] : undefined)
  return named ?? tools.find((tool) => 'kind' in tool && tool.kind === call.kind)
}

/** Returns the message for the model about a call of an unknown tool. */
export function unknownTool({ name }: ToolCall, known: readonly string[]): string {
  const said = name.length > MOST_NAME ? `${name.slice(0, MOST_NAME)}…` : name
  return `There is no tool "${said}". ${known.length === 0 ? 'There are none' : `There are: ${known.join(', ')}`}.`
}

/** The maximum characters of a name that are quoted: a model may write any text there. */
const MOST_NAME = 200

/**
 * Drops tools with the same name as an earlier one. Tools of the same name in different namespaces are kept.
 */
export function firstOfEach<Tool extends ToolDefinition>(tools: readonly Tool[]): Tool[] {
  const first = new Map<string, Tool>()
  for (const tool of tools) {
    const id = JSON.stringify([tool.name, 'namespace' in tool ? tool.namespace?.name : undefined])
    if (!first.has(id)) first.set(id, tool)
  }
  return [...first.values()]
}

/** Returns the outcome of a call that does not belong to this executor. */
export function left(
  call: ToolCall,
  tools: readonly RunnableTool[],
): Extract<CallOutcome, { status: 'left' }> {
  const why = call.providerExecuted
    ? 'provider-executed'
    : toolOf(call, tools)
      ? 'not-run-here'
      : 'unknown-tool'
  return { status: 'left', call, why }
}
