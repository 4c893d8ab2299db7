import type { JsonValue } from '../../../src/base/json/json-types.js'
import { each, none } from '../../../src/translate/lint/checks.js'
import { replaced } from '../../../src/translate/lint/fixes.js'
import { fieldIn, objectAt, those, within } from '../../../src/translate/lint/found.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import { isOfCloud } from './history.js'
import { lostKeywords, readSchemas } from './schemas.js'
import { functionsOf } from './walk.js'

const ROUTES = 'https://github.com/ollama/ollama, server/routes.go'
const TYPES = 'https://github.com/ollama/ollama, api/types.go'
const LEVELS: readonly JsonValue[] = [true, false, 'low', 'medium', 'high', 'max']
/** Reasoning efforts of other wires. */
const OTHER_LEVELS: Readonly<Record<string, JsonValue>> = {
  none: false,
  minimal: 'low',
  xhigh: 'max',
  true: true,
  false: false,
}
const MOST_ALTERNATIVES = 20

const parameters = within(functionsOf, objectAt('parameters'))

function isGiven(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined && value !== null
}

export const requestRules: RuleRows = {
  'OLLAMA-FIELD-01': {
    summary: 'The request names its model.',
    error: 'model is required',
    evidence: ROUTES,
    check: each(
      fieldIn('model'),
      ({ value }) => typeof value !== 'string' || value === '',
      'the model is missing',
    ),
  },
  'OLLAMA-FIELD-02': {
    fix: replaced((count) =>
      typeof count === 'number' ? Math.min(Math.max(0, Math.round(count)), MOST_ALTERNATIVES) : undefined,
    ),
    summary: 'top_logprobs is a number from 0 to 20.',
    error: 'top_logprobs must be between 0 and 20',
    evidence: ROUTES,
    check: each(
      fieldIn('top_logprobs'),
      ({ value }) =>
        isGiven(value) &&
        !(typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_ALTERNATIVES),
      'it is not an integer from 0 to 20',
    ),
  },
  'OLLAMA-THINK-02': {
    fix: replaced((level) =>
      typeof level === 'string' && Object.hasOwn(OTHER_LEVELS, level) ? OTHER_LEVELS[level] : undefined,
    ),
    summary: 'think is true, false or one of low, medium, high and max.',
    error: 'invalid think value',
    errors: ['think must be a boolean or string'],
    evidence: TYPES,
    check: each(
      fieldIn('think'),
      ({ value }) => isGiven(value) && !LEVELS.includes(value),
      'there is no such level',
    ),
  },
  'OLLAMA-FORMAT-01': {
    severity: 'warning',
    summary: 'Models of the cloud do not hold to a format.',
    evidence: 'https://docs.ollama.com/capabilities/structured-outputs',
    check: none(
      (request) =>
        isOfCloud(request)
          ? those(fieldIn('format'), ({ value }) => isGiven(value) && value !== '')(request)
          : [],
      'a model of the cloud ignores it',
    ),
  },
  'OLLAMA-SCHEMA-01': {
    fix: replaced((schema) => (schema === true ? {} : undefined)),
    summary: 'In the schema of a tool a type is a text or a list of texts, and properties are objects.',
    error: 'json: cannot unmarshal',
    evidence: TYPES,
    check: none(
      within(parameters, (schema) => readSchemas(schema).faults),
      ({ says }) => says,
    ),
  },
  'OLLAMA-SCHEMA-02': {
    severity: 'warning',
    summary: 'In the schema of a tool only seven keywords reach the model; others are dropped silently.',
    evidence: TYPES,
    check: none(
      within(parameters, lostKeywords),
      ({ keywords }) => `the server leaves out ${keywords.join(', ')}`,
    ),
  },
}
