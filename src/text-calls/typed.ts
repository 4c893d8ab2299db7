import { tryParseJson } from '../json/parse.js'
import { isArray, isObject, objectsIn } from '../json/read.js'
import type { JsonObject, JsonValue } from '../json/types.js'
import type { DeclaredTool } from './declared.js'

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const DEEPEST = 8

/**
 * The JSON text of a value that was written as plain text, by the type that the tool declares: a declared text stays one
 * whatever it looks like, and so does what fits no declared type or has none.
 */
export function typedText(text: string, key: string, { properties, schema }: DeclaredTool): string {
  const types = properties && Object.hasOwn(properties, key) ? typesOf(properties[key], schema) : []
  return asTyped(text.trim(), types) ?? JSON.stringify(text)
}

function asTyped(text: string, types: readonly string[]): string | undefined {
  const is = (type: string) => types.includes(type)
  if (is('null') && (text === 'null' || text === 'None')) return 'null'
  if (is('boolean') && /^(?:true|false)$/i.test(text)) return text.toLowerCase()
  if ((is('number') || is('integer')) && NUMBER.test(text)) return text
  const isJson = (is('array') && text.startsWith('[')) || (is('object') && text.startsWith('{'))
  return isJson && tryParseJson(text) !== undefined ? text : undefined
}

/** The types that a schema allows, as far as it states them. */
function typesOf(schema: JsonValue | undefined, root: JsonObject, depth = 0): readonly string[] {
  if (!isObject(schema) || depth > DEEPEST) return []
  const { type, $ref: reference, anyOf, oneOf, allOf, enum: values, const: value } = schema
  if (typeof type === 'string') return [type]
  if (isArray(type)) return type.map(String)
  if (typeof reference === 'string') return typesOf(referred(reference, root), root, depth + 1)
  if (isArray(values)) return values.map(typeOf)
  if (value !== undefined) return [typeOf(value)]
  return [anyOf, oneOf, allOf].flatMap(objectsIn).flatMap((inner) => typesOf(inner, root, depth + 1))
}

function typeOf(value: JsonValue): string {
  return value === null ? 'null' : isArray(value) ? 'array' : typeof value
}

/** What a reference inside the schema stands for. */
function referred(reference: string, root: JsonObject): JsonValue | undefined {
  let found: JsonValue | undefined = root
  for (const key of reference.replace(/^#\/?/, '').split('/'))
    found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined
  return found
}
