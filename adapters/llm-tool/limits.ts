import { logLimits } from '../../src/adapter/entries.js'
import type { Limits } from '../../src/adapter/limits.js'

/** Nobody refuses anything in a log. Thinking has entries of its own. */
export const limits: Limits = logLimits
