// The values of the canonical model's enumerations. Its types, its schemas and the command line's reader are
// built from these lists.

/**
 * Values of `ToolKind`. The input of a `function` is a JSON object, that of a `custom` tool is free text; the
 * other kinds are defined by vendors.
 */
export const TOOL_KINDS = [
  'function',
  'custom',
  'web_search',
  'code_execution',
  'file_search',
  'computer',
  'shell',
  'mcp',
  'image_generation',
  'tool_search',
  'other',
] as const

/** The tool kinds that have a neutral name (`HostedTool`). */
export const HOSTED_KINDS = [
  'web_search',
  'code_execution',
  'file_search',
  'computer',
  'image_generation',
  'mcp',
] as const

/** Values of `ToolCall.status`. */
export const TOOL_CALL_STATUSES = ['complete', 'malformed', 'truncated', 'not-object'] as const
/** Values of `MediaPart.kind`. */
export const MEDIA_KINDS = ['image', 'audio', 'video', 'file'] as const
/** Values of `Message.role`. */
export const ROLES = ['system', 'user', 'assistant', 'tool'] as const
/** Values of the mode of a choice among allowed tools. */
export const ALLOWED_MODES = ['auto', 'required'] as const
/** Values of `Finish.reason`. */
export const FINISH_REASONS = ['stop', 'tool-calls', 'length', 'content-filter', 'error', 'other'] as const
/** Values of `Finish.outcome`. */
export const OUTCOMES = [
  'complete',
  'tool-calls',
  'length',
  'context-full',
  'filtered',
  'refused',
  'failed',
  'interrupted',
  'paused',
  'pending',
  'unknown',
] as const
/**
 * Values of `ToolCall.withheld`: the outcomes after which no call runs, and a call that another model's
 * answer replaced.
 */
export const WITHHELD_REASONS = [
  'length',
  'context-full',
  'filtered',
  'refused',
  'failed',
  'interrupted',
  'paused',
  'pending',
  'unknown',
  'superseded',
] as const
/** Values of `Reasoning.effort`. */
export const REASONING_EFFORTS = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
/** Values of `Reasoning.summary`. */
export const REASONING_SUMMARIES = ['omitted', 'auto', 'concise', 'detailed'] as const
/** Values of `Settings.verbosity`. */
export const VERBOSITIES = ['low', 'medium', 'high'] as const
/** Values of `Settings.serviceTier`. */
export const SERVICE_TIERS = ['standard', 'flex', 'priority'] as const

/** The value of `added` on a tool that a client-side search found. Decoders set it. */
export const FOUND_TOOL = 'found'
