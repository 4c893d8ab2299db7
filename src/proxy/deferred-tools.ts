import type { JsonValue } from '../base/json/json-types.js'
import { objectIn } from '../base/json/read-json.js'
import { compact } from '../base/json/write-json.js'
import type { Context } from '../base/model/context.js'
import type { Conversation, CustomTool, FunctionTool, ToolDefinition } from '../base/model/types.js'
import { isDeferred, toolsNamedIn } from '../translate/fit/deferred.js'
import type { Substituted, SubstitutedTool } from './substitute-tools.js'

/** Handling of tools that the model must find first: all tools are declared, or only found tools. */
export type DeferredPolicy = 'declare' | 'search'

const SEARCH = 'tool_search'
/** Maximum number of tools that one search finds, the same as with Anthropic. */
const MOST_FOUND = 5

type Deferred = FunctionTool | CustomTool

/**
 * Returns the conversation without deferred tools that were not found yet. A function that the proxy runs
 * replaces the provider's tool search. A search that the client runs is unchanged. A found tool stays
 * declared.
 */
export function searchTools(conversation: Conversation, context: Context): Substituted {
  const { tools = [] } = conversation
  const deferred = tools.filter(isDeferred)
  if (deferred.length === 0) return { conversation, tools: new Map() }
  const named = toolsNamedIn(conversation.messages)
  const hidden = new Set<ToolDefinition>(deferred.filter(({ name }) => !named.has(name)))
  const search = tools.find((tool) => tool.type === 'provider' && tool.kind === SEARCH && !tool.client)
  const isTaken = tools.some((tool) => tool.type !== 'provider' && tool.name === SEARCH)
  if (search !== undefined && isTaken) return { conversation, tools: new Map() }
  report(hidden.size, search !== undefined, context)
  const left = tools.filter((tool) => !hidden.has(tool)).map((tool) => (tool === search ? FUNCTION : tool))
  return {
    conversation: { ...conversation, tools: left },
    tools: new Map(search === undefined ? [] : [[SEARCH, searchOf(deferred)]]),
  }
}

function searchOf(tools: readonly Deferred[]): SubstitutedTool {
  return { kind: SEARCH, run: ({ query }) => found(tools, typeof query === 'string' ? query : '') }
}

const FUNCTION: FunctionTool = {
  type: 'function',
  name: SEARCH,
  description:
    'Finds more tools. Search by words of what is to be done, or by names; tools that are found can be called afterwards.',
  parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
}

/** Returns the tools that share most words with the query. Words of a name have a higher weight. */
function found(tools: readonly Deferred[], query: string): JsonValue {
  const words = new Set(wordsOf(query))
  const scored = tools.map((tool) => ({ tool, score: scoreOf(tool, words) }))
  const best = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)
  return best.slice(0, MOST_FOUND).map(({ tool }) => {
    const parameters = tool.type === 'function' ? tool.parameters : undefined
    return compact({ name: tool.name, description: tool.description, parameters })
  })
}

function scoreOf(tool: Deferred, words: ReadonlySet<string>): number {
  const properties = tool.type === 'function' ? Object.keys(objectIn(tool.parameters?.properties)) : []
  const named = new Set(wordsOf(`${tool.namespace?.name ?? ''} ${tool.name}`))
  const described = new Set(wordsOf(`${tool.description ?? ''} ${properties.join(' ')}`))
  const count = (among: ReadonlySet<string>) => [...words].filter((word) => among.has(word)).length
  return 3 * count(named) + count(described)
}

/** Returns the words of a text. `readFile` and `read_file` have the same two words. */
function wordsOf(text: string): string[] {
  const apart = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase()
  return apart.match(/[\p{L}\p{N}]+/gu) ?? []
}

function report(hidden: number, isRun: boolean, context: Context): void {
  if (hidden === 0 && !isRun) return
  const finder = isRun ? 'the function tool_search, which the proxy runs' : 'the search of the client'
  context.report({
    code: 'tools-deferred',
    severity: 'info',
    path: '/tools',
    message: `${hidden} deferred tools are not declared before ${finder}, finds them`,
  })
}
