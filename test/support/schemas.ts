import type { JsonObject } from '../../src/base/json/json-types.js'

/** Returns the schema of an object with these properties. */
export const objectSchema = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
})
