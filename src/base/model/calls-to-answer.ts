import type { HostedTool } from './hosted-settings.js'
import type { OpaquePart, Part, ProviderTool, ToolCall, ToolDefinition } from './types.js'

/**
 * Returns true for a call that the client has to answer: the provider did not run it. The call may be broken
 * and must not run in this case; `clientCalls` returns the calls that may run.
 */
export function isCallToAnswer(part: Part): part is ToolCall {
  return part.type === 'tool-call' && !part.providerExecuted
}

/**
 * Returns the calls that the client has to answer, including broken ones. `clientCalls` returns the calls
 * that may be run.
 */
export function callsToAnswer(parts: readonly Part[]): ToolCall[] {
  return parts.filter(isCallToAnswer)
}

/** Returns true for a tool of the vendor, as opposed to the caller's tools. */
export function isVendorTool(tool: ToolDefinition): tool is ProviderTool | HostedTool {
  return tool.type === 'provider' || tool.type === 'hosted'
}

/** Returns true if another model continues the message after this part. */
export function isHandover(part: Part): part is OpaquePart {
  return part.type === 'opaque' && part.changes?.some(({ type }) => type === 'model-replaced') === true
}

/**
 * Returns the parts of the model that ended the turn: the parts after the last hand-over. Calls before the
 * hand-over belong to models that declined, and must not run.
 */
export function lastAuthorsParts(parts: readonly Part[]): readonly Part[] {
  const handover = parts.findLastIndex(isHandover)
  return handover < 0 ? parts : parts.slice(handover + 1)
}
