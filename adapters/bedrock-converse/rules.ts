import type { Rule } from '../../src/lint/rule.js'
import { contentRules, historyRules } from './rules/history.js'
import { toolRules } from './rules/tools.js'

/** By which requests are accepted or refused. Not imported by `index.ts`, so that the adapter stays small. */
export const rules: readonly Rule[] = [...historyRules, ...contentRules, ...toolRules]
