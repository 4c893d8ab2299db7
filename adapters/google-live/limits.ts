import { OPEN_API } from '../../src/base/schema/schema-dialect.js'
import { rangesOf } from '../../src/codec/shape/settings/setting-ranges.js'
import type { Limits } from '../../src/codec/wire/limits.js'
import { SETTINGS } from './settings.js'

/** The limits of this wire. Sources: README.md. */
export const limits: Limits = {
  settingRanges: rangesOf(SETTINGS),
  callId: { pattern: '[\\s\\S]+', characters: '\\s\\S', maxLength: 1024 },
  toolName: {
    pattern: '[A-Za-z_][A-Za-z0-9_.:-]*',
    characters: 'A-Za-z0-9_.:-',
    maxLength: 128,
    rule: 'GLIVE-NAME-02',
  },
  systemMessages: 'leading',
  refusesBlankText: false,
  bareReasoning: true,
  customTools: false,
  userMedia: ['image', 'audio', 'video'],
  resultMedia: [],
  errorResultMedia: false,
  mediaSources: ['data'],
  mediaLimits: {
    image: { types: ['image/png', 'image/jpeg', 'image/webp'] },
    audio: { types: ['audio/*'] },
    video: { types: ['video/*'] },
  },
  allowedTools: false,
  // Sessions have no `toolConfig`: GLIVE-TOOLS-01.
  toolChoices: ['auto'],
  parallelSwitch: false,
  toolsRequiredWithHistory: false,
  strictTools: false,
  // GLIVE-SCHEMA-02: `parametersJsonSchema` is ignored.
  schemas: OPEN_API,
  outcomes: ['complete', 'tool-calls', 'filtered', 'interrupted', 'unknown'],
  refusedSettings: [
    ...(['outputFormat', 'stop', 'logProbabilities', 'frequencyPenalty', 'presencePenalty'] as const),
    ...(['serviceTier', 'parallelToolCalls', 'stream'] as const),
  ],
  // Decoding adds this mark if the server's own turns are missing between the frames.
  storedTurns: [{ field: 'held' }],
}
