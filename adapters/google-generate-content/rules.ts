import type { Rule } from '../../src/lint/rule.js'
import { historyRules } from './rules/history.js'
import { toolRules } from './rules/tools.js'

/**
 * What the servers accept. Rules of one backend or one model generation are warnings: a REST body names neither. Not
 * here: GOOGLE-TOOLS-04 (a flag that only Vertex refuses), which no body shows.
 */
export const rules: readonly Rule[] = [...historyRules, ...toolRules]
