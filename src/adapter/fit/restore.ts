import { stringifyJson } from '../../json/write.js'
import type { CustomToolCall, Part, Response, ToolCall } from '../../model/types.js'
import { CUSTOM_INPUT } from './custom-tools.js'

/** What a response of the target needs to get its original names back. Plain data: it can be stored. */
export interface Restorable {
  /** Names that were changed: the target's to the original. */
  readonly toolNames: Readonly<Record<string, string>>
  /** Original names of custom tools that were sent as functions. */
  readonly customTools: readonly string[]
}

/**
 * Gives the calls of a target's response the tool names that the caller knows, and makes calls of functions that stand
 * for custom tools custom calls again. The same response comes back when nothing was renamed.
 */
export function restoreResponse(response: Response, fitted: Restorable): Response {
  const { message } = response
  const parts = message.parts.map((part) => restorePart(part, fitted))
  if (parts.every((part, index) => part === message.parts[index])) return response
  return { ...response, message: { ...message, parts } }
}

function restorePart(part: Part, { toolNames, customTools }: Restorable): Part {
  if ((part.type !== 'tool-call' && part.type !== 'tool-result') || part.providerExecuted) return part
  const name = Object.hasOwn(toolNames, part.name) ? toolNames[part.name] : undefined
  const restored = name === undefined ? part : { ...part, name }
  if (restored.type !== 'tool-call' || restored.kind === 'custom') return restored
  return customTools.includes(restored.name) ? customCall(restored) : restored
}

/** Arguments of any other shape than the declared one are kept as text, as a call that must not be executed. */
function customCall(call: Exclude<ToolCall, { kind: 'custom' }>): CustomToolCall {
  const { arguments: value, rawArguments, ...rest } = call
  const input = value?.[CUSTOM_INPUT]
  if (call.status === 'complete' && typeof input === 'string')
    return { ...rest, kind: 'custom', arguments: input, rawArguments: input }
  const status = call.status === 'complete' ? 'malformed' : call.status
  const text = rawArguments ?? (value === undefined ? '' : stringifyJson(value))
  return { ...rest, kind: 'custom', status, rawArguments: text }
}
