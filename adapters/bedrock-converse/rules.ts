import { rulesOf } from '../../src/translate/lint/limited.js'
import type { Rule } from '../../src/translate/lint/rule.js'
import { limits } from './limits.js'
import { familyRules, profileOf } from './rules/families.js'
import { contentRules, historyRules } from './rules/history.js'
import { settingValueRules } from './rules/settings.js'
import { shapeRules } from './rules/shapes.js'
import { toolRules } from './rules/tools.js'
import { valueShapeRules } from './rules/values.js'
import { viewOf } from './rules/walk.js'

export { refusals } from './refusals.js'

/** Acceptance rules for requests. Not imported by `index.ts`, so that the adapter stays small. */
export const rules: readonly Rule[] = rulesOf(
  { limits, viewOf, profileOf },
  {
    ...historyRules,
    ...contentRules,
    ...toolRules,
    ...familyRules,
    ...settingValueRules,
    ...shapeRules,
    ...valueShapeRules,
  },
)
