import { MEDIA_KINDS } from '../../base/model/constants.js'
import type { Limits, TextLimit } from '../wire/limits.js'

/** A limit that accepts any text. */
export const anyText: TextLimit = {
  pattern: '[\\s\\S]*',
  characters: '\\s\\S',
  maxLength: Number.MAX_SAFE_INTEGER,
}

/** Limits of formats that reject nothing: data without a field is carried in a slot. */
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
