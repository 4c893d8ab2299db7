import type { HostedTool } from './hosted-settings.js'
import type { Part, ProviderTool, ToolCall, ToolDefinition } from './types.js'

/**
 * Returns true for a call that the client has to answer: the provider did not run it. The call may be broken,
 * so this does not allow execution; `clientCalls` returns the calls that may be run.
 */
export function isCallToAnswer(part: Part): part is ToolCall {
  return part.type === 'tool-call' && !part.providerExecuted
}

/**
 * The calls that the client has to answer, including broken ones. `clientCalls` returns the calls that may be
 * run.
 */
export function callsToAnswer(parts: readonly Part[]): ToolCall[] {
  return parts.filter(isCallToAnswer)
}

/** Returns true for a tool of the vendor, as opposed to the caller's tools. */
export function isVendorTool(tool: ToolDefinition): tool is ProviderTool | HostedTool {
  return tool.type === 'provider' || tool.type === 'hosted'
}
