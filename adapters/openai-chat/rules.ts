import { rulesOf } from '../../src/translate/lint/limited.js'
import type { Rule } from '../../src/translate/lint/rule.js'
import { limits } from './limits.js'
import { knownFieldRules } from './rules/known-fields.js'
import { messageRules } from './rules/messages.js'
import { outputFormatRules } from './rules/output.js'
import { schemaRulesOf } from './rules/schemas.js'
import { serverRules } from './rules/servers.js'
import { settingValueRules } from './rules/settings.js'
import { shapeRules } from './rules/shapes.js'
import { thinkingRules } from './rules/thinking.js'
import { toolRules } from './rules/tools.js'
import { valueShapeRules } from './rules/values.js'
import { vendorSchemaRules } from './rules/vendor-schemas.js'
import { vendorRules } from './rules/vendors.js'
import { functionsOf, viewOf } from './rules/walk.js'

export { refusals } from './refusals.js'

/**
 * Acceptance rules of OpenAI. Rules that compatible servers do not share are warnings. Rules of individual
 * vendors apply under their limits profiles.
 */
export const rules: readonly Rule[] = rulesOf(
  { limits, viewOf },
  {
    ...messageRules,
    ...toolRules,
    // Compatible servers accept open objects.
    ...schemaRulesOf('OPENAI-CHAT', functionsOf, 'warning'),
    ...outputFormatRules,
    ...vendorRules,
    ...vendorSchemaRules,
    ...thinkingRules,
    ...serverRules,
    ...settingValueRules,
    ...shapeRules,
    ...valueShapeRules,
    ...knownFieldRules,
  },
)
