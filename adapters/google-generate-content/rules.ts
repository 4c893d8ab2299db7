import { mediaInResults } from '../../src/translate/lint/limit-checks.js'
import { rulesOf } from '../../src/translate/lint/limited.js'
import type { Rule } from '../../src/translate/lint/rule.js'
import { limits } from './limits.js'
import { historyRules } from './rules/history.js'
import { settingValueRules } from './rules/settings.js'
import { shapeRules } from './rules/shapes.js'
import { toolRules } from './rules/tools.js'
import { valueShapeRules } from './rules/values.js'
import { generationOf, viewOf } from './rules/view.js'

export { refusals } from './refusals.js'

const wire = { limits, viewOf }

const mediaRules = rulesOf(wire, {
  'GOOGLE-MEDIA-01': {
    severity: 'warning',
    summary: 'Only Gemini 3 and later accept media inside results.',
    evidence: 'vercel/ai and badlogic/pi-mono send them apart to older models',
    seen: mediaInResults,
  },
})

/**
 * Returns the rule with the limits of the model's generation, if the request names the model and the caller
 * chose no limits.
 */
function byGeneration(rule: Rule): Rule {
  return {
    ...rule,
    check(request, report, choice) {
      const generation = generationOf(request)
      if (choice !== undefined) rule.check(request, report, choice)
      else if (generation !== undefined && generation < 3)
        rule.check(request, (path, says) => report(path, says), 'before-gemini-3')
    },
  }
}

/**
 * Acceptance rules of the servers. Rules of one backend or one model generation are warnings, because a REST
 * body names neither backend nor generation. Not included: GOOGLE-TOOLS-04 (a flag that only Vertex rejects),
 * which a body does not show.
 */
export const rules: readonly Rule[] = [
  ...rulesOf(wire, historyRules),
  ...mediaRules.map(byGeneration),
  ...rulesOf(wire, toolRules),
  ...rulesOf(wire, settingValueRules),
  ...rulesOf(wire, shapeRules),
  ...rulesOf(wire, valueShapeRules),
]
