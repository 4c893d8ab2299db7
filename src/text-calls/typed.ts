import type { JsonObject, JsonValue } from '../base/json/json-types.js'
import { tryParseJson } from '../base/json/parse.js'
import { isArray, isObject, objectsIn } from '../base/json/read-json.js'
import type { DeclaredTool } from './declared.js'
import { readPython } from './python.js'
import { readWhole, TextSource } from './text-source.js'

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
/** Names of types that templates and models use. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  str: 'string',
  text: 'string',
  int: 'integer',
  float: 'number',
  double: 'number',
  bool: 'boolean',
  dict: 'object',
  list: 'array',
  tuple: 'array',
  none: 'null',
  nonetype: 'null',
}

/**
 * Returns the JSON text of a plain-text value, by the declared types. A value that is declared as text
 * remains text regardless of its content. A value without a matching or declared type also remains text.
 */
export function typedText(text: string, types: readonly string[]): string {
  return asTyped(text.trim(), types) ?? JSON.stringify(text)
}

function asTyped(text: string, types: readonly string[]): string | undefined {
  const is = (type: string) => types.includes(type)
  if (is('null') && (text === 'null' || text === 'None')) return 'null'
  if (is('boolean') && /^(?:true|false)$/i.test(text)) return text.toLowerCase()
  if ((is('number') || is('integer')) && NUMBER.test(text)) return text
  const isContainer = (is('array') && /^[[(]/.test(text)) || (is('object') && text.startsWith('{'))
  return isContainer ? literal(text) : undefined
}

/** Returns the JSON text of a JSON or Python value; undefined if the text is neither. */
export function literal(text: string): string | undefined {
  if (tryParseJson(text) !== undefined) return text
  const source = new TextSource(false)
  source.push(text)
  source.end()
  const value = readWhole(readPython(source))
  return typeof value === 'string' && !source.isWaiting ? value : undefined
}

/**
 * Returns the declared types of an argument, from any part of the schema: `any` if the type is not stated; an
 * empty list if the argument is unknown.
 */
export function declaredTypes(key: string, { schema }: DeclaredTool): readonly string[] {
  return typesAllowed(memberSchemas(key, [schema], schema), schema)
}

/**
 * Returns the schemas of one member of an object.
 * @param stated the schemas of the object.
 * @param root the schema to which references refer.
 */
export function memberSchemas(key: string, stated: readonly JsonValue[], root: JsonObject): JsonValue[] {
  return stated.flatMap((schema) => schemasOf(key, schema, root, new Set()))
}

/** Returns the schemas of the items of a list. */
export function itemSchemas(stated: readonly JsonValue[], root: JsonObject): JsonValue[] {
  return stated.flatMap((schema) => {
    if (!isObject(schema)) return []
    const inner = branchesOf(schema, root).flatMap((branch) => branch.items ?? [])
    return schema.items === undefined ? inner : [schema.items, ...inner]
  })
}

/** Returns the types that one of these schemas allows. */
export function typesAllowed(stated: readonly JsonValue[], root: JsonObject): readonly string[] {
  return stated.flatMap((schema) => typesOf(schema, root, new Set()))
}

/**
 * Returns the schemas of one member of an object.
 * @param seen schemas that were already visited, since schemas may contain each other.
 */
function schemasOf(key: string, schema: JsonValue, root: JsonObject, seen: Set<JsonValue>): JsonValue[] {
  if (!isObject(schema) || seen.has(schema)) return []
  seen.add(schema)
  const { properties, additionalProperties: others } = schema
  const isNamed = isObject(properties) && Object.hasOwn(properties, key)
  const stated = isNamed ? properties[key] : others
  const inner = branchesOf(schema, root).flatMap((branch) => schemasOf(key, branch, root, seen))
  return stated === undefined || stated === false ? inner : [stated, ...inner]
}

/** Returns the schemas that apply together with the given one. */
function branchesOf(schema: JsonObject, root: JsonObject): JsonObject[] {
  const { $ref: reference, anyOf, oneOf, allOf, then, else: otherwise } = schema
  const referredTo = typeof reference === 'string' ? referred(reference, root) : undefined
  return [...[anyOf, oneOf, allOf].flatMap(objectsIn), ...[referredTo, then, otherwise].filter(isObject)]
}

/** Returns the types that a schema allows. */
function typesOf(schema: JsonValue, root: JsonObject, seen: Set<JsonValue>): string[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  if (!isObject(schema)) return ['any']
  const { type, enum: values, const: value } = schema
  if (typeof type === 'string') return [typeNamed(type)]
  if (isArray(type)) return type.map((name) => (typeof name === 'string' ? typeNamed(name) : 'any'))
  if (isArray(values)) return values.map(jsonTypeOf)
  if (value !== undefined) return [jsonTypeOf(value)]
  const branches = branchesOf(schema, root)
  return branches.length === 0 ? ['any'] : branches.flatMap((inner) => typesOf(inner, root, seen))
}

function typeNamed(name: string): string {
  const plain = name.toLowerCase().replace(/\[.*/s, '')
  return Object.hasOwn(TYPE_NAMES, plain) ? (TYPE_NAMES[plain] ?? plain) : plain
}

/** Returns the name of a value's JSON type. */
export function jsonTypeOf(value: JsonValue): string {
  return value === null ? 'null' : isArray(value) ? 'array' : typeof value
}

/** Resolves a reference inside the schema. */
function referred(reference: string, root: JsonObject): JsonValue | undefined {
  let found: JsonValue | undefined = root
  for (const part of reference.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined
  }
  return found
}
