import { logLimits } from '../../src/codec/format/log-entries.js'
import type { Limits } from '../../src/codec/wire/limits.js'

/** A log accepts everything. Thinking has separate entries. */
export const limits: Limits = logLimits
