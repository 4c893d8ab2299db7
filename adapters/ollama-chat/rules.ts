import type { Rule } from '../../src/lint/rule.js'
export const rules: readonly Rule[] = []
