import { MEDIA_KINDS } from '../../src/base/model/constants.js'
import { anyText } from '../../src/codec/format/store-limits.js'
import type { Limits } from '../../src/codec/wire/limits.js'

/** Limits of the format: none, since conversations are never encoded to this format. */
export const limits: Limits = {
  callId: anyText,
  toolName: anyText,
  systemMessages: 'anywhere',
  refusesBlankText: false,
  customTools: false,
  userMedia: MEDIA_KINDS,
  resultMedia: MEDIA_KINDS,
  errorResultMedia: true,
  mediaSources: ['data', 'url', 'file-id'],
  toolsRequiredWithHistory: false,
}
