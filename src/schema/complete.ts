import { isObject } from '../json/read.js'
import type { JsonObject } from '../json/types.js'
import { mapSchemas } from './map.js'
import { hasType } from './walk.js'

/**
 * The schema with what several providers insist on and JSON Schema does not: a root of type object with `properties`,
 * and `items` for every array. Nothing that was valid becomes invalid. The same schema comes back when nothing is
 * missing.
 */
export function completeSchema(schema: JsonObject): JsonObject {
  const items = mapSchemas(schema, withItems)
  const isComplete = items.type === 'object' && isObject(items.properties)
  if (isComplete || (items.type !== undefined && items.type !== 'object')) return items
  return { ...items, type: 'object', properties: items.properties ?? {} }
}

function withItems(schema: JsonObject): JsonObject {
  return hasType(schema, 'array') && schema.items === undefined ? { ...schema, items: {} } : schema
}
