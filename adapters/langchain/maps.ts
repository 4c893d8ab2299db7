import type { Role } from '../../src/base/model/types.js'
import type { FinishTable } from '../../src/codec/shape/finish-table.js'
import type { UsageTable } from '../../src/codec/shape/usage-table.js'

/** Names of roles in `type`, `role` and pairs. Any other name counts as user. */
export const ROLE_NAMES: ReadonlyMap<string, Role> = new Map([
  ['human', 'user'],
  ['user', 'user'],
  ['ai', 'assistant'],
  ['assistant', 'assistant'],
  ['AIMessageChunk', 'assistant'],
  ['system', 'system'],
  ['developer', 'system'],
  ['tool', 'tool'],
  ['function', 'tool'],
])

/** The role names that are written. */
export const TYPES: Readonly<Record<Role, string>> = {
  user: 'human',
  assistant: 'ai',
  system: 'system',
  tool: 'tool',
}

/** The class of a constructor by role name, without the suffix `Message`. */
export const CLASSES: Readonly<Record<string, string>> = {
  human: 'Human',
  ai: 'AI',
  system: 'System',
  tool: 'Tool',
  function: 'Function',
  generic: 'Chat',
  remove: 'Remove',
}

/** Fields for the finish reason: each integration keeps its provider's value in one of these. */
export const FINISH_FIELDS = ['finish_reason', 'stop_reason', 'stopReason', 'finishReason', 'done_reason']

/** Finish reasons of the providers that have integrations. */
export const FINISH: FinishTable = [
  ['complete', 'stop end_turn stop_sequence STOP COMPLETE complete eos'],
  ['tool-calls', 'tool_calls tool_use function_call TOOL_CALL tool-calls'],
  ['length', 'length max_tokens MAX_TOKENS'],
  ['context-full', 'model_context_window_exceeded model_length'],
  ['refused', 'refusal'],
  [
    'filtered',
    'content_filter content-filter content_filtered guardrail_intervened SAFETY RECITATION BLOCKLIST PROHIBITED_CONTENT SPII ERROR_TOXIC sensitive',
  ],
  [
    'failed',
    'error ERROR MALFORMED_FUNCTION_CALL UNEXPECTED_TOOL_CALL malformed_tool_use malformed_model_output insufficient_system_resource network_error abort',
  ],
  ['paused', 'pause_turn'],
  ['unknown', 'other'],
]

/** `input_tokens` is the complete prompt. The three totals are always numbers. */
export const USAGE: UsageTable = {
  rows: {
    input_tokens: 'inputTokens',
    output_tokens: 'outputTokens',
    total_tokens: 'totalTokens',
    input_token_details: { cache_read: 'cachedInputTokens', cache_creation: 'cacheWriteTokens' },
    output_token_details: { reasoning: 'reasoningTokens' },
  },
  sums: true,
  always: ['inputTokens', 'outputTokens'],
}

/**
 * Types of content blocks that are calls: the field of their arguments, and true if the provider ran them.
 */
export const CALL_BLOCKS: Readonly<Record<string, readonly [field: 'args' | 'input', executed: boolean]>> = {
  tool_call: ['args', false],
  tool_call_chunk: ['args', false],
  invalid_tool_call: ['args', false],
  tool_use: ['input', false],
  server_tool_call: ['args', true],
  server_tool_use: ['input', true],
  mcp_tool_use: ['input', true],
}
