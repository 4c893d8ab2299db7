import type { NegligibleSettings } from '../../src/adapter/fields.js'

/** Defaults: https://docs.claude.com/en/api/messages */
export const NEGLIGIBLE: NegligibleSettings = {
  // Bookkeeping (`metadata.user_id`), caching, and the version of the API where the body names it.
  metadata: 'any',
  cache_control: 'any',
  anthropic_version: 'any',
  anthropic_beta: 'any',
  betas: 'any',
  service_tier: ['auto', 'standard_only'],
  speed: ['standard'],
  mcp_servers: [[]],
  // Other wires get no thinking of this one anyway. Claude Code sends the second.
  context_management: [{ edits: [] }, { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] }],
}
