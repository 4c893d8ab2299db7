import { isArray } from '../../../src/base/json/read-json.js'
import { isEmptyList, none } from '../../../src/translate/lint/checks.js'
import { leftOut } from '../../../src/translate/lint/fixes.js'
import {
  type FieldAt,
  type Find,
  fieldIn,
  fieldOf,
  isOf,
  listAt,
  those,
  within,
} from '../../../src/translate/lint/found.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import { messagesOf } from './request.js'

const VERSIONING = 'https://platform.claude.com/docs/en/api/versioning'

const sampling: Find<FieldAt> = (request) =>
  ['temperature', 'top_p', 'top_k']
    .flatMap((name) => fieldIn(name)(request))
    .filter(({ value }) => value !== undefined)

const blocksOf = (role: string) =>
  within(
    those(messagesOf, (message) => message.role === role),
    ({ blocks }) => blocks,
  )

/** Finds citations in texts of the user, also inside search results. */
const userCitations = fieldOf(
  those(
    within(blocksOf('user'), (block) => [block, ...listAt('content')(block)]),
    isOf('text'),
  ),
  'citations',
)

/**
 * Restrictions of API version 2026-10-21, which the newer SDKs send: from 1.0 for TypeScript and from 2.0 for
 * Python. A body does not name its version, so these rules are warnings. The profile `2023-06-01` allows sampling.
 */
export const versionRules: RuleRows = {
  'ANTHROPIC-VERSION-01': {
    severity: 'warning',
    summary: 'API version 2026-10-21 refuses temperature, top_p and top_k for all models.',
    error: 'temperature: Extra inputs are not permitted',
    evidence: VERSIONING,
    check: {
      limit: 'refusedSettings',
      checkFor: ({ refusedSettings = [] }) =>
        refusedSettings.includes('temperature') &&
        none(sampling, 'API version 2026-10-21 refuses this setting'),
    },
    fix: leftOut,
  },
  'ANTHROPIC-VERSION-02': {
    severity: 'warning',
    summary: 'API version 2026-10-21 refuses document blocks in messages of the assistant.',
    evidence: VERSIONING,
    check: none(
      those(blocksOf('assistant'), isOf('document')),
      'API version 2026-10-21 refuses a document here; send it in a user message',
    ),
  },
  'ANTHROPIC-VERSION-03': {
    severity: 'warning',
    summary: 'API version 2026-10-21 refuses citations on texts of the user.',
    evidence: VERSIONING,
    check: none(
      those(userCitations, ({ value }) => isArray(value) && !isEmptyList(value)),
      'API version 2026-10-21 refuses citations here',
    ),
    fix: leftOut,
  },
}
