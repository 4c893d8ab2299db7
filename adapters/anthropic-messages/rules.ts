import { rulesOf } from '../../src/translate/lint/limited.js'
import type { Rule } from '../../src/translate/lint/rule.js'
import { limits } from './limits.js'
import { contentRules } from './rules/content.js'
import { identifierRules } from './rules/identifiers.js'
import { pairingRules } from './rules/pairing.js'
import { platformRules } from './rules/platforms.js'
import { viewOf } from './rules/request.js'
import { schemaRules } from './rules/schema.js'
import { settingValueRules } from './rules/settings.js'
import { shapeRules } from './rules/shapes.js'
import { thinkingRules } from './rules/thinking.js'
import { toolRules } from './rules/tools.js'
import { valueShapeRules } from './rules/values.js'
import { versionRules } from './rules/versions.js'

export { refusals } from './refusals.js'

/** Acceptance rules for requests. Not imported by `index.ts`, so that the adapter stays small. */
export const rules: readonly Rule[] = rulesOf(
  { limits, viewOf },
  {
    ...identifierRules,
    ...pairingRules,
    ...contentRules,
    ...thinkingRules,
    ...schemaRules,
    ...toolRules,
    ...platformRules,
    ...versionRules,
    ...settingValueRules,
    ...shapeRules,
    ...valueShapeRules,
  },
)
