import { anyText, storeLimits } from '../../src/codec/format/store-limits.js'
import type { Limits, TextLimit } from '../../src/codec/wire/limits.js'
import { profiles } from './package-limits.js'

const SOME_TEXT: TextLimit = { ...anyText, pattern: '[^]+' }

/**
 * Limits of LangChain, which checks only a few conditions. Refusals come from the provider behind an
 * integration.
 */
export const limits: Limits = {
  ...storeLimits,
  carries: [...storeLimits.carries, 'provider-tools'],
  callId: SOME_TEXT,
  toolName: SOME_TEXT,
  customTools: true,
  modelOutsideBody: true,
  profiles,
}
