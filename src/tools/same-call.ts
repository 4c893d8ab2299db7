import { equalJson } from '../base/json/write-json.js'
import { givenId } from '../base/model/repeated-ids.js'
import type { ToolCall } from '../base/model/types.js'
import { ToolError } from './errors/tool-error.js'

/** Returns true if two calls with the same id are equal. Calls that cannot be compared are different. */
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

/**
 * Returns the earlier call that this call repeats: a call with the same id, or an equal call with the same
 * provider id. Calls with the same provider id but different content are different calls.
 */
export function earlierCall<Entry extends { readonly call: ToolCall }>(
  call: ToolCall,
  earlier: ReadonlyMap<string, Entry>,
): Entry | undefined {
  const own = earlier.get(call.id)
  if (own !== undefined) return own
  const first = earlier.get(givenId(call.id))
  return first !== undefined && isSameCall(call, first.call) ? first : undefined
}

/** Creates the error for the second of two different calls with the same id. */
export function sharedId({ id }: ToolCall): ToolError {
  return new ToolError(`Two calls have the id "${id}": only the first one was run.`)
}
