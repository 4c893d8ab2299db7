import { each, none } from '../../../src/translate/lint/checks.js'
import {
  type FieldAt,
  type Find,
  fieldIn,
  listAt,
  objectAt,
  those,
  within,
} from '../../../src/translate/lint/found.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import type { Fix } from '../../../src/translate/lint/rule.js'
import { REFUSED_ELSEWHERE } from '../vendors.js'
import { allBlocks } from './request.js'

const remove: Fix = (_request, path) => [{ op: 'remove', path }]

const given =
  (names: readonly string[]): Find<FieldAt> =>
  (request) =>
    names.flatMap((name) => fieldIn(name)(request)).filter(({ value }) => value !== undefined)

/** Sources of media in messages and results. */
const sourcesOf = within(
  (request) => allBlocks(request).flatMap((block) => [block, ...listAt('content')(block)]),
  objectAt('source'),
)

/** Restrictions of other platforms that offer the vendor's models. */
export const platformRules: RuleRows = {
  'PLATFORM-FIELD-01': {
    profiles: ['bedrock', 'foundry', 'vertex'],
    summary: 'Other platforms refuse newer fields of the body, unless a beta header asks for them.',
    error: 'Extra inputs are not permitted',
    evidence: 'https://github.com/anthropics/claude-code/issues/21612',
    check: none(given([...REFUSED_ELSEWHERE, 'output_config']), 'this platform refuses the field'),
    fix: remove,
  },
  'PLATFORM-FIELD-02': {
    profiles: ['bedrock-claude-4.6', 'vertex-claude-4.6'],
    summary: 'Other platforms refuse newer fields of the body, but accept the effort of Claude from 4.6 on.',
    error: 'Extra inputs are not permitted',
    evidence: 'https://github.com/BerriAI/litellm/pull/23971',
    check: none(given(REFUSED_ELSEWHERE), 'this platform refuses the field'),
    fix: remove,
  },
  'VERTEX-ANTHROPIC-01': {
    profiles: ['vertex', 'vertex-claude-4.6'],
    severity: 'warning',
    summary: 'The URL names the model, the body does not, and it has an anthropic_version.',
    evidence: 'https://docs.cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/use-claude',
    check: (request, report) => {
      if (request.model !== undefined) report('/model', 'the URL names the model')
      if (request.anthropic_version === undefined) report('/anthropic_version', 'it is missing')
    },
    fix: (_request, path) =>
      path === '/model' ? [{ op: 'remove', path }] : [{ op: 'add', path, value: 'vertex-2023-10-16' }],
  },
  'VERTEX-ANTHROPIC-02': {
    profiles: ['bedrock', 'bedrock-claude-4.6', 'vertex', 'vertex-claude-4.6'],
    summary: 'Media are sent as data: nothing is fetched from an address.',
    evidence: 'https://github.com/vercel/ai/tree/main/packages/google-vertex/src/anthropic',
    check: each(
      those(sourcesOf, ({ value }) => value.type === 'url'),
      () => true,
      'nothing is fetched from an address here',
    ),
  },
}
