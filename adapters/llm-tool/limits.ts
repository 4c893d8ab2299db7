import { logLimits } from '../../src/codec/format/log-entries.js'
import type { Limits } from '../../src/codec/wire/limits.js'

/** Nobody refuses anything in a log. Thinking has entries of its own. */
export const limits: Limits = logLimits
