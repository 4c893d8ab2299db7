import { logLimits } from '../../src/codec/format/log-entries.js'
import type { Limits } from '../../src/codec/wire/limits.js'

/** Nobody refuses anything in a log. */
export const limits: Limits = logLimits
