import { storeLimits } from '../../src/codec/format/store-limits.js'
import type { Limits } from '../../src/codec/wire/limits.js'

export const limits: Limits = {
  ...storeLimits,
  namespaces: true,
  allowedTools: false,
  parallelSwitch: false,
  cacheMarks: {
    on: ['text', 'answer', 'media', 'tool-call', 'tool-result', 'result-part', 'tool'],
    ttls: ['5m', '1h', '30m', '12h', '24h'],
    most: Number.MAX_SAFE_INTEGER,
  },
}
