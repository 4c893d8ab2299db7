import { equalJson } from '../base/json/write-json.js'
import { givenId } from '../base/model/repeated-ids.js'
import type { ToolCall } from '../base/model/types.js'
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

/**
 * The earlier call that this one repeats: one with its id, or the same call under the same id of the provider. Several calls
 * of a provider with one id that ask for different things are different calls.
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

/** What the second of two calls of one id is answered with that do not ask for the same. */
export function sharedId({ id }: ToolCall): ToolError {
  return new ToolError(`Two calls have the id "${id}": only the first one was run.`)
}
