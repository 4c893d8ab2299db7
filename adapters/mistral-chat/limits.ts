import { rangesOf } from '../../src/codec/shape/settings/setting-ranges.js'
import type { Limits } from '../../src/codec/wire/limits.js'
import { knownFields } from './family.js'
import { SETTINGS } from './settings.js'

const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** The limits of this wire. Sources: README.md and the rules with the same numbers in rules.ts. */
export const limits: Limits = {
  settingRanges: rangesOf(SETTINGS),
  callId: {
    pattern: '[a-zA-Z0-9]+',
    characters: 'a-zA-Z0-9',
    maxLength: 9,
    exactLength: true,
    rule: 'MISTRAL-ID-01',
  },
  toolName: {
    pattern: '[a-zA-Z0-9_-]+',
    characters: 'a-zA-Z0-9_-',
    maxLength: 64,
    rule: 'MISTRAL-NAME-01',
  },
  // MISTRAL-ORDER-01.
  systemMessages: 'leading',
  firstRole: 'user',
  // MISTRAL-CONTENT-01 and -02.
  refusesBlankText: true,
  customTools: false,
  // Built-in connectors need Agents or Conversations: https://github.com/vercel/ai/issues/14312
  hostedTools: {},
  userMedia: ['image', 'audio', 'file'],
  // Only the newest models accept more than text.
  resultMedia: [],
  errorResultMedia: false,
  mediaSources: ['data', 'url', 'file-id'],
  // https://docs.mistral.ai/capabilities/vision, /audio and /document_ai
  mediaLimits: {
    image: { sources: ['data', 'url'], types: IMAGES, names: false },
    audio: {
      sources: ['data', 'url'],
      types: ['audio/mpeg', 'audio/wav', 'audio/flac', 'audio/ogg'],
      names: false,
    },
    file: { types: ['application/pdf'] },
  },
  allowedTools: false,
  // With tools that must not be called, answers are garbled (README.md).
  toolChoices: ['auto', 'required', 'tool'],
  reasoningDepth: 'effort',
  toolsRequiredWithHistory: false,
  // MISTRAL-SCHEMA-01: draft-07. It has no `prefixItems`.
  schemas: {
    references: 'local',
    tuples: 'items',
    refuses: ['dependentRequired', 'dependentSchemas', 'unevaluatedProperties', 'unevaluatedItems'],
  },
  knownFields: knownFields.mistral,
  // `prompt_cache_key` of @mistralai/mistralai.
  cacheKey: true,
  outcomes: ['complete', 'tool-calls', 'length', 'context-full'],
  profiles: { 'older-deployments': { resultsAlone: true } },
}
