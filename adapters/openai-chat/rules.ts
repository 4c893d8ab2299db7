import { rulesOf } from '../../src/translate/lint/limited.js'
import type { Rule } from '../../src/translate/lint/rule.js'
import { limits } from './limits.js'
import { messageRules } from './rules/messages.js'
import { outputFormatRules } from './rules/output.js'
import { schemaRulesOf } from './rules/schemas.js'
import { serverRules } from './rules/servers.js'
import { settingValueRules } from './rules/settings.js'
import { shapeRules } from './rules/shapes.js'
import { thinkingRules } from './rules/thinking.js'
import { toolRules } from './rules/tools.js'
import { vendorRules } from './rules/vendors.js'
import { functionsOf, viewOf } from './rules/walk.js'

export { refusals } from './refusals.js'

/**
 * What OpenAI accepts. Rules that compatible servers do not share are warnings; those of single vendors hold under
 * their profiles of the limits.
 */
export const rules: readonly Rule[] = rulesOf(
  { limits, viewOf },
  {
    ...messageRules,
    ...toolRules,
    // Compatible servers take open objects.
    ...schemaRulesOf('OPENAI-CHAT', functionsOf, 'warning'),
    ...outputFormatRules,
    ...vendorRules,
    ...thinkingRules,
    ...serverRules,
    ...settingValueRules,
    ...shapeRules,
  },
)
