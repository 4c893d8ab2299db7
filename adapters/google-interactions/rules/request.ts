import { isObject } from '../../../src/base/json/read-json.js'
import { schemasOf } from '../../../src/base/schema/walk.js'
import { each, none } from '../../../src/translate/lint/checks.js'
import { fieldIn, fieldOf, objectUnder, within } from '../../../src/translate/lint/found.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import type { Fix } from '../../../src/translate/lint/rule.js'
import { textForm } from '../../../src/translate/lint/text-form.js'
import { limits } from '../limits.js'
import { chosenNames, functionsOf, namesOf, nativeCallsOf, parametersOf, resultsOf } from './walk.js'

const TYPES = '@google/genai types'
const MIGRATION = 'https://ai.google.dev/gemini-api/docs/interactions-breaking-changes-may-2026'
const IGNORED: readonly string[] = limits.schemas?.refuses ?? []

const toolNames = namesOf(functionsOf)
const callNames = namesOf(nativeCallsOf)
const resultNames = namesOf(resultsOf)

/** Moves the type into `response_format`, next to the schema that the older field had alone. */
const intoFormat: Fix = ({ response_mime_type: mime_type, response_format: format }, path) => {
  const removed = { op: 'remove', path } as const
  if (typeof mime_type !== 'string') return undefined
  if (format !== undefined && (!isObject(format) || format.mime_type !== undefined)) return [removed]
  const schema = format === undefined ? {} : { schema: format }
  const op = format === undefined ? 'add' : 'replace'
  return [removed, { op, path: '/response_format', value: { type: 'text', mime_type, ...schema } }]
}

/**
 * The schema of `Api-Revision: 2026-05-07`, which ended on 8 June 2026. Since then the header has no effect:
 * @google/genai sent 2026-05-20 in versions up to 2.9, and sends none in 3.3.
 */
export const requestRules: RuleRows<unknown> = {
  'GINTER-NAME-01': {
    summary:
      'Names of functions begin with a letter or _, and have at most 128 letters, digits, _ . : and -.',
    evidence: TYPES,
    check: textForm(
      'toolName',
      (request) => [...toolNames(request), ...callNames(request)],
      (request) => [...resultNames(request), ...chosenNames(request)],
    ),
  },
  'GINTER-SCHEMA-01': {
    severity: 'info',
    summary: 'Keywords for lengths and counts are ignored: they do not constrain the model.',
    evidence: `${TYPES}, FunctionT.parameters`,
    check: none(
      within(parametersOf, (parameters) =>
        schemasOf(parameters).flatMap(({ value, path }) =>
          IGNORED.filter((keyword) => value[keyword] !== undefined).map((keyword) => ({
            path: `${path}/${keyword}`,
          })),
        ),
      ),
      'this keyword is ignored',
    ),
  },
  'GINTER-REVISION-01': {
    fix: intoFormat,
    severity: 'warning',
    summary:
      'response_format contains the type of the output; response_mime_type is from revision 2026-05-07.',
    evidence: MIGRATION,
    check: each(
      fieldIn('response_mime_type'),
      ({ value }) => value !== undefined,
      'revision 2026-05-20 has no such field',
    ),
  },
  'GINTER-REVISION-02': {
    severity: 'warning',
    summary: 'response_format describes images; generation_config.image_config is from revision 2026-05-07.',
    evidence: MIGRATION,
    check: each(
      fieldOf(objectUnder('generation_config'), 'image_config'),
      ({ value }) => value !== undefined,
      'revision 2026-05-20 has no such field',
    ),
  },
  'GINTER-STATE-01': {
    severity: 'warning',
    summary:
      'store:false and previous_interaction_id exclude each other: a continued interaction must be stored.',
    evidence: 'https://github.com/vercel/ai packages/google/src/interactions',
    check: each(
      fieldIn('previous_interaction_id'),
      ({ value, of }) => typeof value === 'string' && value !== '' && of.store === false,
      'store is false',
    ),
  },
  'GINTER-STATUS-01': {
    summary: 'A continuation_token is the only input of a continued interaction.',
    evidence: TYPES,
    check: each(
      fieldIn('input'),
      ({ value, of }) => value !== undefined && typeof of.continuation_token === 'string',
      'there is a continuation_token',
    ),
  },
}
