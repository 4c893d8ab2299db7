import type { JsonObject } from '../../../src/base/json/json-types.js'
import { isObject } from '../../../src/base/json/read-json.js'
import { fitSchema } from '../../../src/base/schema/fit-schema.js'
import { replaced } from '../../../src/translate/lint/fixes.js'
import { objectAt, objectUnder, within } from '../../../src/translate/lint/found.js'
import { namesFit } from '../../../src/translate/lint/limit-checks.js'
import type { LimitCheck, RuleRows } from '../../../src/translate/lint/limited.js'
import {
  type OutputRefusals,
  outputGrammarRule,
  schemasAt,
} from '../../../src/translate/lint/output-rules.js'
import { functionsOf } from './walk.js'

const parametersOf = within(functionsOf, objectAt('parameters'))

/** Checks schemas of parameters, on servers that check every restriction. The fix converts them as `fit` does. */
const schemasInDialect: LimitCheck<JsonObject> = {
  limit: 'schemas',
  checkFor: ({ schemas }) =>
    schemas?.isAlwaysChecked === 'entirely' &&
    ((request, report) => {
      for (const { value, path } of parametersOf(request)) {
        const { changes } = fitSchema(value, schemas)
        const keywords = [...new Set(changes.map(({ keyword }) => keyword || 'a schema'))]
        if (keywords.length > 0) report(path, `the schema needs another form of ${keywords.join(', ')}`)
      }
    }),
  fixFor: ({ schemas = {} }) =>
    replaced((schema) => (isObject(schema) ? fitSchema(schema, schemas).schema : undefined)),
}

const outputSchemas = schemasAt(objectUnder('response_format', 'json_schema'), 'schema')
const REFUSED_OUTPUT: OutputRefusals = {
  severity: 'error',
  error: 'Unsupported JSON schema fields',
  evidence: 'https://github.com/musistudio/claude-code-router/issues/708',
}

/** Rules for vendors that accept a subset of JSON Schema. */
export const vendorSchemaRules: RuleRows = {
  'COMPAT-SCHEMA-01': {
    summary: 'This vendor accepts a subset of JSON Schema for parameters.',
    error: 'is not a valid moonshot flavored json schema',
    errors: ['Invalid JSON payload received. Unknown name … parameters'],
    evidence: 'https://github.com/MoonshotAI/walle/blob/main/docs/validation-principles.md',
    check: schemasInDialect,
  },
  ...outputGrammarRule('COMPAT', outputSchemas, REFUSED_OUTPUT, 'error'),
  'MOONSHOT-NAME-01': {
    summary: 'Names of tools begin with a letter or an underscore.',
    evidence: 'https://github.com/MoonshotAI/kimi-cli/issues/2531',
    seen: namesFit,
  },
}
