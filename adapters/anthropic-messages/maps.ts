import type { ToolKind } from '../../src/base/model/types.js'
import type { FinishTable } from '../../src/codec/shape/finish-table.js'
import type { Glossary } from '../../src/codec/shape/glossary.js'
import { addTotal, countedApart, type UsageTable } from '../../src/codec/shape/usage-table.js'

/** `stop_reason`: https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons */
export const FINISH: FinishTable = [
  ['complete', 'end_turn stop_sequence'],
  ['tool-calls', 'tool_use'],
  ['length', 'max_tokens'],
  ['context-full', 'model_context_window_exceeded'],
  ['refused', 'refusal'],
  ['filtered', 'refusal'],
  // `compaction` ends the answer to a request for a summary: https://platform.claude.com/docs/en/build-with-claude/compaction
  ['paused', 'pause_turn compaction'],
]

/**
 * `input_tokens` excludes cached tokens. The output count is always written, because the end of a stream
 * requires this count.
 */
export const USAGE: UsageTable = {
  rows: {
    input_tokens: 'inputTokens',
    output_tokens: 'outputTokens',
    cache_read_input_tokens: 'cachedInputTokens',
    cache_creation_input_tokens: 'cacheWriteTokens',
    cache_creation: { ephemeral_1h_input_tokens: 'hourCacheWriteTokens' },
    output_tokens_details: { thinking_tokens: 'reasoningTokens' },
  },
  beside: /* @__PURE__ */ countedApart(
    ['cachedInputTokens', 'inputTokens'],
    ['cacheWriteTokens', 'inputTokens'],
  ),
  correct(counts) {
    // Every answer has this count, usually 0.
    if (counts.hourCacheWriteTokens === 0) delete counts.hourCacheWriteTokens
    addTotal(counts)
  },
  always: ['outputTokens'],
}

/**
 * Kinds of the tools that the provider runs, by the `name` of `server_tool_use`; all other names are `other`.
 */
export const SERVER_TOOL_KINDS: Glossary<ToolKind> = [
  ['web_search', 'web_search'],
  ['code_execution', 'code_execution bash_code_execution text_editor_code_execution'],
  ['tool_search', 'tool_search_tool_regex tool_search_tool_bm25'],
]

/**
 * Kinds of vendor-defined tools, by the start of their `type` (a date follows it). All other types are
 * `other`.
 */
const KIND_BY_TOOL_TYPE: readonly (readonly [prefix: string, kind: ToolKind])[] = [
  ['web_search', 'web_search'],
  ['code_execution', 'code_execution'],
  ['tool_search_tool', 'tool_search'],
  ['computer', 'computer'],
  ['browser_toolset', 'computer'],
  ['bash', 'shell'],
  ['mcp_toolset', 'mcp'],
]

/** Returns the kind of a vendor-defined tool, by its `type`. */
export function toolTypeKind(type: string): ToolKind {
  const [, kind = 'other'] = KIND_BY_TOOL_TYPE.find(([prefix]) => type.startsWith(prefix)) ?? []
  return kind
}

/** Result blocks whose type identifies the tool. `tool_search` and `mcp` blocks serve several tools. */
export const TOOL_BY_RESULT_BLOCK: ReadonlyMap<string, string> = new Map([
  ['web_search_tool_result', 'web_search'],
  ['web_fetch_tool_result', 'web_fetch'],
  ['code_execution_tool_result', 'code_execution'],
  ['bash_code_execution_tool_result', 'bash_code_execution'],
  ['text_editor_code_execution_tool_result', 'text_editor_code_execution'],
  ['advisor_tool_result', 'advisor'],
])
