import { OPEN_API } from '../../src/base/schema/schema-dialect.js'
import { rangesOf } from '../../src/codec/shape/settings/setting-ranges.js'
import type { Limits, TextLimit } from '../../src/codec/wire/limits.js'
import { SETTINGS } from './settings.js'

const olderName: TextLimit = {
  pattern: '[A-Za-z_][A-Za-z0-9_.-]*',
  characters: 'A-Za-z0-9_.-',
  maxLength: 64,
  rule: 'GOOGLE-NAME-04',
}

/** Limits of the servers. Sources: README.md. */
export const limits: Limits = {
  settingRanges: rangesOf(SETTINGS),
  // Any id is accepted back: recorded traffic has ids from OpenAI and made-up ids.
  callId: { pattern: '[\\s\\S]+', characters: '\\s\\S', maxLength: 1024 },
  toolName: {
    pattern: '[A-Za-z_][A-Za-z0-9_.:-]*',
    characters: 'A-Za-z0-9_.:-',
    maxLength: 128,
    portable: olderName,
    rule: 'GOOGLE-NAME-01',
  },
  systemMessages: 'leading',
  firstRole: 'user',
  // The servers accept blank texts of their models. Vertex rejects other blank texts: "it must have a text
  // parameter". https://github.com/anomalyco/opencode/issues/31259
  refusesBlankText: 'foreign-answers',
  bareReasoning: true,
  customTools: false,
  userMedia: ['image', 'audio', 'video', 'file'],
  resultMedia: ['image', 'file'],
  errorResultMedia: true,
  assistantMedia: ['image'],
  mediaSources: ['data', 'url', 'file-id', 'text'],
  // JSON of protocol buffers: https://protobuf.dev/programming-guides/json (`bytes`).
  urlSafeBase64: true,
  // https://ai.google.dev/gemini-api/docs/image-understanding, /audio, /video-understanding and
  // /document-processing; office files are rejected: https://github.com/googleapis/python-genai/issues/829
  mediaLimits: {
    image: { types: ['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif'] },
    audio: { types: ['audio/*'] },
    video: { types: ['video/*'] },
    file: { types: ['application/pdf', 'text/*'] },
  },
  toolsRequiredWithHistory: false,
  // `parametersJsonSchema` accepts any JSON Schema. With mode ANY the root must be an object
  // (GOOGLE-SCHEMA-07).
  schemas: { root: 'object' },
  outcomes: ['complete', 'tool-calls', 'length', 'filtered', 'unknown'],
  modelOutsideBody: true,
  mixedTools: 'asked',
  profilesByModel: [[/\bgemini-(?:2\.5|[3-9]|\d\d)/, 'without-penalties']],
  profiles: {
    // "Penalty is not enabled for this model": https://github.com/google-gemini/cookbook/issues/1290
    'without-penalties': { refusedSettings: ['frequencyPenalty', 'presencePenalty'] },
    'before-gemini-3': { resultMedia: [], mixedTools: false },
    // These servers accept only `parameters`: @google/generative-ai has no `parametersJsonSchema`.
    'older-servers': { toolName: olderName, resultMedia: [], mixedTools: false, schemas: OPEN_API },
    // Vertex AI does not know the flag for mixed tools.
    'vertex-ai': { mixedTools: true, refusesBlankText: true },
  },
  profilesByHost: [[/^(?:[a-z\d-]+-)?aiplatform(?:\.[a-z]+\.rep)?\.googleapis\.com\//, 'vertex-ai']],
}
