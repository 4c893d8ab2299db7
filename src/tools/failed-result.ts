import { compact } from '../base/json/write-json.js'
import { errorResult } from '../base/model/create.js'
import type { ToolCall, ToolResult } from '../base/model/types.js'
import type { ToolError } from './errors/tool-error.js'

/**
 * The result of a call that failed. The model gets what was thrown: of an Error its message, of another object its JSON.
 * @param text what the model reads of an Error. Default: its message.
 */
export function failureOf(
  call: ToolCall,
  error: ToolError,
  {
    thrown = error,
    text = error.message,
  }: { readonly thrown?: unknown; readonly text?: string | undefined } = {},
): ToolResult {
  const { category, retryable, metadata } = error
  return compact({ ...told(call, thrown, text), category, retryable, metadata })
}

function told(call: ToolCall, thrown: unknown, text: string): ToolResult {
  try {
    return errorResult(call, isData(thrown) ? thrown : text)
  } catch {
    return errorResult(call, text)
  }
}

/** Errors of other realms are no instances of this `Error`; they have members that are not for the model all the same. */
function isData(thrown: unknown): boolean {
  const isError = thrown instanceof Error || Object.prototype.toString.call(thrown) === '[object Error]'
  return typeof thrown === 'object' && thrown !== null && !isError
}
