import {
  callIdsUnique,
  callsAnswered,
  each,
  resultsCalled,
  toolNamesUnique,
} from '../../src/translate/lint/checks.js'
import { distinctIds } from '../../src/translate/lint/fix-pairs.js'
import { fieldIn } from '../../src/translate/lint/found.js'
import { idsFit, namesFit } from '../../src/translate/lint/limit-checks.js'
import { type RuleRows, rulesOf } from '../../src/translate/lint/limited.js'
import type { Rule } from '../../src/translate/lint/rule.js'
import { settingRules } from '../../src/translate/lint/setting-rules.js'
import { viewOf } from './family.js'
import { limits } from './limits.js'
import { SETTINGS } from './settings.js'

/** TODO: the facts of the provider, each with `evidence` and, if known, the `error` that it answers with. */
const ROWS: RuleRows = {
  'ACME-FIELD-01': {
    summary: 'The request names its model.',
    check: each(fieldIn('model'), ({ value }) => typeof value !== 'string', 'the model is missing'),
  },
  'ACME-ID-01': { summary: 'Ids of calls have at most 64 letters, digits, _ and -.', seen: idsFit },
  'ACME-ID-02': { summary: 'Ids of calls differ.', fix: distinctIds(viewOf, limits), seen: callIdsUnique },
  'ACME-NAME-01': { summary: 'Names of tools have at most 64 letters, digits, _ and -.', seen: namesFit },
  'ACME-NAME-02': { summary: 'Names of tools differ.', seen: toolNamesUnique },
  'ACME-PAIR-01': { summary: 'Every call has a result.', seen: callsAnswered },
  'ACME-PAIR-02': { summary: 'Every result follows its call.', seen: resultsCalled('id') },
}

export const rules: readonly Rule[] = rulesOf(
  { limits, viewOf },
  {
    ...ROWS,
    ...settingRules('ACME', {
      settings: SETTINGS,
      others: ['api', 'messages', 'tools', 'tool_choice', 'n'],
      severity: 'error',
      evidence: 'https://example.com/acme-chat',
    }),
  },
)
