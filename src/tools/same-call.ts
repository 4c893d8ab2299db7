import { equalJson } from '../json/write-json.js'
import type { ToolCall } from '../model/types.js'
import { ToolError } from './errors/tool-error.js'

/** Whether two calls of one id ask for the same. What cannot be compared is not the same. */
export function isSameCall(one: ToolCall, other: ToolCall): boolean {
  try {
    return (
      one.name === other.name &&
      one.namespace === other.namespace &&
      equalJson(one.arguments, other.arguments)
    )
  } catch {
    return false
  }
}

/** What the second of two calls of one id is answered with that do not ask for the same. */
export function sharedId({ id }: ToolCall): ToolError {
  return new ToolError(`Two calls have the id "${id}": only the first one was run.`)
}
