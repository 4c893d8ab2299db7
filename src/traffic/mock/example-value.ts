import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { valueAt } from '../../base/json/pointer.js'
import { arrayOr, isArray, isObject, numberOr, objectIn, stringOr } from '../../base/json/read-json.js'

/** Levels of nested schemas. A deeper value is null, which ends recursive schemas. */
const MAX_LEVELS = 8

/** Returns an object that matches the schema of a tool: its required members, or all if none is required. */
export function exampleArguments(schema: JsonValue | undefined): JsonObject {
  const root = objectIn(schema)
  return objectIn(exampleOf({ ...root, type: 'object' }, root, MAX_LEVELS))
}

/** Returns a value that matches a schema. */
function exampleOf(schema: JsonValue | undefined, root: JsonObject, levels: number): JsonValue {
  if (!isObject(schema) || levels === 0) return null
  const [given] = [schema.const, schema.default, arrayOr(schema.enum, [])[0], arrayOr(schema.examples, [])[0]]
    .filter((value) => value !== undefined)
    .slice(0, 1)
  if (given !== undefined) return given
  const [one] = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => arrayOr(list, []))
  const target = typeof schema.$ref === 'string' ? referenced(schema.$ref, root) : one
  if (target !== undefined) return exampleOf(target, root, levels - 1)
  const type = isArray(schema.type) ? schema.type[0] : schema.type
  switch (typeof type === 'string' ? type.toLowerCase() : undefined) {
    case 'string':
      return exampleText(schema)
    case 'integer':
    case 'number':
      return numberOr(schema.minimum, 1)
    case 'boolean':
      return true
    case 'array':
      return Array.from({ length: numberOr(schema.minItems, 1) }, () =>
        exampleOf(schema.items, root, levels - 1),
      )
    case 'object':
      return exampleObject(schema, root, levels)
    default:
      return isObject(schema.properties) ? exampleObject(schema, root, levels) : 'example'
  }
}

function exampleObject(schema: JsonObject, root: JsonObject, levels: number): JsonObject {
  const properties = objectIn(schema.properties)
  const required = arrayOr(schema.required, []).flatMap((key) => (typeof key === 'string' ? [key] : []))
  const keys = required.length === 0 ? Object.keys(properties) : required
  return Object.fromEntries(
    keys.map((key) => [key, exampleOf(properties[key] ?? { type: 'string' }, root, levels - 1)]),
  )
}

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
  time: '00:00:00Z',
  email: 'example@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
}

function exampleText(schema: JsonObject): string {
  const text = FORMATS[stringOr(schema.format, '')] ?? 'example'
  const padded = text.padEnd(numberOr(schema.minLength, 0), 'e')
  return padded.slice(0, numberOr(schema.maxLength, padded.length))
}

function referenced(reference: string, root: JsonObject): JsonValue | undefined {
  return valueAt(root, reference.replace(/^#/, ''))
}
