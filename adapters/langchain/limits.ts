import { MEDIA_KINDS } from '../../src/model/constants.js'
import type { Limits, TextLimit } from '../../src/wire/limits.js'

const ANY_TEXT: TextLimit = {
  pattern: '[^]+',
  characters: '\\s\\S',
  maxLength: Number.MAX_SAFE_INTEGER,
}

/** LangChain itself checks hardly anything: what a provider refuses, its integration is told by the provider. */
export const limits: Limits = {
  carries: ['reasoning', 'provider-executed', 'provider-tools', 'metadata', 'source', 'opaque', 'open-calls'],
  callId: ANY_TEXT,
  toolName: ANY_TEXT,
  systemMessages: 'anywhere',
  refusesBlankText: false,
  customTools: true,
  userMedia: MEDIA_KINDS,
  resultMedia: MEDIA_KINDS,
  errorResultMedia: true,
  assistantMedia: MEDIA_KINDS,
  mediaSources: ['data', 'url', 'file-id', 'text'],
  urlSafeBase64: true,
  toolsRequiredWithHistory: false,
  modelOutsideBody: true,
}
