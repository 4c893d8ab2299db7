import type { HostedTool } from './hosted-settings.js'
import type { Part, ProviderTool, ToolCall, ToolDefinition } from './types.js'

/**
 * Whether it is a call that the client has to answer: one that the provider did not run. It may be broken, so this is no
 * guard of execution; `clientCalls` gives the calls that may be run.
 */
export function isCallToAnswer(part: Part): part is ToolCall {
  return part.type === 'tool-call' && !part.providerExecuted
}

/** The calls that the client has to answer, broken ones included. `clientCalls` gives those that may be run. */
export function callsToAnswer(parts: readonly Part[]): ToolCall[] {
  return parts.filter(isCallToAnswer)
}

/** Whether a tool is a vendor's, as opposed to the caller's own. */
export function isVendorTool(tool: ToolDefinition): tool is ProviderTool | HostedTool {
  return tool.type === 'provider' || tool.type === 'hosted'
}
