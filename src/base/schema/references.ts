import type { JsonObject, JsonValue } from '../json/json-types.js'
import { isArray, isObject } from '../json/read-json.js'
import { schemasOf } from './walk.js'

/**
 * Returns the schema that a reference within the document points to. External references are never fetched
 * and return undefined.
 */
export function resolveReference(root: JsonObject, reference: JsonValue | undefined): JsonObject | undefined {
  if (typeof reference !== 'string' || !/^#(?:\/|$)/.test(reference)) return undefined
  const steps = reference.split('/').slice(1)
  const found = steps.reduce<JsonValue | undefined>((value, step) => member(value, unescaped(step)), root)
  return isObject(found) ? found : undefined
}

function member(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

function unescaped(step: string): string {
  if (!/[%~]/.test(step)) return step
  return decoded(step).replaceAll('~1', '/').replaceAll('~0', '~')
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

/**
 * Returns true if a schema refers to itself, directly or through others, or its references are nested too
 * deeply.
 */
export function isRecursive(root: JsonObject): boolean {
  const done = new Set<string>()
  const above = new Set<string>()
  const leadsBack = (pointer: string): boolean => {
    if (above.has(pointer) || above.size > MOST_REFERENCES) return true
    if (done.has(pointer)) return false
    done.add(pointer)
    above.add(pointer)
    const target = resolveReference(root, pointer) ?? {}
    const references = schemasOf({ value: target, path: '' }).map(({ value }) => value.$ref)
    const isFound = references.some((reference) => typeof reference === 'string' && leadsBack(reference))
    above.delete(pointer)
    return isFound
  }
  return leadsBack('#')
}

/** Maximum depth of references; meaningful schemas are less deep. */
const MOST_REFERENCES = 500

/** Returns true if the schema accepts null, as far as can be determined. */
export function acceptsNull(schema: JsonValue, root: JsonObject, depth = 0): boolean {
  if (!isObject(schema)) return schema !== false
  if (depth > MOST_STEPS) return true
  const takes = (inner: JsonValue) => acceptsNull(inner, root, depth + 1)
  const { type, enum: values, anyOf, oneOf, allOf, $ref: reference } = schema
  if (type !== undefined && type !== 'null' && !(isArray(type) && type.includes('null')))
    return schema.nullable === true
  if (isArray(values) && !values.includes(null)) return false
  if ('const' in schema && schema.const !== null) return false
  const target = resolveReference(root, reference)
  if (target !== undefined && !takes(target)) return false
  if (isArray(allOf) && !allOf.every(takes)) return false
  return [anyOf, oneOf].every((union) => !isArray(union) || union.some(takes))
}

/** References may be circular. */
const MOST_STEPS = 20
