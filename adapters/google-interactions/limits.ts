import { rangesOf } from '../../src/codec/shape/settings/setting-ranges.js'
import type { Limits, TextLimit } from '../../src/codec/wire/limits.js'
import { SETTINGS } from './settings.js'

/** The same limits as for generateContent, which has the same models. */
const toolName: TextLimit = {
  pattern: '[A-Za-z_][A-Za-z0-9_.:-]*',
  characters: 'A-Za-z0-9_.:-',
  maxLength: 128,
  rule: 'GINTER-NAME-01',
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const FILE_TYPES = [
  'application/pdf',
  'text/csv',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  `${OFFICE}.wordprocessingml.document`,
  `${OFFICE}.wordprocessingml.template`,
  `${OFFICE}.spreadsheetml.sheet`,
  `${OFFICE}.presentationml.presentation`,
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.presentation',
]
const IMAGE_TYPES = 'png jpeg webp heic heif gif bmp tiff'.split(' ').map((name) => `image/${name}`)

/** The limits of this wire. Sources: README.md. */
export const limits: Limits = {
  settingRanges: rangesOf(SETTINGS),
  callId: { pattern: '[\\s\\S]+', characters: '\\s\\S', maxLength: 1024 },
  toolName,
  systemMessages: 'leading',
  refusesBlankText: false,
  customTools: false,
  userMedia: ['image', 'audio', 'video', 'file'],
  resultMedia: ['image', 'audio', 'video', 'file'],
  errorResultMedia: true,
  assistantMedia: ['image', 'audio', 'video', 'file'],
  mediaSources: ['data', 'url', 'file-id'],
  // JSON of protocol buffers: https://protobuf.dev/programming-guides/json (`bytes`).
  urlSafeBase64: true,
  // `ImageContentMimeType` and its siblings of @google/genai.
  mediaLimits: {
    image: { types: IMAGE_TYPES, names: false },
    audio: { types: ['audio/*'], names: false },
    video: { types: ['video/*'], names: false },
    file: { types: FILE_TYPES, names: false },
  },
  parallelSwitch: false,
  strictTools: false,
  reasoningDepth: 'effort',
  toolsRequiredWithHistory: false,
  // `parameters` accepts JSON Schema; keywords for counts and sizes are ignored (GINTER-SCHEMA-01).
  schemas: {
    root: 'object',
    refuses: [
      ...['minLength', 'maxLength', 'minProperties', 'maxProperties'],
      ...['uniqueItems', 'contains', 'minContains', 'maxContains'],
    ],
  },
  outcomes: ['complete', 'tool-calls', 'length', 'pending'],
  storedTurns: [{ field: 'previous_interaction_id' }],
}
