import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { stringOr } from '../../src/base/json/read-json.js'
import type { ToolKind } from '../../src/base/model/types.js'
import type { FinishTable } from '../../src/codec/shape/finish-table.js'
import { type Glossary, lookUp } from '../../src/codec/shape/glossary.js'
import { countedApart, type UsageTable } from '../../src/codec/shape/usage-table.js'
import type { ErrorRow } from '../../src/codec/wire/contract.js'

export const USER_INPUT = 'user_input'
export const MODEL_OUTPUT = 'model_output'
export const THOUGHT = 'thought'
export const FUNCTION_CALL = 'function_call'
export const FUNCTION_RESULT = 'function_result'
export const MCP_CALL = 'mcp_server_tool_call'
export const MCP_RESULT = 'mcp_server_tool_result'

const CONTENT: ReadonlySet<string> = new Set(['text', 'image', 'audio', 'document', 'video'])

/** Returns the `type` of a step or of content, or an empty text if absent. */
export function nativeType({ type }: JsonObject): string {
  return stringOr(type, '')
}

/** Returns true for content, false for a step. Until June 2026, content had no step around it. */
export function isContent(native: JsonObject): boolean {
  return CONTENT.has(nativeType(native))
}

/** Returns true for any call step, including calls of future tools. */
export function isCallStep(type: string): boolean {
  return type.endsWith('_call')
}

/** Returns true for any result step, including results of future tools. */
export function isResultStep(type: string): boolean {
  return type.endsWith('_result')
}

/** Returns the tool of a step without a name: the step's type contains the name of the tool. */
export function toolNameOf(type: string): string {
  return type.replace(/_(?:call|result)$/, '')
}

/** Returns true if steps of this type name their tool. */
export function isNamed(type: string): boolean {
  return type === FUNCTION_CALL || type === FUNCTION_RESULT || type === MCP_CALL || type === MCP_RESULT
}

/**
 * Kinds of tools that Google runs, by the `type` of their definitions.
 * https://ai.google.dev/gemini-api/docs/interactions
 */
const TOOL_KINDS: Glossary<Exclude<ToolKind, 'custom'>> = [
  ['web_search', 'google_search'],
  ['code_execution', 'code_execution'],
  ['file_search', 'file_search retrieval'],
  ['computer', 'computer_use'],
  ['mcp', 'mcp_server mcp_server_tool'],
]

/** Returns the kind of a tool by its name, or by the type of its step. */
export function toolKindOf(name: string): Exclude<ToolKind, 'custom'> {
  return lookUp(name, TOOL_KINDS) ?? 'other'
}

/**
 * The statuses of an interaction, which has no status for a filter.
 * https://ai.google.dev/gemini-api/docs/interactions
 */
export const FINISH: FinishTable = [
  ['complete', 'completed'],
  ['tool-calls', 'requires_action'],
  ['length', 'incomplete budget_exceeded'],
  ['failed', 'failed cancelled'],
  ['pending', 'in_progress queued'],
  // The next request continues with `continuation_token`.
  ['paused', 'incomplete requires_continuation'],
]

/** The statuses of complete answers. */
const WHOLE: ReadonlySet<JsonValue | undefined> = new Set<JsonValue | undefined>([
  undefined,
  null,
  'completed',
  'requires_action',
])

/** Returns true if an answer with this status is incomplete. */
export function isUnfinished({ status }: JsonObject): boolean {
  return !WHOLE.has(status)
}

/**
 * Returns true if the last call of an answer with this status may be truncated. For a failure, the steps are
 * closed, and the error is next to the steps.
 */
export function mayBeCut(native: JsonObject): boolean {
  return isUnfinished(native) && native.status !== 'failed'
}

/** `total_output_tokens` excludes thoughts, and `total_input_tokens` excludes tokens read by tools. */
export const USAGE: UsageTable = {
  rows: {
    total_input_tokens: 'inputTokens',
    total_output_tokens: 'outputTokens',
    total_thought_tokens: 'reasoningTokens',
    total_cached_tokens: 'cachedInputTokens',
    total_tokens: 'totalTokens',
  },
  beside: /* @__PURE__ */ countedApart(['reasoningTokens', 'outputTokens']),
  sums: true,
  correct(counts, { total_tool_use_tokens: read }) {
    if (typeof read === 'number') counts.inputTokens = (counts.inputTokens ?? 0) + read
    if (counts.reasoningTokens !== undefined) counts.outputTokens ??= counts.reasoningTokens
  },
}

/** https://ai.google.dev/gemini-api/docs/troubleshooting; the codes of this wire are in lower case. */
export const errors: readonly ErrorRow[] = [
  ['invalid-request', 400, 'invalid_request'],
  ['authentication', 401, 'unauthenticated'],
  ['permission', 403, 'permission_denied'],
  ['not-found', 404, 'not_found'],
  ['too-large', 400, 'invalid_request'],
  ['rate-limit', 429, 'resource_exhausted'],
  ['billing', 429, 'resource_exhausted'],
  ['server', 500, 'internal'],
  ['overloaded', 503, 'unavailable'],
  ['timeout', 504, 'deadline_exceeded'],
  // Some refusals have the form of Google's other APIs.
  ['invalid-request', 400, 'INVALID_ARGUMENT'],
  ['authentication', 401, 'UNAUTHENTICATED'],
  ['permission', 403, 'PERMISSION_DENIED'],
  ['not-found', 404, 'NOT_FOUND'],
  ['rate-limit', 429, 'RESOURCE_EXHAUSTED'],
  ['server', 500, 'INTERNAL'],
  ['overloaded', 503, 'UNAVAILABLE'],
]
