import { rangesOf } from '../../src/codec/shape/settings/setting-ranges.js'
import type { Limits, TextLimit } from '../../src/codec/wire/limits.js'
import { schemas } from './family.js'
import { SETTINGS } from './settings.js'

const callId: TextLimit = {
  pattern: '[\\x20-\\x7e]+',
  characters: 'a-zA-Z0-9_-',
  maxLength: 32,
  lengthRule: 'REALTIME-ID-02',
}

const olderName: TextLimit = { pattern: '[a-zA-Z0-9_-]+', characters: 'a-zA-Z0-9_-', maxLength: 64 }

/** Audio format of sessions in both directions: 16 bits, one channel. */
export const PCM = 'audio/pcm;rate=24000'

/** The limits of this wire. Sources: README.md. */
export const limits: Limits = {
  settingRanges: rangesOf(SETTINGS),
  callId,
  toolName: { ...olderName, maxLength: 128, portable: olderName, rule: 'REALTIME-NAME-01' },
  systemMessages: 'anywhere',
  refusesBlankText: false,
  customTools: false,
  userMedia: ['image', 'audio'],
  resultMedia: [],
  errorResultMedia: false,
  mediaSources: ['data'],
  mediaLimits: {
    image: { types: ['image/png', 'image/jpeg'], names: false },
    audio: { types: [PCM, 'audio/pcm', 'audio/pcmu', 'audio/pcma'], names: false },
  },
  allowedTools: false,
  reasoningDepth: 'effort',
  toolsRequiredWithHistory: false,
  strictTools: false,
  schemas,
  modelOutsideBody: true,
  outcomes: ['complete', 'tool-calls', 'length', 'filtered', 'interrupted', 'pending', 'unknown'],
  // Decoding adds this mark if the server's own turns are missing between the events.
  storedTurns: [{ field: 'held' }],
  profiles: {
    // xAI's call ids have 41 to 43 characters.
    xai: { callId: { ...callId, maxLength: 64 } },
  },
}
