import type { JsonArray, JsonObject, JsonValue } from './json-types.js'
import { ExactNumber, parseExact, parseJson, stringifyExact } from './parse.js'
import { asJson, isArray } from './read-json.js'
import { define, MAX_DEPTH, stringifyJson } from './write-json.js'

/** The text, with all digits, of each object and list whose numbers were rounded. */
const texts = new WeakMap<object, string>()

/** True once a text is known. Most programs never meet a number that a double rounds. */
let hasTexts = false

function remember(value: object, text: string): void {
  hasTexts = true
  texts.set(value, text)
}

/**
 * Returns the text, with all digits, of an object or list whose numbers were rounded; undefined for any other
 * value.
 */
export function roundedText(value: object): string | undefined {
  return texts.get(value)
}

/** Remembers the text of a parsed object or list, if parsing changed a number in it. */
export function keepDigits(value: JsonValue, exactText: (value: object) => string | undefined): void {
  const text = typeof value === 'object' && value !== null ? exactText(value) : undefined
  if (text !== undefined) remember(Object(value), text)
}

/**
 * Parses JSON like `parseJson`, into plain numbers. `stringifyRounded` writes all digits of the rounded
 * numbers if the object or list is still the same instance; its members may be edited.
 */
export function parseRounded(text: string): JsonValue {
  const value = parseJson(text)
  if (typeof value === 'object' && value !== null) remember(value, text)
  return value
}

/**
 * A function that returns the digits of a number in a client's number class, or undefined for any other
 * value.
 */
export type DigitsOf = (value: unknown) => string | undefined

/**
 * Replaces number objects with digits by plain numbers, and remembers the digits of the objects and lists
 * that contain them.
 */
export function roundNumbers(value: JsonValue, digitsOf: DigitsOf): JsonValue {
  return holdsNumbers(value, digitsOf, 0) ? rounded(value, digitsOf, 0).value : value
}

function holdsNumbers(value: JsonValue | undefined, digitsOf: DigitsOf, depth: number): boolean {
  if (digitsOf(value) !== undefined) return true
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return false
  const members: readonly (JsonValue | undefined)[] = isArray(value) ? value : Object.values(value)
  return members.some((member) => holdsNumbers(member, digitsOf, depth + 1))
}

interface Rounded {
  readonly value: JsonValue
  /** The text of the number. Set only if the text has more digits than the value. */
  readonly text?: string
}

function rounded(value: JsonValue, digitsOf: DigitsOf, depth: number): Rounded {
  const digits = digitsOf(value)
  if (digits !== undefined) return { value: Number(digits), text: digits }
  if (typeof value !== 'object' || value === null || !holdsNumbers(value, digitsOf, depth)) return { value }
  const copy: object = isArray(value) ? [] : {}
  const members: string[] = []
  for (const [key, member] of Object.entries<JsonValue | undefined>(value)) {
    if (member === undefined) continue
    const { value: number, text = stringifyJson(number) } = rounded(member, digitsOf, depth + 1)
    define(copy, key, number)
    members.push(isArray(value) ? text : `${JSON.stringify(key)}:${text}`)
  }
  const text = isArray(value) ? `[${members.join(',')}]` : `{${members.join(',')}}`
  remember(copy, text)
  return { value: asJson(copy), text }
}

/**
 * Writes JSON like `stringifyJson`, with all digits of numbers that were rounded when parsed and not edited
 * afterwards.
 * @throws AdapterError as `stringifyJson`.
 */
export function stringifyRounded(value: JsonValue): string {
  const text = stringifyJson(value)
  if (!hasTexts) return text
  const exact = withDigits(value)
  return exact === value ? text : stringifyExact(exact)
}

/**
 * Restores the exact digits of numbers.
 * @param source the same value with exact numbers, if its text is known.
 */
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
