import type { JsonValue } from '../../src/base/json/json-types.js'
import { stringOr } from '../../src/base/json/read-json.js'
import type { ToolKind } from '../../src/base/model/types.js'
import type { FinishTable } from '../../src/codec/shape/finish-table.js'
import type { Glossary } from '../../src/codec/shape/glossary.js'
import { lookUp } from '../../src/codec/shape/glossary.js'
import { countedApart, type UsageTable } from '../../src/codec/shape/usage-table.js'

export const ROLE_NAMES = {
  user: 'ROLE_USER',
  assistant: 'ROLE_ASSISTANT',
  system: 'ROLE_SYSTEM',
  tool: 'ROLE_TOOL',
} as const

/** An alternative role for instructions. */
export const DEVELOPER = 'ROLE_DEVELOPER'
/** The older role of tool results. */
export const OLDER_TOOL = 'ROLE_FUNCTION'

export const COMPLETED = 'TOOL_CALL_STATUS_COMPLETED'
export const FAILED = 'TOOL_CALL_STATUS_FAILED'
export const IN_PROGRESS = 'TOOL_CALL_STATUS_IN_PROGRESS'

export const CLIENT_TOOL = 'TOOL_CALL_TYPE_CLIENT_SIDE_TOOL'
const UNSAID = 'TOOL_CALL_TYPE_INVALID'

/** `FinishReason` of sample.proto. A time limit truncates an answer like a token limit. */
export const FINISH: FinishTable = [
  ['complete', 'REASON_STOP'],
  ['tool-calls', 'REASON_TOOL_CALLS'],
  ['length', 'REASON_MAX_LEN REASON_TIME_LIMIT'],
  ['context-full', 'REASON_MAX_CONTEXT'],
  ['unknown', 'REASON_INVALID'],
]

/** `SamplingUsage` of usage.proto. Reasoning tokens are counted separately from output tokens. */
export const USAGE: UsageTable = {
  rows: {
    prompt_tokens: 'inputTokens',
    completion_tokens: 'outputTokens',
    total_tokens: 'totalTokens',
    reasoning_tokens: 'reasoningTokens',
    cached_prompt_text_tokens: 'cachedInputTokens',
  },
  beside: countedApart(['reasoningTokens', 'outputTokens']),
}

/** `ToolCallType` of chat.proto. */
const KINDS: Glossary<ToolKind> = [
  ['web_search', 'TOOL_CALL_TYPE_WEB_SEARCH_TOOL'],
  ['code_execution', 'TOOL_CALL_TYPE_CODE_EXECUTION_TOOL'],
  ['file_search', 'TOOL_CALL_TYPE_COLLECTIONS_SEARCH_TOOL TOOL_CALL_TYPE_ATTACHMENT_SEARCH_TOOL'],
  ['mcp', 'TOOL_CALL_TYPE_MCP_TOOL'],
  ['image_generation', 'TOOL_CALL_TYPE_IMAGE_GENERATION_TOOL'],
]

/** Returns true if xAI runs calls of this type. The client runs calls without a type. */
export function isServerType(type: JsonValue | undefined): type is string {
  return typeof type === 'string' && type !== '' && type !== CLIENT_TOOL && type !== UNSAID
}

/** Returns the kind of a tool that xAI runs. The X search has no neutral kind. */
export function kindOf(type: JsonValue | undefined): Exclude<ToolKind, 'custom'> {
  const kind = lookUp(stringOr(type, ''), KINDS)
  return kind === undefined || kind === 'custom' ? 'other' : kind
}
