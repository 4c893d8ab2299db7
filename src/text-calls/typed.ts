import type { JsonObject, JsonValue } from '../base/json/json-types.js'
import { tryParseJson } from '../base/json/parse.js'
import { isArray, isObject, objectsIn } from '../base/json/read-json.js'
import type { DeclaredTool } from './declared.js'
import { readPython } from './python.js'
import { TextSource } from './text-source.js'

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
/** Names that templates and models give to types. */
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
 * The JSON text of a value that was written as plain text, by the types that the tool declares: a declared text stays one
 * whatever it looks like, and so does what fits no declared type or has none.
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

/** The JSON text of a value in JSON or Python; undefined when it is none. */
export function literal(text: string): string | undefined {
  if (tryParseJson(text) !== undefined) return text
  const source = new TextSource(false)
  source.push(text)
  source.end()
  // Nothing is waited for: all of it is there.
  const { value } = readPython(source).next()
  return typeof value === 'string' && !source.isWaiting ? value : undefined
}

/**
 * The types that a tool declares for an argument, wherever its schema does: `any` where it says nothing of the type, none
 * where it does not know the argument.
 */
export function declaredTypes(key: string, { schema }: DeclaredTool): readonly string[] {
  return schemasOf(key, schema, schema, new Set()).flatMap((stated) => typesOf(stated, schema, new Set()))
}

/** What a schema of an object says of one member. @param seen schemas that were looked at: they may hold each other. */
function schemasOf(key: string, schema: JsonValue, root: JsonObject, seen: Set<JsonValue>): JsonValue[] {
  if (!isObject(schema) || seen.has(schema)) return []
  seen.add(schema)
  const { properties, additionalProperties: others } = schema
  const isNamed = isObject(properties) && Object.hasOwn(properties, key)
  const stated = isNamed ? properties[key] : others
  const inner = branchesOf(schema, root).flatMap((branch) => schemasOf(key, branch, root, seen))
  return stated === undefined || stated === false ? inner : [stated, ...inner]
}

/** Schemas that hold beside the one that names them. */
function branchesOf(schema: JsonObject, root: JsonObject): JsonObject[] {
  const { $ref: reference, anyOf, oneOf, allOf, then, else: otherwise } = schema
  const referredTo = typeof reference === 'string' ? referred(reference, root) : undefined
  return [...[anyOf, oneOf, allOf].flatMap(objectsIn), ...[referredTo, then, otherwise].filter(isObject)]
}

/** The types that a schema allows. */
function typesOf(schema: JsonValue, root: JsonObject, seen: Set<JsonValue>): string[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  if (!isObject(schema)) return ['any']
  const { type, enum: values, const: value } = schema
  if (typeof type === 'string') return [typeNamed(type)]
  if (isArray(type)) return type.map((name) => (typeof name === 'string' ? typeNamed(name) : 'any'))
  if (isArray(values)) return values.map(typeOf)
  if (value !== undefined) return [typeOf(value)]
  const branches = branchesOf(schema, root)
  return branches.length === 0 ? ['any'] : branches.flatMap((inner) => typesOf(inner, root, seen))
}

function typeNamed(name: string): string {
  const plain = name.toLowerCase().replace(/\[.*/s, '')
  return Object.hasOwn(TYPE_NAMES, plain) ? (TYPE_NAMES[plain] ?? plain) : plain
}

function typeOf(value: JsonValue): string {
  return value === null ? 'null' : isArray(value) ? 'array' : typeof value
}

/** What a reference inside the schema stands for. */
function referred(reference: string, root: JsonObject): JsonValue | undefined {
  let found: JsonValue | undefined = root
  for (const part of reference.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined
  }
  return found
}
