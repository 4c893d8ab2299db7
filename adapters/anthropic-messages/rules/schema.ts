import type { Rule } from '../../../src/adapter/rule.js'
import { at, isArray, isObject } from '../../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../../src/json/types.js'
import { customTools, listOf } from './request.js'

const MOST_STRICT_TOOLS = 20
const MOST_OPTIONAL = 24
const MOST_UNIONS = 16
/** Deeper schemas than this are not looked at. */
const MAX_DEPTH = 200

interface Subschema {
  readonly schema: JsonObject
  readonly path: string
}

const MAPS = ['properties', '$defs', 'definitions', 'patternProperties'] as const
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const SINGLES = ['items', 'additionalProperties', 'not'] as const

/** The schema and all schemas inside it. */
function subschemas(root: JsonValue | undefined, path: string, depth = 0): Subschema[] {
  if (!isObject(root) || depth > MAX_DEPTH) return []
  const inner = (value: JsonValue | undefined, where: string) => subschemas(value, where, depth + 1)
  return [
    { schema: root, path },
    ...MAPS.flatMap((key) => {
      const map = root[key]
      return isObject(map)
        ? Object.keys(map).flatMap((name) => inner(map[name], at(at(path, key), name)))
        : []
    }),
    ...LISTS.flatMap((key) =>
      listOf(root[key]).flatMap((item, index) => inner(item, at(at(path, key), index))),
    ),
    ...SINGLES.flatMap((key) => inner(root[key], at(path, key))),
  ]
}

function isObjectSchema({ type, properties }: JsonObject): boolean {
  return type === 'object' || (isArray(type) && type.includes('object')) || isObject(properties)
}

function strictSchemas(request: JsonObject): Subschema[] {
  return customTools(request)
    .filter(({ value }) => value.strict === true)
    .flatMap(({ value, path }) => subschemas(value.input_schema, `${path}/input_schema`))
}

function optionalCount({ properties, required }: JsonObject): number {
  const needed = new Set(listOf(required))
  return isObject(properties) ? Object.keys(properties).filter((name) => !needed.has(name)).length : 0
}

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
  {
    id: 'ANTHROPIC-SCHEMA-03',
    severity: 'error',
    summary: 'In a strict tool every object has additionalProperties false.',
    error: "For 'object' type, 'additionalProperties' must be explicitly set to false",
    evidence: 'https://github.com/vercel/ai/issues/20681',
    check(request, report) {
      for (const { schema, path } of strictSchemas(request))
        if (isObjectSchema(schema) && schema.additionalProperties !== false)
          report(path, 'additionalProperties must be false')
    },
  },
  {
    id: 'ANTHROPIC-SCHEMA-04',
    severity: 'error',
    summary: 'A request has at most 20 strict tools.',
    error: 'The compiled grammar is too large',
    evidence: 'https://github.com/langchain4j/langchain4j/issues/5128',
    check(request, report) {
      const strict = customTools(request).filter(({ value }) => value.strict === true)
      for (const { path } of strict.slice(MOST_STRICT_TOOLS))
        report(`${path}/strict`, `more than ${MOST_STRICT_TOOLS} strict tools`)
    },
  },
  {
    id: 'ANTHROPIC-SCHEMA-05',
    severity: 'warning',
    summary: 'Strict tools have at most 24 optional properties and 16 unions in all.',
    evidence: 'https://github.com/anthropics/anthropic-sdk-typescript/issues/885',
    check(request, report) {
      const schemas = strictSchemas(request).map(({ schema }) => schema)
      const optional = schemas.reduce((sum, schema) => sum + optionalCount(schema), 0)
      const unions = schemas.filter(({ anyOf, type }) => isArray(anyOf) || isArray(type)).length
      if (optional > MOST_OPTIONAL)
        report('/tools', `${optional} optional properties are more than ${MOST_OPTIONAL}`)
      if (unions > MOST_UNIONS) report('/tools', `${unions} unions are more than ${MOST_UNIONS}`)
    },
  },
]
