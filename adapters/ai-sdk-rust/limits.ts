import { MEDIA_KINDS } from '../../src/model/constants.js'
import type { Limits, TextLimit } from '../../src/wire/limits.js'

const ANY: TextLimit = {
  pattern: '[\\s\\S]*',
  characters: '\\s\\S',
  maxLength: Number.MAX_SAFE_INTEGER,
}

/** Nobody refuses anything here: what has no place of its own is kept beside the rest (`slots.ts`). */
export const limits: Limits = {
  carries: ['reasoning', 'provider-executed', 'provider-tools', 'metadata', 'source', 'opaque', 'open-calls'],
  callId: ANY,
  toolName: ANY,
  systemMessages: 'anywhere',
  refusesBlankText: false,
  customTools: false,
  userMedia: MEDIA_KINDS,
  assistantMedia: MEDIA_KINDS,
  resultMedia: MEDIA_KINDS,
  errorResultMedia: true,
  mediaSources: ['data', 'url', 'file-id', 'text'],
  urlSafeBase64: true,
  allowedTools: false,
  toolsRequiredWithHistory: false,
  modelOutsideBody: true,
}
