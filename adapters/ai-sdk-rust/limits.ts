import { storeLimits } from '../../src/codec/format/store-limits.js'
import type { Limits } from '../../src/codec/wire/limits.js'

/** What has no place of its own is kept beside the rest (`slots.ts`). */
export const limits: Limits = {
  ...storeLimits,
  carries: [...storeLimits.carries, 'provider-tools'],
  allowedTools: false,
  modelOutsideBody: true,
}
