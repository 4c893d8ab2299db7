import { rulesOf } from '../../src/translate/lint/limited.js'
import type { Rule } from '../../src/translate/lint/rule.js'
import { limits } from './limits.js'
import { contentRules, idRules, pairingRules } from './rules/items.js'
import { flowRules, sessionRules, toolRules } from './rules/session.js'
import { shapeRules } from './rules/shapes.js'

/**
 * Rules for the events of a session's client. REALTIME-FLOW-02, -ITEM-01 and -PLATFORM-01 are not included:
 * the client's events do not show when an answer runs, which ids the server assigned, or which server the
 * socket connects to.
 */
export const rules: readonly Rule[] = rulesOf(
  { limits, viewOf: (request) => request },
  {
    ...idRules,
    ...pairingRules,
    ...contentRules,
    ...toolRules,
    ...sessionRules,
    ...flowRules,
    ...shapeRules,
  },
)
