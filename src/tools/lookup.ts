import { AdapterError } from '../base/json/adapter-error.js'
import { at } from '../base/json/read-json.js'
import type { FunctionTool, ToolCall, ToolDefinition } from '../base/model/types.js'
import type { RunnableTool } from './define-tool.js'
import type { CallOutcome } from './executor/executor-types.js'
import { expectJsonSchema } from './expect-json-schema.js'

/**
 * Finds the tool of a call: a function by its name; a vendor tool also by its kind, because some vendor tools
 * are not called by name.
 */
export function toolOf(call: ToolCall, tools: readonly RunnableTool[]): RunnableTool | undefined {
  const namesakes = tools.filter(({ name }) => name === call.name)
  const isInNamespace = (tool: RunnableTool) => namespaceOf(tool) === call.namespace
  const named = namesakes.find(isInNamespace) ?? (namesakes.length === 1 ? namesakes[0] : undefined)
  return named ?? tools.find((tool) => 'kind' in tool && tool.kind === call.kind)
}

/** Returns the message for the model about a call of an unknown tool. */
export function unknownTool({ name }: ToolCall, known: readonly string[]): string {
  const said = name.length > MOST_NAME ? `${name.slice(0, MOST_NAME)}…` : name
  return `There is no tool "${said}". ${known.length === 0 ? 'There are none' : `There are: ${known.join(', ')}`}.`
}

/** Maximum length of a quoted name. A model may write any text as a name. */
const MOST_NAME = 200

/**
 * Drops tools with the same name as an earlier one. Tools of the same name in different namespaces are kept.
 */
export function firstOfEach<Tool extends ToolDefinition>(tools: readonly Tool[]): Tool[] {
  const first = new Map<string, Tool>()
  for (const tool of tools) {
    const key = keyOf(tool)
    if (!first.has(key)) first.set(key, tool)
  }
  return [...first.values()]
}

/**
 * Checks that the names of tools are distinct, so that calls of each tool reach this tool. The same tool may
 * occur twice.
 * @throws AdapterError `wrong-type` for a value that is not a tool, and for two tools of the same name in the
 * same namespace.
 */
export function expectDistinct(tools: readonly RunnableTool[], path = '/tools'): void {
  const first = new Map<string, RunnableTool>()
  for (const [index, tool] of tools.entries()) {
    if (typeof tool?.name !== 'string')
      throw new AdapterError(
        'wrong-type',
        at(path, index),
        'expected a tool, such as `defineTool(…)` returns',
      )
    if (tool.type === 'function' && tool.validate === undefined) expectChecked(tool, at(path, index))
    const key = keyOf(tool)
    const other = first.get(key)
    if (other === undefined) first.set(key, tool)
    else if (other !== tool && (isCalledByName(tool) || isCalledByName(other)))
      throw new AdapterError('wrong-type', at(path, index), sameName(other, tool))
  }
}

/**
 * Checks the schema of a tool that was written without `defineTool`, because its calls are checked by it.
 * @throws AdapterError `wrong-type` for `parameters` that are not JSON Schema.
 */
function expectChecked({ parameters }: FunctionTool, path: string): void {
  if (parameters === undefined || checked.has(parameters)) return
  const place = `${path}/parameters`
  if ('~standard' in parameters && !('$schema' in parameters))
    throw new AdapterError(
      'wrong-type',
      place,
      'a schema of a library needs `defineTool({ name, parameters })`',
    )
  expectJsonSchema(parameters, place)
  checked.add(parameters)
}

/** The schemas that `expectChecked` accepted, since loops and executors share tools. */
const checked = new WeakSet<object>()

/**
 * Checks that tools of the host and of its executor agree: a tool may be listed in both, but a name may not
 * have two origins.
 * @throws AdapterError `wrong-type` for two tools of the same name with different origins.
 */
export function expectOneOrigin(tools: readonly RunnableTool[], others: readonly RunnableTool[]): void {
  const origins = new Map(others.map((tool) => [keyOf(tool), tool]))
  for (const [index, tool] of tools.entries()) {
    const other = origins.get(keyOf(tool))
    if (other !== undefined && other.origin !== tool.origin)
      throw new AdapterError('wrong-type', at('/tools', index), sameName(other, tool))
  }
}

function keyOf(tool: ToolDefinition): string {
  return JSON.stringify([tool.name, namespaceOf(tool)])
}

function namespaceOf(tool: ToolDefinition): string | undefined {
  return 'namespace' in tool ? tool.namespace?.name : undefined
}

/** Returns true if calls find the tool by its name. Names of tools that providers run may repeat. */
function isCalledByName({ type, execute }: RunnableTool): boolean {
  return type === 'function' || type === 'custom' || execute !== undefined
}

function sameName(one: RunnableTool, other: RunnableTool): string {
  const sources = `one of ${sourceOf(one)} and one of ${sourceOf(other)}`
  return `two tools have the name "${one.name}", ${sources}: rename one, or import it with a \`prefix\` (mcpTools)`
}

function sourceOf({ origin }: RunnableTool): string {
  return origin === undefined ? 'this program' : `"${origin}"`
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
