import type { Rule } from '../../../src/adapter/rule.js'
import { isObject } from '../../../src/json/read.js'
import type { JsonObject } from '../../../src/json/types.js'
import { type Found, hasType, optionalProperties, schemasOf } from '../../../src/schema/walk.js'
import { functionsOf, parametersOf } from './walk.js'

/** All schemas of the functions that ask for strict adherence. */
function strictSchemas(request: JsonObject): Found[] {
  return functionsOf(request).flatMap(({ value, path }) =>
    value.strict === true && isObject(value.parameters)
      ? schemasOf({ value: value.parameters, path: `${path}/parameters` })
      : [],
  )
}

export const schemaRules: readonly Rule[] = [
  {
    id: 'OPENAI-CHAT-SCHEMA-01',
    severity: 'error',
    summary: 'The schema of the parameters has the type object.',
    error: `schema must be a JSON Schema of 'type: "object"'`,
    evidence: 'error texts in clients',
    check(request, report) {
      for (const { value, path } of parametersOf(request))
        if (Object.keys(value).length > 0 && value.type !== 'object') report(path, 'its type is not object')
    },
  },
  {
    id: 'OPENAI-CHAT-SCHEMA-02',
    severity: 'error',
    summary: 'The schema of the parameters has properties, were it {}.',
    error: 'In context=(), object schema missing properties',
    evidence: 'https://github.com/spring-projects/spring-ai/issues/4776',
    check(request, report) {
      for (const { value, path } of parametersOf(request))
        if (value.type === 'object' && !isObject(value.properties)) report(path, 'it has no properties')
    },
  },
  {
    id: 'OPENAI-CHAT-SCHEMA-03',
    severity: 'error',
    summary: 'Every array schema has items; prefixItems alone is not enough.',
    error: 'array schema missing items',
    evidence: 'https://github.com/PrefectHQ/fastmcp/issues/2464',
    check(request, report) {
      for (const { value, path } of parametersOf(request).flatMap(schemasOf))
        if (hasType(value, 'array') && value.items === undefined) report(path, 'the array has no items')
    },
  },
  {
    id: 'OPENAI-CHAT-SCHEMA-04',
    severity: 'error',
    summary: 'In strict functions every object forbids additional properties.',
    error: "'additionalProperties' is required to be supplied and to be false.",
    evidence: 'https://github.com/bytedance/trae-agent/issues/173',
    check(request, report) {
      for (const { value, path } of strictSchemas(request))
        if (hasType(value, 'object') && value.additionalProperties !== false)
          report(path, 'additionalProperties is not false')
    },
  },
  {
    id: 'OPENAI-CHAT-SCHEMA-05',
    severity: 'error',
    summary: 'In strict functions every property is required.',
    error: "'required' is required to be supplied and to be an array including every key in properties.",
    evidence: 'https://github.com/kevinwatt/mysql-mcp/issues/5',
    check(request, report) {
      for (const { value, path } of strictSchemas(request)) {
        const missing = hasType(value, 'object') ? optionalProperties(value) : []
        if (missing.length > 0) report(path, `not required: ${missing.slice(0, 5).join(', ')}`)
      }
    },
  },
]
