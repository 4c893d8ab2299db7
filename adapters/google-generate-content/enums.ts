import type { JsonValue } from '../../src/base/json/json-types.js'
import type { FieldType } from '../../src/codec/shape/fields.js'

/**
 * In the JSON of protocol buffers an enum is its name or its number; the servers take and some clients write both. Numbers
 * are kept in digits. https://protobuf.dev/programming-guides/json
 */
export function enumWord(native: JsonValue | undefined): string | undefined {
  if (typeof native === 'string') return native
  return Number.isSafeInteger(native) ? String(native) : undefined
}

/** How a field with an enum is read: what is neither name nor number stays as it is. */
export function enumType(native: JsonValue | undefined): FieldType | undefined {
  return enumWord(native) === undefined ? undefined : 'any'
}

/** What stood there. */
export function enumValue(word: string): string | number {
  return /^-?\d+$/.test(word) ? Number(word) : word
}
