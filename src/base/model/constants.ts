// The words of the canonical model. Its types, its schemas and the command line's reader are made of these lists.

/** `function` takes a JSON object, `custom` takes free text; the others are tools that the vendors define. */
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

/** Those of them that have a neutral word (`HostedTool`). */
export const HOSTED_KINDS = [
  'web_search',
  'code_execution',
  'file_search',
  'computer',
  'image_generation',
  'mcp',
] as const

/** What `ToolCall.status` can be. */
export const TOOL_CALL_STATUSES = ['complete', 'malformed', 'truncated', 'not-object'] as const
/** What `MediaPart.kind` can be. */
export const MEDIA_KINDS = ['image', 'audio', 'video', 'file'] as const
/** What `Message.role` can be. */
export const ROLES = ['system', 'user', 'assistant', 'tool'] as const
/** What the mode of a choice among allowed tools can be. */
export const ALLOWED_MODES = ['auto', 'required'] as const
/** What `Finish.reason` can be. */
export const FINISH_REASONS = ['stop', 'tool-calls', 'length', 'content-filter', 'error', 'other'] as const
/** What `Finish.outcome` can be. */
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
/** What `ToolCall.withheld` can be: the outcomes after which no call runs, and a call that another model's answer replaced. */
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
/** What the type of an `OutputFormat` can be. */
export const OUTPUT_FORMATS = ['text', 'json', 'json-schema'] as const
/** What `Reasoning.effort` can be. */
export const REASONING_EFFORTS = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
/** What `Reasoning.summary` can be. */
export const REASONING_SUMMARIES = ['omitted', 'auto', 'concise', 'detailed'] as const
/** What `Settings.verbosity` can be. */
export const VERBOSITIES = ['low', 'medium', 'high'] as const
/** What `Settings.serviceTier` can be. */
export const SERVICE_TIERS = ['standard', 'flex', 'priority'] as const

/** What decoding notes, as `added`, of a tool that a search of the client found. */
export const FOUND_TOOL = 'found'
