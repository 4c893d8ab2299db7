import type { ToolCall, ToolDefinition } from '../base/model/types.js'
import type { RunnableTool } from './define-tool.js'
import type { CallOutcome } from './executor/executor-types.js'

/** Finds the tool of a call: a function by its name; a tool of the vendor also by its kind, for not all are called by name. */
export function toolOf(call: ToolCall, tools: readonly RunnableTool[]): RunnableTool | undefined {
  const namesakes = tools.filter(({ name }) => name === call.name)
  const isInNamespace = (tool: RunnableTool) => 'namespace' in tool && tool.namespace?.name === call.namespace
  const named = namesakes.find(isInNamespace) ?? (namesakes.length === 1 ? namesakes[0] : undefined)
  return named ?? tools.find((tool) => 'kind' in tool && tool.kind === call.kind)
}

/** What the model reads of a call whose tool nobody knows. */
export function unknownTool({ name }: ToolCall, known: readonly string[]): string {
  const said = name.length > MOST_NAME ? `${name.slice(0, MOST_NAME)}…` : name
  return `There is no tool "${said}". ${known.length === 0 ? 'There are none' : `There are: ${known.join(', ')}`}.`
}

/** Characters of a name that are said again: a model may write any text there. */
const MOST_NAME = 200

/** The tools without those whose name another one before them has. Two of one name may stand in two namespaces. */
export function firstOfEach<Tool extends ToolDefinition>(tools: readonly Tool[]): Tool[] {
  const first = new Map<string, Tool>()
  for (const tool of tools) {
    const id = JSON.stringify([tool.name, 'namespace' in tool ? tool.namespace?.name : undefined])
    if (!first.has(id)) first.set(id, tool)
  }
  return [...first.values()]
}

/** The outcome of a call that nobody here runs. */
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
