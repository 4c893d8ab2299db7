import { isObject } from '../../../src/base/json/read-json.js'
import { each, none } from '../../../src/translate/lint/checks.js'
import {
  closedObject,
  completed,
  notStrict,
  parentPath,
  plainRoot,
} from '../../../src/translate/lint/fixes.js'
import {
  type Find,
  fieldOf,
  objectAt,
  objectUnder,
  those,
  within,
} from '../../../src/translate/lint/found.js'
import {
  fewStrictTools,
  smallStrictSchemas,
  strictObjectsClosed,
} from '../../../src/translate/lint/limit-checks.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import {
  type OutputRefusals,
  outputGrammarRule,
  outputRule,
  schemasAt,
} from '../../../src/translate/lint/output-rules.js'
import { allTools, isCustomTool } from './request.js'

const customTools = those(allTools, isCustomTool)
const UNIONS = ['oneOf', 'allOf', 'anyOf']

const unionsAtTop = within(within(customTools, objectAt('input_schema')), ({ value, path }) =>
  UNIONS.filter((key) => value[key] !== undefined).map((key) => ({ key, path: `${path}/${key}` })),
)

const formats: Find = (request) => [
  ...objectUnder('output_config', 'format')(request),
  // The field of the beta API.
  ...objectUnder('output_format')(request),
]
const outputSchemas = schemasAt(formats, 'schema')
const OUTPUT: OutputRefusals = {
  severity: 'error',
  evidence: 'https://platform.claude.com/docs/en/build-with-claude/structured-outputs',
}

export const schemaRules: RuleRows = {
  'ANTHROPIC-SCHEMA-01': {
    fix: completed,
    summary: 'The input_schema of a tool is of type "object".',
    error: 'input_schema.type: Field required',
    evidence: '@anthropic-ai/sdk, Tool.InputSchema',
    check: each(
      fieldOf(customTools, 'input_schema'),
      ({ value }) => !isObject(value) || value.type !== 'object',
      'the schema must be of type "object"',
    ),
  },
  'ANTHROPIC-SCHEMA-02': {
    fix: (request, path) => plainRoot(request, parentPath(path)),
    summary: 'An input_schema has no oneOf, allOf or anyOf at its top level.',
    error: 'input_schema does not support oneOf, allOf, or anyOf at the top level',
    evidence: 'https://github.com/anthropics/claude-code/issues/5319',
    check: none(unionsAtTop, ({ key }) => `${key} at the top level`),
  },
  'ANTHROPIC-SCHEMA-03': {
    fix: closedObject,
    summary: 'In a strict tool every object has additionalProperties false.',
    error: "For 'object' type, 'additionalProperties' must be explicitly set to false",
    evidence: 'https://github.com/vercel/ai/issues/20681',
    seen: strictObjectsClosed,
  },
  'ANTHROPIC-SCHEMA-04': {
    fix: notStrict,
    summary: 'A request has at most 20 strict tools.',
    error: 'The compiled grammar is too large',
    evidence: 'https://github.com/langchain4j/langchain4j/issues/5128',
    seen: fewStrictTools,
  },
  'ANTHROPIC-SCHEMA-05': {
    severity: 'warning',
    summary: 'Strict tools have at most 24 optional properties and 16 unions in all.',
    evidence: 'https://github.com/anthropics/anthropic-sdk-typescript/issues/885',
    seen: smallStrictSchemas,
  },
  ...outputRule('ANTHROPIC', outputSchemas, OUTPUT),
  ...outputGrammarRule('ANTHROPIC', outputSchemas, {
    ...OUTPUT,
    error: "For 'integer' type, properties maximum, minimum are not supported",
  }),
}
