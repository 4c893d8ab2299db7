import type { Extension, ExtensionKey } from './context-types.js'

/** A key for a value of one type. @param name for people: two keys of one name are two keys. */
export function createExtension<Value>(name: string): Extension<Value> {
  return Object.freeze({ name })
}

/**
 * A value under its key, for `extensions` of a context: it has the type that the key says.
 * @param key of `createExtension`, or a class for an instance of it.
 * @example createToolContext({ extensions: [provide(Database, database), provide(tenant, 'acme')] })
 */
export function provide<Value>(
  key: ExtensionKey<Value>,
  value: Value,
): readonly [ExtensionKey<unknown>, unknown] {
  return [key, value]
}
