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

export { refusals } from './refusals.js'

/**
 * What the Responses API accepts. OPENAI-RESP-REASON-02 (a stored item keeps its reasoning) is not here: a request does
 * not show which items had reasoning once it is gone; `fit` sees to it instead.
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
  },
)
