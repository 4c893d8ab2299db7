import type { JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject } from '../../base/json/read-json.js'
import { isVendorTool } from '../../base/model/calls-to-answer.js'
import type {
  CustomTool,
  FunctionTool,
  Message,
  Part,
  ResultPart,
  ToolDefinition,
} from '../../base/model/types.js'
import { extraOf } from '../../codec/shape/fields.js'

/**
 * The field that marks a deferred tool, on Anthropic and OpenAI:
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool
 */
const DEFERRED = 'defer_loading'

/** Returns true if the model sees the tool only after a search found it or a change offered it. */
export function isDeferred(tool: ToolDefinition): tool is FunctionTool | CustomTool {
  if (isVendorTool(tool)) return false
  return Object.values(tool.providerMetadata ?? {}).some((own) => extraOf(own)[DEFERRED] === true)
}

/** Returns the names of tools that calls, results or state changes of the messages refer to. */
export function toolsNamedIn(messages: readonly Message[]): ReadonlySet<string> {
  const parts = messages.flatMap((message) => message.parts)
  const calls = parts.filter((part) => part.type === 'tool-call')
  const searches = new Set(calls.flatMap(({ id, kind }) => (kind === 'tool_search' ? [id] : [])))
  return new Set([
    ...calls.map(({ name }) => name),
    ...parts.flatMap((part) => (part.type === 'tool-result' ? foundIn(part, searches) : offeredBy(part))),
  ])
}

function foundIn(
  { callId, output }: Extract<Part, { type: 'tool-result' }>,
  searches: ReadonlySet<string>,
): readonly string[] {
  if (output.type === 'content') return output.value.flatMap(referredIn)
  return output.type === 'json' && searches.has(callId) ? foundNames(output.value) : []
}

function offeredBy(part: Part): readonly string[] {
  const changes = part.type === 'opaque' ? (part.changes ?? []) : []
  return changes.flatMap((change) =>
    change.type === 'tools-offered' ? change.tools.map(({ name }) => name) : [],
  )
}

/** Returns the names of the tools in a result of a client-side search. */
function referredIn(part: ResultPart): readonly string[] {
  return part.type === 'opaque' ? foundNames(part.value) : []
}

/** Returns the tool names in references (Anthropic) or in lists of tools (other providers). */
function foundNames(value: JsonValue): readonly string[] {
  if (isArray(value)) return value.flatMap(foundNames)
  if (!isObject(value)) return []
  const own = [value.name, value.tool_name].filter((name) => typeof name === 'string')
  return [...own, ...[value.tools, value.tool_references].flatMap((list) => foundNames(list ?? null))]
}
