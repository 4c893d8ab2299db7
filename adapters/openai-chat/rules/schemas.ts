import type { Rule } from '../../../src/adapter/rule.js'
import { isObject } from '../../../src/json/read.js'
import type { JsonObject } from '../../../src/json/types.js'
import { type Found, hasType, optionalProperties, schemasOf } from '../../../src/schema/walk.js'

/**
 * The rules for schemas of function parameters, which both of OpenAI's wires share.
 * @param prefix of the rule ids.
 * @param functionsOf finds the objects of a request that hold `parameters` and `strict`.
 */
export function schemaRulesOf(
  prefix: string,
  functionsOf: (request: JsonObject) => Found[],
): readonly Rule[] {
  const parametersOf = (request: JsonObject) => functionsOf(request).flatMap(parametersIn)
  const strictSchemas = (request: JsonObject) =>
    functionsOf(request)
      .filter(({ value }) => value.strict === true)
      .flatMap(parametersIn)
      .flatMap(schemasOf)
  return [
    {
      id: `${prefix}-SCHEMA-01`,
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
      id: `${prefix}-SCHEMA-02`,
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
      id: `${prefix}-SCHEMA-03`,
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
      id: `${prefix}-SCHEMA-04`,
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
      id: `${prefix}-SCHEMA-05`,
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
}

function parametersIn({ value, path }: Found): Found[] {
  return isObject(value.parameters) ? [{ value: value.parameters, path: `${path}/parameters` }] : []
}
