import { MEDIA_KINDS } from '../../base/model/constants.js'
import type { Limits, TextLimit } from '../wire/limits.js'

/** Any text. */
export const anyText: TextLimit = {
  pattern: '[\\s\\S]*',
  characters: '\\s\\S',
  maxLength: Number.MAX_SAFE_INTEGER,
}

/** Of formats that refuse nothing: what has no place of its own is kept beside the rest. */
export const storeLimits = {
  carries: ['reasoning', 'provider-executed', 'metadata', 'source', 'opaque', 'open-calls'],
  callId: anyText,
  toolName: anyText,
  systemMessages: 'anywhere',
  refusesBlankText: false,
  customTools: false,
  userMedia: MEDIA_KINDS,
  assistantMedia: MEDIA_KINDS,
  resultMedia: MEDIA_KINDS,
  errorResultMedia: true,
  mediaSources: ['data', 'url', 'file-id', 'text'],
  urlSafeBase64: true,
  toolsRequiredWithHistory: false,
} as const satisfies Limits
