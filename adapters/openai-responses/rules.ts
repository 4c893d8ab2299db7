import type { Rule } from '../../src/adapter/rule.js'
import { contentRules, idRules, pairingRules, reasoningRules } from './lint/items.js'
import { mediaRules } from './lint/media.js'
import { requestRules } from './lint/request.js'
import { nameRules, schemaRules, toolRules } from './lint/tools.js'

/**
 * What the Responses API accepts. OPENAI-RESP-REASON-02 (a stored item keeps its reasoning) is not here: a request does
 * not show which items had reasoning once it is gone; `fit` sees to it instead.
 */
export const rules: readonly Rule[] = [
  ...pairingRules,
  ...idRules,
  ...reasoningRules,
  ...contentRules,
  ...mediaRules,
  ...nameRules,
  ...toolRules,
  ...schemaRules,
  ...requestRules,
]
