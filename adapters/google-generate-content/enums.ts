import type { JsonValue } from '../../src/base/json/json-types.js'
import type { FieldType } from '../../src/codec/shape/fields.js'

/**
 * Returns an enum as text. In the JSON of protocol buffers an enum is its name or its number; servers accept
 * and some clients write both. Numbers are kept as digits. https://protobuf.dev/programming-guides/json
 */
export function enumWord(native: JsonValue | undefined): string | undefined {
  if (typeof native === 'string') return native
  return Number.isSafeInteger(native) ? String(native) : undefined
}

/** Returns the field type of an enum. Other values than names and numbers are kept unchanged. */
export function enumType(native: JsonValue | undefined): FieldType | undefined {
  return enumWord(native) === undefined ? undefined : 'any'
}

/** Returns the native value of an enum word. */
export function enumValue(word: string): string | number {
  return /^-?\d+$/.test(word) ? Number(word) : word
}
