import { anyText, storeLimits } from '../../src/codec/format/store-limits.js'
import type { Limits, TextLimit } from '../../src/codec/wire/limits.js'
import { profiles, uiProfiles, uiResults } from './package-limits.js'

const SHORT_TEXT: TextLimit = { ...anyText, maxLength: 100_000 }

/**
 * Limits of the SDK, which accepts nearly all values. The limits of a provider are checked by its package.
 * Rules: README.md.
 */
export const limits: Limits = {
  ...storeLimits,
  carries: [...storeLimits.carries, 'provider-tools'],
  callId: SHORT_TEXT,
  toolName: SHORT_TEXT,
  customTools: true,
  urlSafeBase64: false,
  modelOutsideBody: true,
  profiles,
}

/** Limits of messages of user interfaces. */
export const uiLimits: Limits = /* @__PURE__ */ { ...limits, ...uiResults, profiles: uiProfiles() }
