import { rulesOf } from '../../src/translate/lint/limited.js'
import type { Rule } from '../../src/translate/lint/rule.js'
import { viewOf } from './family.js'
import { limits } from './limits.js'
import { messageRules } from './rules/messages.js'
import { settingRules } from './rules/settings.js'
import { shapeRules } from './rules/shapes.js'
import { toolRules } from './rules/tools.js'

export { refusals } from './refusals.js'

/** What Cohere accepts: its page of errors, refusals that were reported, and the types of its client. */
export const rules: readonly Rule[] = rulesOf(
  { limits, viewOf },
  // First: what is meant for another format is unknown here, and would be left out.
  { ...shapeRules, ...messageRules, ...toolRules, ...settingRules },
)
