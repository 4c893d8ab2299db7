import { rulesOf } from '../../src/translate/lint/limited.js'
import type { Rule } from '../../src/translate/lint/rule.js'
import { limits } from './limits.js'
import { historyRules } from './rules/history.js'
import { requestRules } from './rules/request.js'
import { settingValueRules } from './rules/settings.js'
import { shapeRules } from './rules/shapes.js'

export { refusals } from './refusals.js'

/**
 * What the Interactions API accepts. GINTER-SIG-01 (signatures come back as they came) and GINTER-STATE-02 (the interaction
 * before has finished) are not here: a request does not show either.
 */
export const rules: readonly Rule[] = rulesOf(
  { limits, viewOf: (request) => request },
  { ...historyRules, ...requestRules, ...settingValueRules, ...shapeRules },
)
