import { rulesOf } from '../../src/translate/lint/limited.js'
import type { Rule } from '../../src/translate/lint/rule.js'
import { limits } from './limits.js'
import { historyRules } from './rules/history.js'
import { requestRules } from './rules/request.js'
import { settingValueRules } from './rules/settings.js'
import { shapeRules } from './rules/shapes.js'

export { refusals } from './refusals.js'

/**
 * Acceptance rules of the Interactions API. Not included, because a request does not show them: GINTER-SIG-01
 * (signatures are returned unchanged) and GINTER-STATE-02 (the previous interaction has finished).
 */
export const rules: readonly Rule[] = rulesOf(
  { limits, viewOf: (request) => request },
  { ...historyRules, ...requestRules, ...settingValueRules, ...shapeRules },
)
