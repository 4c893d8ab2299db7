import type { ToolKind } from '../../src/base/model/types.js'
import type { FinishTable } from '../../src/codec/shape/finish-table.js'
import { type Glossary, lookUp } from '../../src/codec/shape/glossary.js'
import { countedApart, type UsageTable } from '../../src/codec/shape/usage-table.js'
import type { ErrorRow } from '../../src/codec/wire/contract.js'

/**
 * `FinishReason` of @google/genai 3. This type has no value for calls: `STOP` next to a functionCall means
 * calls. The listed numbers have the same meaning in the protocol buffers of the Gemini API and of Vertex AI;
 * 9 and 10 differ (https://github.com/googleapis/googleapis/tree/master/google, `ai/generativelanguage`,
 * `cloud/aiplatform`). https://ai.google.dev/api/generate-content#FinishReason
 */
export const FINISH: FinishTable = [
  ['complete', 'STOP 1'],
  ['length', 'MAX_TOKENS 2'],
  [
    'filtered',
    'SAFETY RECITATION BLOCKLIST PROHIBITED_CONTENT SPII LANGUAGE IMAGE_SAFETY IMAGE_PROHIBITED_CONTENT IMAGE_RECITATION MODEL_ARMOR ESCALATION 3 4 6 7 8 11',
  ],
  ['refused', 'SAFETY'],
  // The server expects the same request again, with `continuationToken`.
  ['paused', 'MAX_TOKENS CONTINUATION'],
  // Failures of the model or the account. UNEXPECTED_TOOL_CALL comes with a complete call of an undeclared
  // tool. The AI SDK reports most of these as `other`.
  [
    'failed',
    'OTHER MALFORMED_FUNCTION_CALL UNEXPECTED_TOOL_CALL MALFORMED_RESPONSE TOO_MANY_TOOL_CALLS MISSING_THOUGHT_SIGNATURE PUP_LIMITED_DISABLED NO_IMAGE IMAGE_OTHER',
    'other',
  ],
  ['unknown', 'OTHER FINISH_REASON_UNSPECIFIED'],
]

/** `candidatesTokenCount` excludes thinking, and `promptTokenCount` excludes tokens read by tools. */
export const USAGE: UsageTable = {
  rows: {
    promptTokenCount: 'inputTokens',
    candidatesTokenCount: 'outputTokens',
    totalTokenCount: 'totalTokens',
    cachedContentTokenCount: 'cachedInputTokens',
    thoughtsTokenCount: 'reasoningTokens',
  },
  beside: /* @__PURE__ */ countedApart(['reasoningTokens', 'outputTokens']),
  correct(counts, { toolUsePromptTokenCount: read }) {
    if (typeof read === 'number') counts.inputTokens = (counts.inputTokens ?? 0) + read
    if (counts.reasoningTokens !== undefined) counts.outputTokens ??= counts.reasoningTokens
  },
}

const SERVER_TOOLS: Glossary<Exclude<ToolKind, 'custom'>> = [
  ['web_search', 'GOOGLE_SEARCH_WEB GOOGLE_SEARCH_IMAGE'],
  ['file_search', 'FILE_SEARCH'],
]

/** Returns the kind of a toolCall part, by its `toolType`. */
export function serverToolKind(toolType: string): Exclude<ToolKind, 'custom'> {
  return lookUp(toolType, SERVER_TOOLS) ?? 'other'
}

const BUILT_IN_TOOLS: Glossary<ToolKind> = [
  ['code_execution', 'codeExecution'],
  ['web_search', 'googleSearch googleSearchRetrieval enterpriseWebSearch exaAiSearch parallelAiSearch'],
  ['file_search', 'fileSearch retrieval'],
  ['computer', 'computerUse'],
  ['mcp', 'mcpServers'],
]

/** Returns the kind of a built-in tool, by its field in a tools entry. */
export function builtInToolKind(field: string): ToolKind {
  return lookUp(field, BUILT_IN_TOOLS) ?? 'other'
}

/**
 * The names of errors: https://ai.google.dev/gemini-api/docs/troubleshooting and
 * https://cloud.google.com/apis/design/errors
 */
export const errors: readonly ErrorRow[] = [
  ['invalid-request', 400, 'INVALID_ARGUMENT'],
  ['invalid-request', 400, 'FAILED_PRECONDITION'],
  ['authentication', 401, 'UNAUTHENTICATED'],
  ['permission', 403, 'PERMISSION_DENIED'],
  ['not-found', 404, 'NOT_FOUND'],
  ['too-large', 400, 'INVALID_ARGUMENT'],
  ['rate-limit', 429, 'RESOURCE_EXHAUSTED'],
  ['billing', 429, 'RESOURCE_EXHAUSTED'],
  ['server', 500, 'INTERNAL'],
  ['overloaded', 503, 'UNAVAILABLE'],
  ['timeout', 504, 'DEADLINE_EXCEEDED'],
]
