import { storeLimits } from '../../src/codec/format/store-limits.js'
import type { Limits } from '../../src/codec/wire/limits.js'

export const limits: Limits = {
  ...storeLimits,
  namespaces: true,
  allowedTools: false,
  parallelSwitch: false,
  // `CacheType` of its `MessageAttributes`: five minutes and an hour.
  cacheMarks: {
    on: ['text', 'answer', 'media', 'tool-call', 'tool-result', 'result-part', 'tool'],
    ttls: ['5m', '1h'],
    most: Number.MAX_SAFE_INTEGER,
  },
  modelOutsideBody: true,
}
