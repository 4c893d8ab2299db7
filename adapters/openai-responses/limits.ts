import { rangesOf } from '../../src/codec/shape/settings/setting-ranges.js'
import type { Limits, TextLimit } from '../../src/codec/wire/limits.js'
import { schemas, strictMode } from './family.js'
import { SETTINGS } from './settings.js'
import { vendorHosts } from './vendor-hosts.js'
import { vendors } from './vendors.js'

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const FILE_TYPES = [
  'application/pdf',
  'text/*',
  'application/json',
  'application/javascript',
  'application/typescript',
  'application/csv',
  'application/rtf',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  `${OFFICE}.wordprocessingml.document`,
  `${OFFICE}.spreadsheetml.sheet`,
  `${OFFICE}.presentationml.presentation`,
  'application/vnd.oasis.opendocument.text',
  'application/vnd.apple.pages',
  'application/vnd.apple.keynote',
  'application/vnd.apple.iwork',
  'message/rfc822',
]

const olderName: TextLimit = {
  pattern: '[a-zA-Z0-9_-]+',
  characters: 'a-zA-Z0-9_-',
  maxLength: 64,
  rule: 'OPENAI-RESP-NAME-04',
}

/** The limits of this wire. Sources: README.md. */
export const limits: Limits = {
  settingRanges: rangesOf(SETTINGS),
  // The API limits only the length (`FunctionCallOutputItemParam` in openai-openapi). Ids of other wires are
  // accepted unchanged.
  callId: {
    pattern: '[\\x20-\\x7e]+',
    characters: 'a-zA-Z0-9_-',
    maxLength: 64,
    lengthRule: 'OPENAI-RESP-ID-01',
  },
  // `FunctionToolParam`: 1 to 128 characters. Older deployments allow at most 64.
  toolName: { ...olderName, maxLength: 128, portable: olderName, rule: 'OPENAI-RESP-NAME-01' },
  systemMessages: 'anywhere',
  refusesBlankText: false,
  namespaces: true,
  // https://platform.openai.com/docs/guides/async-tool-calling
  asyncCalls: true,
  customTools: true,
  userMedia: ['image', 'file'],
  resultMedia: ['image', 'file'],
  errorResultMedia: true,
  mediaSources: ['data', 'url', 'file-id'],
  // https://developers.openai.com/api/docs/guides/images-vision and /file-inputs ("Full list of accepted file types").
  mediaLimits: {
    image: { types: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'], names: false },
    file: { types: FILE_TYPES },
  },
  reasoningDepth: 'effort',
  toolsRequiredWithHistory: false,
  schemas: { ...schemas, isAlwaysChecked: true },
  strictMode,
  // https://developers.openai.com/api/docs/guides/prompt-caching
  cacheKey: true,
  // `schema must be a JSON Schema of 'type: "object"'`: https://github.com/podly-pure-podcasts/podly_pure_podcasts/pull/89
  outputSchema: { isOfObjects: true, strict: strictMode },
  outcomes: ['complete', 'tool-calls', 'length', 'filtered', 'pending'],
  storedTurns: [{ field: 'previous_response_id' }, { field: 'conversation' }],
  profiles: {
    'older-deployments': { toolName: olderName },
    ...vendors,
    // `ResponseInputText` and its siblings of the openai client: https://developers.openai.com/api/docs/guides/prompt-caching
    'gpt-5.6': {
      cacheMarks: {
        on: ['text', 'media', 'result-part'],
        ttls: ['30m', '12h'],
        most: 4,
        field: 'prompt_cache_breakpoint',
      },
    },
  },
  profilesByHost: vendorHosts,
  unknownHost: 'compatible',
}
