import { toBase64 } from '../../src/base/json/base64.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { mapObjects } from '../../src/base/json/map.js'
import { asJson } from '../../src/base/json/read-json.js'
import type { Converter } from '../../src/codec/stream/codec.js'

/** The official client also accepts images as bytes. */
export const converter: Converter = (value) => mapObjects(asJson(value), withoutBytes)

function withoutBytes(object: JsonObject): JsonValue {
  const view: unknown = object
  return view instanceof Uint8Array ? toBase64(view) : object
}
