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

export const TOOL_CALL_STATUSES = ['complete', 'malformed', 'truncated', 'not-object'] as const
export const MEDIA_KINDS = ['image', 'audio', 'video', 'file'] as const
export const ROLES = ['system', 'user', 'assistant', 'tool'] as const
export const ALLOWED_MODES = ['auto', 'required'] as const
export const FINISH_REASONS = ['stop', 'tool-calls', 'length', 'content-filter', 'error', 'other'] as const
export const OUTPUT_FORMATS = ['text', 'json', 'json-schema'] as const
export const REASONING_EFFORTS = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
export const REASONING_SUMMARIES = ['omitted', 'auto', 'concise', 'detailed'] as const
export const VERBOSITIES = ['low', 'medium', 'high'] as const
export const SERVICE_TIERS = ['standard', 'flex', 'priority'] as const
