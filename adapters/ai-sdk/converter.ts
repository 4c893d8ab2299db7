import { toBase64 } from '../../src/base/json/base64.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { mapObjects } from '../../src/base/json/map.js'
import { asJson } from '../../src/base/json/read-json.js'
import type { Converter } from '../../src/codec/stream/codec.js'

/** Matches fields whose values are user data or schemas and stay unchanged. */
const OF_THE_USER = /^(?:input|args|result|value|inputSchema|rawValue)$/

/** Converts the SDK's objects to JSON: URLs, bytes, dates and errors. */
export const converter: Converter = (value) =>
  mapObjects(asJson(value), asData, (key) => !OF_THE_USER.test(key))

function asData(object: JsonObject): JsonValue {
  const value: unknown = object
  if (value instanceof URL) return value.href
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Error) return { ...object, name: value.name, message: value.message }
  const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : value
  return bytes instanceof Uint8Array ? toBase64(bytes) : object
}
