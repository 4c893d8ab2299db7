import type { JsonObject } from '../../../src/base/json/json-types.js'
import { isObject } from '../../../src/base/json/read-json.js'
import { hasType, schemasOf } from '../../../src/base/schema/walk.js'
import { each } from '../../../src/translate/lint/checks.js'
import {
  closedObject,
  completed,
  constant,
  member,
  notStrict,
  plainRoot,
} from '../../../src/translate/lint/fixes.js'
import { type Find, objectAt, within } from '../../../src/translate/lint/found.js'
import { strictObjectsClosed, strictPropertiesRequired } from '../../../src/translate/lint/limit-checks.js'
import { over, type RuleRow, type RuleRows } from '../../../src/translate/lint/limited.js'
import { toolView } from './walk.js'

const UNIONS = ['oneOf', 'anyOf', 'allOf', 'enum', 'not']

function unionsIn(schema: JsonObject): string[] {
  return UNIONS.filter((keyword) => schema[keyword] !== undefined)
}

/**
 * Returns the rules for schemas of function parameters, which both of OpenAI's wires share.
 * @param prefix of the rule ids.
 * @param functionsOf finds the objects of a request with `parameters` and `strict`.
 * @param openObjects severity of open objects in strict schemas.
 */
export function schemaRulesOf(
  prefix: string,
  functionsOf: Find,
  openObjects: RuleRow['severity'],
): RuleRows<unknown> {
  const parameters = within(functionsOf, objectAt('parameters'))
  const viewOf = (request: JsonObject) => ({ tools: functionsOf(request).map(toolView) })
  return {
    [`${prefix}-SCHEMA-01`]: {
      fix: completed,
      summary: 'The schema of the parameters has the type object.',
      error: `schema must be a JSON Schema of 'type: "object"'`,
      evidence: 'error texts in clients',
      check: each(
        parameters,
        ({ value }) => Object.keys(value).length > 0 && value.type !== 'object',
        'its type is not object',
      ),
    },
    [`${prefix}-SCHEMA-02`]: {
      fix: completed,
      summary: 'The schema of the parameters has properties, even if empty.',
      error: 'In context=(), object schema missing properties',
      evidence: 'https://github.com/spring-projects/spring-ai/issues/4776',
      check: each(
        parameters,
        ({ value }) => value.type === 'object' && !isObject(value.properties),
        'it has no properties',
      ),
    },
    [`${prefix}-SCHEMA-03`]: {
      fix: member('items', constant({})),
      summary: 'Every array schema has items; prefixItems alone is not enough.',
      error: 'array schema missing items',
      evidence: 'https://github.com/PrefectHQ/fastmcp/issues/2464',
      check: each(
        within(parameters, schemasOf),
        ({ value }) => hasType(value, 'array') && value.items === undefined,
        'the array has no items',
      ),
    },
    [`${prefix}-SCHEMA-04`]: {
      fix: closedObject,
      severity: openObjects,
      summary: 'In strict functions every object forbids additional properties.',
      error: "'additionalProperties' is required to be supplied and to be false.",
      evidence: 'https://github.com/bytedance/trae-agent/issues/173',
      check: over(viewOf, strictObjectsClosed),
    },
    [`${prefix}-SCHEMA-05`]: {
      fix: notStrict,
      summary: 'In strict functions every property is required.',
      error: "'required' is required to be supplied and to be an array including every key in properties.",
      evidence: 'https://github.com/kevinwatt/mysql-mcp/issues/5',
      check: over(viewOf, strictPropertiesRequired),
    },
    [`${prefix}-SCHEMA-07`]: {
      fix: plainRoot,
      summary: 'The schema of the parameters has no union, enumeration or negation at its root.',
      error:
        "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level",
      evidence: 'https://github.com/langchain-ai/langchainjs/issues/9804',
      check: each(
        parameters,
        ({ value }) => unionsIn(value).length > 0,
        ({ value }) => `${unionsIn(value).join(', ')} at the root`,
      ),
    },
  }
}
