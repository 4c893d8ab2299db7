import { toBase64 } from '../../src/base/json/base64.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { mapObjects } from '../../src/base/json/map.js'
import { asJson, isObject } from '../../src/base/json/read-json.js'
import { type DigitsOf, roundNumbers } from '../../src/base/json/rounded-numbers.js'
import type { Converter } from '../../src/codec/stream/codec.js'

/**
 * The AWS client holds bytes (of images, documents, redacted reasoning) as Uint8Array; JSON has base64. HTTP
 * metadata is next to the answer. Numbers of documents that a double cannot represent are bigints and
 * decimals, on Node 21 and later.
 */
export const converter: Converter = (value) =>
  roundNumbers(mapObjects(withoutMetadata(asJson(value)), withoutBytes), digitsOf)

/** `NumericValue` of `@smithy/core/serde` is a class with these members. */
const digitsOf: DigitsOf = (value) => {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null || !('type' in value) || value.type !== 'bigDecimal')
    return undefined
  const isPlain = Object.getPrototypeOf(value) === Object.prototype
  return !isPlain && 'string' in value && typeof value.string === 'string' ? value.string : undefined
}

function withoutMetadata(value: JsonValue): JsonValue {
  if (!isObject(value) || value.$metadata === undefined) return value
  const { $metadata: _http, ...native } = value
  return native
}

function withoutBytes(object: JsonObject): JsonValue {
  const view: unknown = object
  return view instanceof Uint8Array ? toBase64(view) : object
}

/** Concatenates pieces of base64. Each may end with padding. */
export function joinBase64(pieces: readonly string[]): string {
  try {
    return btoa(pieces.map((piece) => atob(piece)).join(''))
  } catch {
    return pieces.join('')
  }
}
