import { rulesOf } from '../../src/translate/lint/limited.js'
import type { Rule } from '../../src/translate/lint/rule.js'
import { viewOf } from './family.js'
import { limits } from './limits.js'
import { messageRules } from './rules/messages.js'
import { requestRules } from './rules/settings.js'
import { shapeRules } from './rules/shapes.js'
import { toolRules } from './rules/tools.js'
import { valueShapeRules } from './rules/values.js'

export { refusals } from './refusals.js'

/** Acceptance rules of Cohere. Sources: its error page, reported refusals, and the types of its client. */
export const rules: readonly Rule[] = rulesOf(
  { limits, viewOf },
  // Shape rules come first: fields of another format are unknown here and would be dropped.
  { ...shapeRules, ...messageRules, ...toolRules, ...requestRules, ...valueShapeRules },
)
