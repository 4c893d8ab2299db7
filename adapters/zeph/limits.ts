import { logLimits } from '../../src/codec/format/log-entries.js'
import type { Limits } from '../../src/codec/wire/limits.js'

/** A log has no server that rejects values. */
export const limits: Limits = logLimits
