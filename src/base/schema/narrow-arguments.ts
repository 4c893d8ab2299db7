import type { JsonObject, JsonValue } from '../json/json-types.js'
import { isArray, isObject } from '../json/read-json.js'
import { define } from '../json/write-json.js'
import { acceptsNull, resolveReference } from './references.js'
import { schemasIn } from './schema-position.js'

/**
 * Removes null from optional properties that may not be null, for a call whose schema was widened by
 * `requireAll`. Returns the same arguments if nothing is removed.
 */
export function narrowArguments(given: JsonObject, schema: JsonObject): JsonObject {
  const narrowed = narrow(given, [schema], schema)
  return isObject(narrowed) ? narrowed : given
}

/**
 * Removes the nulls of optional properties from a value, at any depth.
 * @param schemas the schemas that apply to the value.
 */
function narrow(value: JsonValue, schemas: readonly JsonObject[], root: JsonObject): JsonValue {
  if (schemas.length === 0 || typeof value !== 'object' || value === null) return value
  const views = schemas.flatMap((schema) => inPlace(schema, root, 0))
  if (isArray(value)) {
    const narrowed = value.map((item, index) => narrow(item, itemSchemas(views, index), root))
    return narrowed.every((item, index) => item === value[index]) ? value : narrowed
  }
  return isObject(value) ? narrowMembers(value, views, root) : value
}

function narrowMembers(value: JsonObject, views: readonly JsonObject[], root: JsonObject): JsonObject {
  const result: Record<string, JsonValue> = {}
  let isChanged = false
  for (const [key, member] of Object.entries(value)) {
    const declaring = views.filter(({ properties }) => isObject(properties) && Object.hasOwn(properties, key))
    const schemas = declaring.flatMap(({ properties }) => schemasIn([own(properties, key)]) ?? [])
    if (member === null && standsForNothing(key, declaring, schemas, root)) isChanged = true
    else {
      const next = narrow(member, schemas, root)
      if (next !== member) isChanged = true
      define(result, key, next)
    }
  }
  return isChanged ? result : value
}

function own(map: JsonValue | undefined, key: string): JsonValue {
  return (isObject(map) ? map[key] : undefined) ?? null
}

function standsForNothing(
  key: string,
  declaring: readonly JsonObject[],
  schemas: readonly JsonObject[],
  root: JsonObject,
): boolean {
  const isOptional = declaring.some(({ required }) => !isArray(required) || !required.includes(key))
  return schemas.length > 0 && isOptional && !schemas.some((schema) => acceptsNull(schema, root))
}

/** References may be circular. */
const MOST_STEPS = 20

/** Returns the schemas that apply to the value itself, including those of references and unions. */
function inPlace(schema: JsonObject, root: JsonObject, depth: number): readonly JsonObject[] {
  if (depth > MOST_STEPS) return []
  const { $ref: reference, anyOf, oneOf, allOf } = schema
  const target = resolveReference(root, reference)
  const others = [anyOf, oneOf, allOf].flatMap((list) => schemasIn(list) ?? [])
  const further = target === undefined ? others : [target, ...others]
  return [schema, ...further.flatMap((one) => inPlace(one, root, depth + 1))]
}

function itemSchemas(views: readonly JsonObject[], index: number): readonly JsonObject[] {
  return views.flatMap(({ prefixItems, items, additionalItems }) => {
    const tuple = isArray(prefixItems) ? prefixItems : isArray(items) ? items : []
    const rest = isArray(items) ? additionalItems : items
    const item = index < tuple.length ? tuple[index] : rest
    return isObject(item) ? [item] : []
  })
}
