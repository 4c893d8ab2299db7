import { isObject } from '../../../src/json/read.js'
import { fewStrictTools, smallStrictSchemas, strictObjectsClosed } from '../../../src/lint/limit-checks.js'
import type { Rule } from '../../../src/lint/rule.js'
import { customTools, limited } from './request.js'

export const schemaRules: readonly Rule[] = [
  {
    id: 'ANTHROPIC-SCHEMA-01',
    severity: 'error',
    summary: 'The input_schema of a tool is of type "object".',
    evidence: '@anthropic-ai/sdk, Tool.InputSchema',
    check(request, report) {
      for (const { value, path } of customTools(request))
        if (!isObject(value.input_schema) || value.input_schema.type !== 'object')
          report(`${path}/input_schema`, 'the schema must be of type "object"')
    },
  },
  {
    id: 'ANTHROPIC-SCHEMA-02',
    severity: 'error',
    summary: 'An input_schema has no oneOf, allOf or anyOf at its top level.',
    error: 'input_schema does not support oneOf, allOf, or anyOf at the top level',
    evidence: 'https://github.com/anthropics/claude-code/issues/5319',
    check(request, report) {
      for (const { value, path } of customTools(request)) {
        const schema = value.input_schema
        if (!isObject(schema)) continue
        for (const key of ['oneOf', 'allOf', 'anyOf'])
          if (schema[key] !== undefined) report(`${path}/input_schema/${key}`, `${key} at the top level`)
      }
    },
  },
  limited(strictObjectsClosed, {
    id: 'ANTHROPIC-SCHEMA-03',
    severity: 'error',
    summary: 'In a strict tool every object has additionalProperties false.',
    error: "For 'object' type, 'additionalProperties' must be explicitly set to false",
    evidence: 'https://github.com/vercel/ai/issues/20681',
  }),
  limited(fewStrictTools, {
    id: 'ANTHROPIC-SCHEMA-04',
    severity: 'error',
    summary: 'A request has at most 20 strict tools.',
    error: 'The compiled grammar is too large',
    evidence: 'https://github.com/langchain4j/langchain4j/issues/5128',
  }),
  limited(smallStrictSchemas, {
    id: 'ANTHROPIC-SCHEMA-05',
    severity: 'warning',
    summary: 'Strict tools have at most 24 optional properties and 16 unions in all.',
    evidence: 'https://github.com/anthropics/anthropic-sdk-typescript/issues/885',
  }),
]
