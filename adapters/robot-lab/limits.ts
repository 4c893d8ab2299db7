import { MEDIA_KINDS } from '../../src/model/constants.js'
import type { Limits, TextLimit } from '../../src/wire/limits.js'

const ANY: TextLimit = {
  pattern: '[\\s\\S]*',
  characters: '\\s\\S',
  maxLength: Number.MAX_SAFE_INTEGER,
}

/** Nobody refuses anything here: what has no place of its own is kept beside the rest. */
export const limits: Limits = {
  carries: ['reasoning', 'provider-executed', 'metadata', 'source', 'opaque', 'open-calls'],
  callId: ANY,
  toolName: ANY,
  systemMessages: 'anywhere',
  refusesBlankText: false,
  namespaces: true,
  customTools: false,
  userMedia: MEDIA_KINDS,
  assistantMedia: MEDIA_KINDS,
  resultMedia: MEDIA_KINDS,
  errorResultMedia: true,
  mediaSources: ['data', 'url', 'file-id', 'text'],
  urlSafeBase64: true,
  allowedTools: false,
  parallelSwitch: false,
  toolsRequiredWithHistory: false,
  cacheMarks: {
    on: ['text', 'answer', 'media', 'tool-call', 'tool-result', 'result-part', 'tool'],
    ttls: ['5m', '1h', '30m', '12h', '24h'],
    most: Number.MAX_SAFE_INTEGER,
  },
}
