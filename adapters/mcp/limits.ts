import type { Limits } from '../../src/codec/wire/limits.js'

/** The limits of this wire. Sources: README.md and the rules with the same numbers in rules.ts. */
export const limits: Limits = {
  // Metadata of other wires goes into `_meta`. A recorded session may contain calls without a result; see
  // fit.ts.
  carries: ['metadata', 'open-calls'],
  callId: { pattern: '[\\s\\S]+', characters: '\\s\\S', maxLength: Number.MAX_SAFE_INTEGER },
  toolName: {
    pattern: '[A-Za-z0-9._-]+',
    characters: 'A-Za-z0-9._-',
    maxLength: 128,
    rule: 'MCP-NAME-01',
  },
  // The protocol has a single system prompt, outside the messages.
  systemMessages: 'leading',
  refusesBlankText: false,
  customTools: false,
  userMedia: ['image', 'audio'],
  assistantMedia: ['image', 'audio'],
  resultMedia: ['image', 'audio', 'video', 'file'],
  errorResultMedia: true,
  mediaSources: ['data'],
  // Any type, but a type is required. Only resources have names.
  mediaLimits: { image: { types: ['image/*'], names: false }, audio: { types: ['audio/*'], names: false } },
  allowedTools: false,
  toolChoices: ['auto', 'none', 'required', 'opaque'],
  parallelSwitch: false,
  toolsRequiredWithHistory: false,
  // MCP-SCHEMA-01: a list of tools with another root is rejected completely. Clients read 2020-12 by default.
  schemas: { root: 'object', isAlwaysChecked: true },
  // The stop reason may be any text.
  requiresMaxOutputTokens: true,
  // The client chooses the model.
  modelOutsideBody: true,
  profiles: {
    // The form of @modelcontextprotocol/sdk 1: `true` and `false` are not accepted as schemas
    // (MCP-SCHEMA-01).
    'draft-07': {
      schemas: {
        root: 'object',
        references: 'local',
        tuples: 'items',
        booleans: false,
        refuses: ['dependentRequired', 'dependentSchemas', 'unevaluatedProperties', 'unevaluatedItems'],
        isAlwaysChecked: true,
      },
    },
  },
}
