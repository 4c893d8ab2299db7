import { isObject } from '../../../src/json/read.js'
import type { JsonObject } from '../../../src/json/types.js'
import { strictObjectsClosed, strictPropertiesRequired } from '../../../src/lint/limit-checks.js'
import { rulesOver } from '../../../src/lint/limited.js'
import type { Rule } from '../../../src/lint/rule.js'
import { type Found, hasType, schemasOf } from '../../../src/schema/walk.js'
import type { Limits } from '../../../src/wire/limits.js'
import { toolOf } from './walk.js'

/**
 * The rules for schemas of function parameters, which both of OpenAI's wires share.
 * @param prefix of the rule ids.
 * @param limits of the wire.
 * @param functionsOf finds the objects of a request that hold `parameters` and `strict`.
 * @param openObjects how bad open objects in strict schemas are.
 */
export function schemaRulesOf(
  prefix: string,
  limits: Limits,
  functionsOf: (request: JsonObject) => Found[],
  openObjects: Rule['severity'],
): readonly Rule[] {
  const viewOf = (request: JsonObject) => ({ tools: functionsOf(request).map(toolOf) })
  const { limited } = rulesOver({ limits, viewOf })
  const parametersOf = (request: JsonObject) => functionsOf(request).flatMap(parametersIn)
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
    limited(strictObjectsClosed, {
      id: `${prefix}-SCHEMA-04`,
      severity: openObjects,
      summary: 'In strict functions every object forbids additional properties.',
      error: "'additionalProperties' is required to be supplied and to be false.",
      evidence: 'https://github.com/bytedance/trae-agent/issues/173',
    }),
    limited(strictPropertiesRequired, {
      id: `${prefix}-SCHEMA-05`,
      severity: 'error',
      summary: 'In strict functions every property is required.',
      error: "'required' is required to be supplied and to be an array including every key in properties.",
      evidence: 'https://github.com/kevinwatt/mysql-mcp/issues/5',
    }),
  ]
}

function parametersIn({ value, path }: Found): Found[] {
  return isObject(value.parameters) ? [{ value: value.parameters, path: `${path}/parameters` }] : []
}
