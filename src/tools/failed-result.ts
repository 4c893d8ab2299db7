import { compact } from '../base/json/write-json.js'
import { errorResult } from '../base/model/create.js'
import type { ToolCall, ToolResult } from '../base/model/types.js'
import type { ToolError } from './errors/tool-error.js'

/**
 * Returns the result of a failed call. The model receives the thrown value: the message of an Error, the JSON
 * of any other object.
 * @param text the text for the model in place of the message of an Error. Default: the message.
 */
export function failedResult(
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

/**
 * Returns true for an object that is not an error. Errors of other realms are not instances of this `Error`,
 * but their members are not meant for the model either.
 */
function isData(thrown: unknown): boolean {
  const isError = thrown instanceof Error || Object.prototype.toString.call(thrown) === '[object Error]'
  return typeof thrown === 'object' && thrown !== null && !isError
}
