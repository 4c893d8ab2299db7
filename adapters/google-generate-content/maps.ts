import type { FinishReason, ToolKind } from '../../src/model/types.js'
import type { ErrorRow } from '../../src/wire/contract.js'

/**
 * What the finish reasons mean. There is none for tool calls: STOP with a functionCall is one. Those that blame the model
 * (MALFORMED_FUNCTION_CALL; UNEXPECTED_TOOL_CALL, which comes with a complete call to a tool that was not declared) are
 * `other`, as words that are not known yet: `error` is kept for answers that broke off or never came.
 * https://ai.google.dev/api/generate-content#FinishReason
 */
const FINISH: ReadonlyMap<string, FinishReason> = new Map([
  ['STOP', 'stop'],
  ['MAX_TOKENS', 'length'],
  ['SAFETY', 'content-filter'],
  ['RECITATION', 'content-filter'],
  ['BLOCKLIST', 'content-filter'],
  ['PROHIBITED_CONTENT', 'content-filter'],
  ['SPII', 'content-filter'],
  ['LANGUAGE', 'content-filter'],
  ['IMAGE_SAFETY', 'content-filter'],
  ['IMAGE_PROHIBITED_CONTENT', 'content-filter'],
  ['IMAGE_RECITATION', 'content-filter'],
  ['MALFORMED_FUNCTION_CALL', 'other'],
  ['MALFORMED_RESPONSE', 'other'],
  ['UNEXPECTED_TOOL_CALL', 'other'],
  ['TOO_MANY_TOOL_CALLS', 'other'],
  ['MISSING_THOUGHT_SIGNATURE', 'other'],
  ['NO_IMAGE', 'other'],
  ['IMAGE_OTHER', 'other'],
  ['CONTINUATION', 'other'],
  ['OTHER', 'other'],
  ['FINISH_REASON_UNSPECIFIED', 'other'],
])

/**
 * The numbers that mean the same in the protocol buffers of the Gemini API and of Vertex AI; 9 and 10 do not.
 * https://github.com/googleapis/googleapis/tree/master/google (`ai/generativelanguage`, `cloud/aiplatform`)
 */
const FINISH_NUMBERS: ReadonlyMap<string, FinishReason> = new Map([
  ['1', 'stop'],
  ['2', 'length'],
  ['3', 'content-filter'],
  ['4', 'content-filter'],
  ['6', 'content-filter'],
  ['7', 'content-filter'],
  ['8', 'content-filter'],
  ['11', 'content-filter'],
])

/** Whether it is one of Google's words. */
export function isFinishWord(raw: string): boolean {
  return FINISH.has(raw)
}

/** @param hasCalls whether the message holds calls that the client is to run. */
export function finishReasonOf(raw: string | undefined, hasCalls: boolean): FinishReason {
  const reason = raw === undefined ? undefined : (FINISH.get(raw) ?? FINISH_NUMBERS.get(raw) ?? 'other')
  if (hasCalls && (reason === undefined || reason === 'stop')) return 'tool-calls'
  return reason ?? 'other'
}

/** The word to write for a reason that no Google server gave. */
export const NATIVE_FINISH: Readonly<Record<FinishReason, string>> = {
  stop: 'STOP',
  'tool-calls': 'STOP',
  length: 'MAX_TOKENS',
  'content-filter': 'SAFETY',
  error: 'OTHER',
  other: 'OTHER',
}

const SERVER_TOOLS: ReadonlyMap<string, Exclude<ToolKind, 'custom'>> = new Map([
  ['GOOGLE_SEARCH_WEB', 'web_search'],
  ['GOOGLE_SEARCH_IMAGE', 'web_search'],
  ['FILE_SEARCH', 'file_search'],
])

/** The kind of a toolCall part, by its `toolType`. */
export function serverToolKind(toolType: string): Exclude<ToolKind, 'custom'> {
  return SERVER_TOOLS.get(toolType) ?? 'other'
}

const BUILT_IN_TOOLS: ReadonlyMap<string, ToolKind> = new Map([
  ['codeExecution', 'code_execution'],
  ['googleSearch', 'web_search'],
  ['googleSearchRetrieval', 'web_search'],
  ['enterpriseWebSearch', 'web_search'],
  ['exaAiSearch', 'web_search'],
  ['parallelAiSearch', 'web_search'],
  ['fileSearch', 'file_search'],
  ['retrieval', 'file_search'],
  ['computerUse', 'computer'],
  ['mcpServers', 'mcp'],
])

/** The kind of a built-in tool, by its field in a tools entry. */
export function builtInToolKind(field: string): ToolKind {
  return BUILT_IN_TOOLS.get(field) ?? 'other'
}

/** https://ai.google.dev/gemini-api/docs/troubleshooting and https://cloud.google.com/apis/design/errors */
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
