import { rangesOf } from '../../src/codec/shape/settings/setting-ranges.js'
import type { Limits } from '../../src/codec/wire/limits.js'
import { SETTINGS } from './settings.js'
import { schemas, strictMode } from './strict.js'

/** The limits of this wire. Sources: README.md and the rules with the same numbers in rules.ts. */
export const limits: Limits = {
  settingRanges: rangesOf(SETTINGS),
  // An id is the tool name and twelve characters, so it may be long. Any id is accepted back.
  callId: { pattern: '[\\s\\S]+', characters: '\\s\\S', maxLength: 1024 },
  // The rule is from the previous version of the API. Other names are in use.
  toolName: {
    pattern: '[A-Za-z_][A-Za-z0-9_]*',
    characters: 'A-Za-z0-9_',
    maxLength: 128,
    accepted: { pattern: '[\\s\\S]+', maxLength: Number.MAX_SAFE_INTEGER },
    rule: 'COHERE-NAME-01',
  },
  // COHERE-ROLE-01.
  systemMessages: 'leading',
  // COHERE-CONTENT-01.
  refusesBlankText: 'empty',
  customTools: false,
  userMedia: ['image'],
  resultMedia: [],
  errorResultMedia: false,
  mediaSources: ['data', 'url'],
  // https://docs.cohere.com/docs/image-inputs
  mediaLimits: { image: { types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'], names: false } },
  allowedTools: false,
  toolChoices: ['none', 'required', 'opaque'],
  parallelSwitch: false,
  toolsRequiredWithHistory: false,
  // Thinking has no signature.
  bareReasoning: true,
  schemas,
  strictMode,
  outcomes: ['complete', 'tool-calls', 'length'],
}
