import { schemasOf } from '../../../src/base/schema/walk.js'
import { each, none } from '../../../src/translate/lint/checks.js'
import { fieldIn, within } from '../../../src/translate/lint/found.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import { textForm } from '../../../src/translate/lint/text-form.js'
import { limits } from '../limits.js'
import { chosenNames, functionsOf, namesOf, nativeCallsOf, parametersOf, resultsOf } from './walk.js'

const TYPES = '@google/genai types'
const IGNORED: readonly string[] = limits.schemas?.refuses ?? []

const toolNames = namesOf(functionsOf)
const callNames = namesOf(nativeCallsOf)
const resultNames = namesOf(resultsOf)

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
