import { MEDIA_KINDS } from '../../src/model/constants.js'
import type { Limits, TextLimit } from '../../src/wire/limits.js'

const ANY_TEXT: TextLimit = {
  pattern: '[^]*',
  characters: '\\s\\S',
  maxLength: Number.MAX_SAFE_INTEGER,
}

/** Nothing is written as it, so nothing is bent to it. */
export const limits: Limits = {
  callId: ANY_TEXT,
  toolName: ANY_TEXT,
  systemMessages: 'anywhere',
  refusesBlankText: false,
  customTools: false,
  userMedia: MEDIA_KINDS,
  resultMedia: MEDIA_KINDS,
  errorResultMedia: true,
  mediaSources: ['data', 'url', 'file-id'],
  toolsRequiredWithHistory: false,
}
