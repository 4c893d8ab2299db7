// Entry point `toolwire/tools`: runs the calls of a model with tools, contexts, executors, policies, events,
// errors. A comment followed by an empty line begins a group, which sorting does not move.

// Data that tools return to the host.

export { type FilterStats, type HostData, withHostData } from './host-data.js'
export { checksumOf, restoreResult } from './result-checksum.js'

// The input and shared data of tools: context, state, environment of commands.

export {
  redisState,
  type SendCommand,
  SQL_STATE_TABLE,
  type SqlQuery,
  type SqlStateOptions,
  sqlState,
} from './context/database.js'
export {
  createExecutionContext,
  type ExecutionOptions,
  executionOf,
  trustExecutionContext,
} from './context/execution.js'
export { createExtension, provide } from './context/extension.js'
export { type KeyvLike, type KeyvStateOptions, keyvState } from './context/keyv.js'
export { memoryState } from './context/memory-state.js'
export { type ExecutionHost, type ResolvedExecution, resolveExecution } from './context/resolve.js'
export type { DatabaseStateOptions } from './context/store-options.js'
export { createToolContext } from './context/tool-context.js'

// Running many calls.

export type { CallJournal } from './executor/call-journal.js'
export { composeExecutors } from './executor/compose.js'
export { createExecutor } from './executor/executor.js'
export type * from './executor/executor-types.js'

// Events of running calls.

export {
  createToolEvents,
  type EventStreamOptions,
  type ToolEvents,
  type ToolEventsOptions,
} from './events/bus.js'
export type * from './events/event-types.js'

// Permissions of calls.

export { type ApproveOptions, approveCall, denyCall } from './policy/approval.js'
export { createPolicy } from './policy/policy.js'
export type * from './policy/policy-types.js'

// Errors.

export {
  type CategoryFacts,
  TOOL_ERROR_CATEGORIES,
  type ToolErrorCategory,
} from './errors/categories.js'
export { type DescribeErrorOptions, describeError, type ErrorDescription } from './errors/describe.js'
export { type FormatErrorOptions, formatError } from './errors/format.js'
export { ToolError, type ToolErrorOptions } from './errors/tool-error.js'
export { type Truncated, truncateMiddle } from './errors/truncate.js'

// Tools of an MCP server.

export type { McpCall, McpClient } from './mcp/mcp-client.js'
export {
  type McpDigests,
  type McpPin,
  type McpPins,
  type McpServerTool,
  pinMcpTools,
} from './mcp/mcp-pins.js'
export { type McpToolsOptions, mcpTools } from './mcp/mcp-tools.js'

// Traces.

export type * from './telemetry/model-call.js'
export { openTelemetry } from './telemetry/open-telemetry.js'
export type * from './telemetry/telemetry-types.js'
