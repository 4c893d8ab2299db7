import type { FinishReason, ToolKind } from '../../src/model/types.js'

/** https://platform.claude.com/docs/en/api/messages `stop_reason`; a paused turn is neither done nor waiting for us. */
export const FINISH_BY_STOP_REASON: ReadonlyMap<string, FinishReason> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['tool_use', 'tool-calls'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'content-filter'],
  ['pause_turn', 'other'],
  ['compaction', 'other'],
])

/** The wire has no word for `error` and `other`: they read as a turn that ended. */
export const STOP_REASON_BY_FINISH: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn',
  'tool-calls': 'tool_use',
  length: 'max_tokens',
  'content-filter': 'refusal',
  error: 'end_turn',
  other: 'end_turn',
}

/** Kinds of the tools that the provider runs, by the `name` of `server_tool_use`; every other name is `other`. */
export const KIND_BY_SERVER_TOOL: ReadonlyMap<string, ToolKind> = new Map([
  ['web_search', 'web_search'],
  ['code_execution', 'code_execution'],
  ['bash_code_execution', 'code_execution'],
  ['text_editor_code_execution', 'code_execution'],
  ['tool_search_tool_regex', 'tool_search'],
  ['tool_search_tool_bm25', 'tool_search'],
])

/** Kinds of vendor-defined tools, by the start of their `type` (a date follows it); every other one is `other`. */
export const KIND_BY_TOOL_TYPE: readonly (readonly [prefix: string, kind: ToolKind])[] = [
  ['web_search', 'web_search'],
  ['code_execution', 'code_execution'],
  ['tool_search_tool', 'tool_search'],
  ['computer', 'computer'],
  ['browser_toolset', 'computer'],
  ['bash', 'shell'],
  ['mcp_toolset', 'mcp'],
]

/** Result blocks whose type alone says which tool answered; `tool_search` and `mcp` serve several. */
export const TOOL_BY_RESULT_BLOCK: ReadonlyMap<string, string> = new Map([
  ['web_search_tool_result', 'web_search'],
  ['web_fetch_tool_result', 'web_fetch'],
  ['code_execution_tool_result', 'code_execution'],
  ['bash_code_execution_tool_result', 'bash_code_execution'],
  ['text_editor_code_execution_tool_result', 'text_editor_code_execution'],
  ['advisor_tool_result', 'advisor'],
])
