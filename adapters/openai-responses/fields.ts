import { isArray, isObject } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'

export type FieldType = 'string' | 'number' | 'boolean' | 'object' | 'array'

/** The question that `readableFields` answers, asked field by field, for what is read often. */
export function isReadable(
  native: JsonObject,
  types: Readonly<Record<string, FieldType>>,
): { has(field: string): boolean } {
  return { has: (field) => Object.hasOwn(types, field) && isOfType(native[field], types[field]) }
}

/** The fields that are there with the type that the decoder reads; those of another type stay in `extra`. */
export function readableFields(native: JsonObject, types: Readonly<Record<string, FieldType>>): Set<string> {
  return new Set(Object.keys(types).filter((field) => isOfType(native[field], types[field])))
}

function isOfType(value: JsonValue | undefined, type: FieldType | undefined): boolean {
  if (type === 'array') return isArray(value)
  return type === 'object' ? isObject(value) : typeof value === type
}
