import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { nearest } from '../../base/json/nearest-name.js'
import { pointerTokens, valueAt } from '../../base/json/pointer.js'
import { arrayOr, isArray, isObject } from '../../base/json/read-json.js'
import { CONFIG_SCHEMA, sentenceOf } from './config-schema.js'

/** A wrong value of a config file: its path, and a message. */
export interface ConfigProblem {
  readonly path: string
  readonly message: string
}

/**
 * Explains the wrong values that the validator found, by the schema at their paths. Values are not quoted, because they
 * may be keys.
 * @param paths the paths of the validator's problems.
 */
export function explainProblems(value: JsonValue, paths: readonly string[]): readonly ConfigProblem[] {
  const distinct = [...new Set(paths)]
  const innermost = distinct.filter((path) => !distinct.some((other) => other.startsWith(`${path}/`)))
  return innermost.map((path) => ({ path, message: explained(path, valueAt(value, path)) }))
}

function explained(path: string, value: JsonValue | undefined): string {
  const schemas = schemasAt(path)
  if (schemas.length === 0) return unknownSetting(path)
  const missing = isObject(value) ? missingIn(value, schemas) : undefined
  if (missing !== undefined) return missing
  const words = schemas
    .flatMap((schema) => arrayOr(schema.enum, []))
    .filter((word) => typeof word === 'string')
  const meant = typeof value === 'string' ? nearest(value, words) : undefined
  const fix = meant === undefined ? '' : `. Did you mean "${meant}"?`
  return `expected ${schemas.map(expectation).join(', or ')}${fix}`
}

/** Returns the message for a setting that does not exist, with the nearest one, or with all of them. */
function unknownSetting(path: string): string {
  const parent = path.slice(0, path.lastIndexOf('/'))
  const name = pointerTokens(path).at(-1) ?? ''
  const owners = schemasAt(parent).filter(({ properties }) => isObject(properties))
  const known = owners.flatMap(({ properties }) => Object.keys(isObject(properties) ? properties : {}))
  const meant = nearest(name, known)
  const fix = meant === undefined ? `The settings are ${known.join(', ')}` : `Did you mean ${meant}?`
  return `there is no such setting${ownerName(owners[0])}. ${fix}`
}

function ownerName(owner: JsonObject | undefined): string {
  const description = owner?.description
  return typeof description === 'string' ? ` of ${sentenceOf({ description })}` : ''
}

/** Returns the message for missing settings of an object, or undefined if none is missing. */
function missingIn(value: JsonObject, schemas: readonly JsonObject[]): string | undefined {
  for (const schema of schemas) {
    const missing = requiredBy(schema).filter((name) => value[name] === undefined)
    if (missing.length > 0) return `the setting ${missing.map(quoted).join(' and ')} is missing`
    const choices = arrayOr(schema.oneOf, []).flatMap((choice) =>
      isObject(choice) ? requiredBy(choice) : [],
    )
    if (choices.length > 0 && choices.filter((name) => value[name] !== undefined).length !== 1)
      return `exactly one of the settings ${choices.map(quoted).join(' and ')} is needed`
  }
  return undefined
}

function requiredBy({ required }: JsonObject): string[] {
  return textsIn(required)
}

function textsIn(list: JsonValue | undefined): string[] {
  return arrayOr(list, []).flatMap((text) => (typeof text === 'string' ? text : []))
}

/** Returns the alternative schemas of a setting. Empty for a setting that does not exist. */
function schemasAt(path: string): readonly JsonObject[] {
  return pointerTokens(path).reduce<readonly JsonObject[]>(
    (schemas, token) => schemas.flatMap((schema) => childrenOf(schema, token)).flatMap(alternatives),
    alternatives(CONFIG_SCHEMA),
  )
}

function childrenOf({ properties, additionalProperties, items }: JsonObject, token: string): JsonObject[] {
  const named =
    isObject(properties) && Object.hasOwn(properties, token) ? properties[token] : additionalProperties
  return [named, /^\d+$/.test(token) ? items : undefined].filter(isObject)
}

/** Resolves references and alternatives of a schema. */
function alternatives(schema: JsonObject): readonly JsonObject[] {
  if (typeof schema.$ref === 'string') {
    const referred = valueAt(CONFIG_SCHEMA, schema.$ref.slice(1))
    return isObject(referred) ? alternatives(referred) : []
  }
  const { anyOf, ...common } = schema
  if (!isArray(anyOf)) return [schema]
  const { minItems } = common
  return anyOf
    .filter(isObject)
    .flatMap(alternatives)
    .map((each) => (each.type === 'array' && minItems !== undefined ? { minItems, ...each } : each))
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/** Describes the values that a schema accepts. */
function expectation(schema: JsonObject): string {
  const { type, enum: words, const: only, pattern } = schema
  if (isArray(words)) return `one of ${words.map((word) => JSON.stringify(word)).join(', ')}`
  if (only !== undefined) return JSON.stringify(only)
  const kind = typeof type === 'string' ? (KINDS[type] ?? type) : 'another value'
  return [kind, ...bounds(schema), ...(typeof pattern === 'string' ? [`of the form ${pattern}`] : [])].join(
    ' ',
  )
}

function bounds({
  minimum,
  maximum,
  exclusiveMinimum,
  minItems,
  minLength,
  minProperties,
}: JsonObject): string[] {
  if (minimum !== undefined && maximum !== undefined) return [`from ${minimum} to ${maximum}`]
  if (minimum !== undefined) return [`of at least ${minimum}`]
  if (exclusiveMinimum !== undefined) return [`above ${exclusiveMinimum}`]
  return [minItems, minLength, minProperties].some((least) => least !== undefined)
    ? ['that is not empty']
    : []
}

function quoted(name: string): string {
  return `"${name}"`
}
