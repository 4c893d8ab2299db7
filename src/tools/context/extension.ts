import type { Extension, ExtensionKey } from './context-types.js'

/**
 * Creates a key for a value of one type.
 * @param name a human-readable name. Two keys with the same name are different.
 */
export function createExtension<Value>(name: string): Extension<Value> {
  return Object.freeze({ name })
}

/**
 * Pairs a value with its key, for `extensions` of a context. The key determines the type of the value.
 * @param key the result of `createExtension`, or a class if the value is an instance of it.
 * @example createToolContext({ extensions: [provide(Database, database), provide(tenant, 'acme')] })
 */
export function provide<Value>(
  key: ExtensionKey<Value>,
  value: Value,
): readonly [ExtensionKey<unknown>, unknown] {
  return [key, value]
}
