import type { JsonObject } from '../../src/base/json/json-types.js'

/** Returns a namespace of tools as requests of the Responses API declare it. */
export function namespace(name: string, ...tools: readonly JsonObject[]): JsonObject {
  return { type: 'namespace', name, description: `All about ${name}.`, tools }
}
