import { rulesOf } from '../../src/translate/lint/limited.js'
import type { Rule } from '../../src/translate/lint/rule.js'
import { limits } from './limits.js'
import { contentRules, idRules, pairingRules, reasoningRules } from './rules/items.js'
import { mediaRules } from './rules/media.js'
import { requestRules } from './rules/request.js'
import { serverRules } from './rules/servers.js'
import { settingValueRules } from './rules/settings.js'
import { shapeRules } from './rules/shapes.js'
import { nameRules, schemaRules, toolRules } from './rules/tools.js'
import { valueShapeRules } from './rules/values.js'

export { refusals } from './refusals.js'

/**
 * Rules of the Responses API. OPENAI-RESP-REASON-02 (a stored item keeps its reasoning) is not included,
 * since a request without the reasoning does not show which items had it. `fit` enforces the rule instead.
 */
export const rules: readonly Rule[] = rulesOf(
  { limits, viewOf: (request) => request },
  {
    ...pairingRules,
    ...idRules,
    ...reasoningRules,
    ...contentRules,
    ...mediaRules,
    ...nameRules,
    ...toolRules,
    ...schemaRules,
    ...requestRules,
    ...serverRules,
    ...settingValueRules,
    ...shapeRules,
    ...valueShapeRules,
  },
)
