import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject } from '../../base/json/read-json.js'

/** A schema within a tool's schema. */
export interface SchemaPlace {
  readonly schema: JsonObject
  /** JSON Pointer, from the root of the schema. */
  readonly at: string
  /** The path in messages of servers that store properties as a list: `.properties[8].value.any_of[0]`. */
  readonly path: string
  /** The path with names: `.data.meta`. */
  readonly dotted: string
}

const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems']
const SINGLE = ['items', 'not', 'additionalProperties']
const NAMED = ['properties', '$defs', 'definitions']

/** Yields a schema and all schemas within it. */
export function* schemaPlaces(
  value: JsonValue | undefined,
  { at, path, dotted }: Omit<SchemaPlace, 'schema'> = { at: '', path: '', dotted: '' },
): Generator<SchemaPlace> {
  if (!isObject(value)) return
  yield { schema: value, at, path, dotted }
  for (const [keyword, inner] of Object.entries(value)) {
    const place = { at: `${at}/${keyword}`, path: `${path}.${snakeCase(keyword)}`, dotted }
    if (SINGLE.includes(keyword)) yield* schemaPlaces(inner, place)
    if (LISTS.includes(keyword) && isArray(inner))
      for (const [index, one] of inner.entries())
        yield* schemaPlaces(one, { at: `${place.at}/${index}`, path: `${place.path}[${index}]`, dotted })
    if (NAMED.includes(keyword) && isObject(inner))
      for (const [index, [key, one]] of Object.entries(inner).entries())
        yield* schemaPlaces(one, {
          at: `${place.at}/${key}`,
          path: `${place.path}[${index}].value`,
          dotted: `${dotted}.${key}`,
        })
  }
}

function snakeCase(keyword: string): string {
  return keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
