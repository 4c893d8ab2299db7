import { logLimits } from '../../src/adapter/entries.js'
import type { Limits } from '../../src/adapter/limits.js'

/** Nobody refuses anything in a log. */
export const limits: Limits = logLimits
