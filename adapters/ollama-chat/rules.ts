import { rulesOf } from '../../src/translate/lint/limited.js'
import type { Rule } from '../../src/translate/lint/rule.js'
import { limits } from './limits.js'
import { historyRules } from './rules/history.js'
import { requestRules } from './rules/request.js'
import { settingValueRules } from './rules/settings.js'
import { shapeRules } from './rules/shapes.js'
import { valueShapeRules } from './rules/values.js'
import { viewOf } from './rules/walk.js'

export { refusals } from './refusals.js'

/** Acceptance rules for requests. Not imported by `index.ts`, so that the adapter stays small. */
export const rules: readonly Rule[] = rulesOf(
  { limits, viewOf },
  { ...historyRules, ...requestRules, ...settingValueRules, ...shapeRules, ...valueShapeRules },
)
