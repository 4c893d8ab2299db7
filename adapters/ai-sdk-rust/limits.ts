import { storeLimits } from '../../src/codec/format/store-limits.js'
import type { Limits } from '../../src/codec/wire/limits.js'

/** Features without a field are kept in a slot (`slots.ts`). */
export const limits: Limits = {
  ...storeLimits,
  carries: [...storeLimits.carries, 'provider-tools'],
  allowedTools: false,
  modelOutsideBody: true,
}
