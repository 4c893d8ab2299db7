import type { Limits } from '../../src/codec/wire/limits.js'

/** Sources: README.md and the rules of the same numbers in rules.ts. */
export const limits: Limits = {
  // What wires store for themselves goes into `_meta`. A recorded session may hold calls without an answer; see fit.ts.
  carries: ['metadata', 'open-calls'],
  callId: { pattern: '[\\s\\S]+', characters: '\\s\\S', maxLength: Number.MAX_SAFE_INTEGER },
  toolName: {
    pattern: '[A-Za-z0-9._-]+',
    characters: 'A-Za-z0-9._-',
    maxLength: 128,
    rule: 'MCP-NAME-01',
  },
  // There is one prompt of the system, outside of the messages.
  systemMessages: 'leading',
  refusesBlankText: false,
  customTools: false,
  userMedia: ['image', 'audio'],
  assistantMedia: ['image', 'audio'],
  resultMedia: ['image', 'audio', 'video', 'file'],
  errorResultMedia: true,
  mediaSources: ['data'],
  // Any type, but it has to be said; names are those of resources.
  mediaLimits: { image: { types: ['image/*'], names: false }, audio: { types: ['audio/*'], names: false } },
  allowedTools: false,
  toolChoices: ['auto', 'none', 'required', 'opaque'],
  parallelSwitch: false,
  toolsRequiredWithHistory: false,
  // MCP-SCHEMA-01: a list with another root fails as a whole. Clients read 2020-12 where nothing else is said.
  schemas: { root: 'object', isAlwaysChecked: true },
  // The reason is any word.
  requiresMaxOutputTokens: true,
  // The client chooses it.
  modelOutsideBody: true,
  profiles: {
    // What @modelcontextprotocol/sdk 1 writes and reads: no `true` or `false` in place of a schema (MCP-SCHEMA-01).
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
