import type { JsonArray, JsonObject, JsonValue } from './json-types.js'
import { ExactNumber, parseExact, parseJson, stringifyExact } from './parse.js'
import { isArray } from './read-json.js'
import { define, MAX_DEPTH, stringifyJson } from './write-json.js'

/** The text that each object and list of `parseRounded` was parsed from. */
const texts = new WeakMap<object, string>()

/**
 * Parses JSON like `parseJson`, into plain numbers. `stringifyRounded` writes the digits of those that a double rounds, as long as
 * the object or list stays the same one; its members may be edited.
 */
export function parseRounded(text: string): JsonValue {
  const value = parseJson(text)
  if (typeof value === 'object' && value !== null) texts.set(value, text)
  return value
}

/**
 * Writes JSON like `stringifyJson`, with all digits of the numbers that `parseRounded` rounded and nobody edited.
 * @throws AdapterError as `stringifyJson`.
 */
export function stringifyRounded(value: JsonValue): string {
  const text = stringifyJson(value)
  const exact = withDigits(value)
  return exact === value ? text : stringifyExact(exact)
}

/** @param source the same value with exact numbers, as far as its text is known. */
function withDigits(value: JsonValue, source?: JsonValue, depth = 0): JsonValue {
  if (source instanceof ExactNumber) return value === Number(source.digits) ? source : value
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value
  const text = texts.get(value)
  const exactly = text === undefined ? source : parseExact(text)
  const members = new Map(entriesOf(exactly))
  let copy: JsonObject | JsonArray | undefined
  for (const [key, member] of Object.entries<JsonValue>(value)) {
    const exact = withDigits(member, members.get(key), depth + 1)
    if (exact === member) continue
    copy ??= isArray(value) ? [...value] : { ...value }
    define(copy, key, exact)
  }
  return copy ?? value
}

function entriesOf(value: JsonValue | undefined): [string, JsonValue][] {
  return typeof value === 'object' && value !== null ? Object.entries<JsonValue>(value) : []
}
