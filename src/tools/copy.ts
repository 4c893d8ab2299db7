/**
 * Copies the input of a tool: lists, plain objects, maps, sets and dates. Instances of other classes are
 * shared.
 */
export function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return new Date(value)
  if (value instanceof Set) return new Set([...value].map(copied))
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [copied(key), copied(item)]))
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && prototype !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copied(item)]))
}
