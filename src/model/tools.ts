import type { HostedTool } from './hosted.js'
import type { ProviderTool, ToolDefinition } from './types.js'

/** Whether a tool is a vendor's, as opposed to the caller's own. */
export function isVendorTool(tool: ToolDefinition): tool is ProviderTool | HostedTool {
  return tool.type === 'provider' || tool.type === 'hosted'
}
