import type { JsonValue } from '../../src/base/json/json-types.js'
import type { FieldType } from '../../src/codec/shape/fields.js'

/**
 * Returns an enum as text. In the JSON of protocol buffers, an enum is a name or a number. Servers accept
 * both, and clients may write either. Numbers are kept as digits.
 * https://protobuf.dev/programming-guides/json
 */
export function enumWord(native: JsonValue | undefined): string | undefined {
  if (typeof native === 'string') return native
  return Number.isSafeInteger(native) ? String(native) : undefined
}

/** Returns the field type of an enum. Values other than names and numbers are kept unchanged. */
export function enumType(native: JsonValue | undefined): FieldType | undefined {
  return enumWord(native) === undefined ? undefined : 'any'
}

/** Returns the native value of an enum word. */
export function enumValue(word: string): string | number {
  return /^-?\d+$/.test(word) ? Number(word) : word
}
