import { rangesOf } from '../../src/codec/shape/settings/setting-ranges.js'
import type { Limits, TextLimit } from '../../src/codec/wire/limits.js'
import { SETTINGS } from './settings.js'

/** The format of ids is not documented. */
const someText: TextLimit = { pattern: '[\\s\\S]+', characters: '\\s\\S', maxLength: 1024 }

/** Sources: README.md and the rules with the same numbers. */
export const limits: Limits = {
  settingRanges: rangesOf(SETTINGS),
  callId: someText,
  toolName: {
    pattern: '[a-zA-Z0-9_-]+',
    characters: 'a-zA-Z0-9_-',
    maxLength: 64,
    rule: 'XAI-GRPC-NAME-01',
  },
  systemMessages: 'anywhere',
  refusesBlankText: false,
  customTools: false,
  userMedia: ['image', 'file'],
  // XAI-GRPC-MEDIA-01.
  resultMedia: [],
  errorResultMedia: false,
  mediaSources: ['data', 'url', 'file-id'],
  // https://docs.x.ai/docs/guides/image-understanding
  mediaLimits: { image: { types: ['image/png', 'image/jpeg'], names: false } },
  // `bytes` in JSON: https://protobuf.dev/programming-guides/json/
  urlSafeBase64: true,
  allowedTools: false,
  toolsRequiredWithHistory: false,
  strictTools: false,
  reasoningDepth: 'effort',
  outcomes: ['complete', 'tool-calls', 'length', 'context-full', 'unknown'],
  storedTurns: [{ field: 'previous_response_id' }],
}
