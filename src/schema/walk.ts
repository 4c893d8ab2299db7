import { at, isArray, isObject } from '../json/read.js'
import type { JsonObject, JsonValue } from '../json/types.js'

/** A JSON object and its place in the whole, as a JSON Pointer. */
export interface Found {
  /** The object. */
  readonly value: JsonObject
  /** JSON Pointer. */
  readonly path: string
}

/** The objects of a list; anything else in it is passed over. */
export function objectsOf(list: JsonValue | undefined, path: string): Found[] {
  if (!isArray(list)) return []
  return list.flatMap((value, index) => (isObject(value) ? [{ value, path: at(path, index) }] : []))
}

const MAPS = ['properties', '$defs', 'definitions', 'patternProperties'] as const
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const SINGLES = ['items', 'additionalProperties', 'not'] as const
/** Deeper than this no provider looks either. */
const MAX_DEPTH = 100

/** A JSON Schema and every schema nested in it. */
export function schemasOf(root: Found): Found[] {
  const found: Found[] = []
  const stack: (Found & { readonly depth: number })[] = [{ ...root, depth: 0 }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    found.push(next)
    const depth = next.depth + 1
    if (depth <= MAX_DEPTH) for (const child of children(next)) stack.push({ ...child, depth })
  }
  return found
}

function children({ value, path }: Found): Found[] {
  const named = MAPS.flatMap((key) => membersOf(value[key], at(path, key)))
  const listed = LISTS.flatMap((key) => objectsOf(value[key], at(path, key)))
  const single = SINGLES.flatMap((key) => {
    const schema = value[key]
    return isObject(schema) ? [{ value: schema, path: at(path, key) }] : []
  })
  return [...named, ...listed, ...single]
}

function membersOf(map: JsonValue | undefined, path: string): Found[] {
  if (!isObject(map)) return []
  return Object.entries(map).flatMap(([key, value]) =>
    isObject(value) ? [{ value, path: at(path, key) }] : [],
  )
}

/** Whether a schema allows the type, alone or among others. */
export function hasType(schema: JsonObject, type: string): boolean {
  return schema.type === type || (isArray(schema.type) && schema.type.includes(type))
}

/** The properties that `required` does not list. */
export function optionalProperties({ properties, required }: JsonObject): string[] {
  const listed = isArray(required) ? required : []
  return isObject(properties) ? Object.keys(properties).filter((key) => !listed.includes(key)) : []
}
