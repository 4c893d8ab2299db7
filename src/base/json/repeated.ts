import type { JsonArray, JsonObject, JsonValue } from './json-types.js'
import { tryParseJson } from './parse.js'
import { isArray, isObject } from './read-json.js'
import { skipString } from './tokens.js'
import { define } from './write-json.js'

/** Longer texts are left to JSON.parse, which is the faster the longer their strings are. */
const LONGEST = 2048
const MOST_SLOTS = 8
/** After so many texts in a row that were nothing known, only one in as many is looked at. */
const PATIENCE = 16
/** A string that nothing ends is no JSON and never asked for; it ends with the text, so that it is not read twice. */
const LITERAL = /("(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*)/
/** Stands for a slot. JSON has this character only as an escape; texts with that escape are not learned. */
const SLOT = '\0'
const SLOTS = /"\0"|\0/g
const ESCAPED_SLOT = '\\u0000'
/** What stands in a string as it is: neither a quote, a backslash nor a control character. */
const PLAIN = /[ !#-[\]-\uffff]*/y
/** V8 copies slices of up to so many characters (`SlicedString::kMinLength` in its src/objects/string.h). */
const LONGEST_COPY = 12
/** No double rounds a whole number of so many digits. */
const EXACT_DIGITS = 15
const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Texts that are the same but for a few literals: the slots. */
interface Pattern {
  /** What stands before, between and behind the slots. The quotes of strings belong to it. */
  readonly pieces: readonly string[]
  readonly root: Branch
}

/** A container with slots in it. */
interface Branch {
  readonly example: JsonObject | JsonArray
  /** Per key that is no constant: the number of its slot, or the container there. */
  readonly changing: readonly (readonly [key: string, place: number | Branch])[]
}

/**
 * Gives what `tryParseJson` gives. Of a text that is like an earlier one but for a few strings or whole numbers, as most
 * events of a stream are, only these are read; the values then share what is the same in them.
 */
export function createRepeatedParser(): (text: string) => JsonValue | undefined {
  let pattern: Pattern | undefined
  let misses = 0
  /** The text that was looked at last, cut at its literals; undefined are those in which texts differed. */
  let parts: readonly (string | undefined)[] = []
  const learn = (text: string) => {
    const found = text.split(LITERAL)
    const constants = found.map((part, index) => (part === parts[index] ? part : undefined))
    const isSame = found.length === parts.length && constants.every(isConstantOrLiteral)
    const learned = isSame ? patternOf(skeletonOf(found, constants)) : undefined
    parts = learned === undefined ? found : constants
    pattern = learned ?? pattern
  }
  return (text) => {
    if (text.length > LONGEST) return tryParseJson(text)
    const repeated = pattern && match(text, pattern)
    misses = repeated === undefined ? misses + 1 : 0
    if (repeated !== undefined) return repeated
    const value = tryParseJson(text)
    if (value !== undefined && (misses < PATIENCE || misses % PATIENCE === 0)) learn(text)
    return value
  }
}

/** Every other part is a literal. */
function isConstantOrLiteral(constant: string | undefined, index: number): boolean {
  return constant !== undefined || index % 2 === 1
}

function skeletonOf(parts: readonly string[], constants: readonly (string | undefined)[]): string {
  const slotFor = (literal: string) => (literal.startsWith('"') ? `"${SLOT}"` : SLOT)
  return parts.map((part, index) => constants[index] ?? slotFor(part)).join('')
}

/** Undefined when there are too many slots, or one is no value that stays: a key, or what a repeated key has first. */
function patternOf(skeleton: string): Pattern | undefined {
  const pieces = skeleton.split(SLOT)
  const count = pieces.length - 1
  if (count === 0 || count > MOST_SLOTS || skeleton.includes(ESCAPED_SLOT)) return undefined
  let slot = 0
  const example = tryParseJson(skeleton.replace(SLOTS, () => `"${ESCAPED_SLOT}${slot++}"`))
  const found: number[] = []
  const root = branchOf(example, found)
  return root !== undefined && found.length === count ? { pieces, root } : undefined
}

/** @param found gets the slots. @returns undefined when there are none. */
function branchOf(example: JsonValue | undefined, found: number[]): Branch | undefined {
  if (!isObject(example) && !isArray(example)) return undefined
  const changing: [string, number | Branch][] = []
  for (const [key, value] of Object.entries(example)) {
    const isSlot = typeof value === 'string' && value.startsWith(SLOT)
    const place = isSlot ? Number(value.slice(1)) : branchOf(value, found)
    if (place !== undefined) changing.push([key, place])
    if (typeof place === 'number') found.push(place)
  }
  return changing.length === 0 ? undefined : { example, changing }
}

function match(text: string, { pieces, root }: Pattern): JsonValue | undefined {
  const values: JsonValue[] = []
  let position = 0
  for (const piece of pieces) {
    const start = position + piece.length
    // Faster than `startsWith` with a position.
    if (text.slice(position, start) !== piece) return undefined
    if (values.length === pieces.length - 1)
      return start === text.length ? filled(root, values, 0) : undefined
    const isString = text.charCodeAt(start - 1) === QUOTE
    position = isString ? endOfString(text, start) : endOfDigits(text, start)
    const value = isString ? stringAt(text, start, position) : wholeNumber(text.slice(start, position))
    if (value === undefined) return undefined
    values.push(value)
  }
  return undefined
}

/** Index of the quote that ends the string, or of what no string may hold. */
function endOfString(text: string, start: number): number {
  PLAIN.lastIndex = start
  PLAIN.test(text)
  const end = PLAIN.lastIndex
  return text.charCodeAt(end) === BACKSLASH ? skipString(text, start - 1) - 1 : end
}

function endOfDigits(text: string, start: number): number {
  let end = start
  while (text.charCodeAt(end) >= 0x30 && text.charCodeAt(end) <= 0x39) end += 1
  return end
}

/** A longer slice would keep the text alive that it is cut from, and with it a chunk of the stream: parsing copies. */
function stringAt(text: string, start: number, end: number): JsonValue | undefined {
  const literal = text.slice(start, end)
  const isCopy = literal.length <= LONGEST_COPY && !literal.includes('\\')
  return isCopy ? literal : tryParseJson(text.slice(start - 1, end + 1))
}

/** Undefined for '', for leading zeros, and for what a double might round. */
function wholeNumber(digits: string): number | undefined {
  if (digits === '0') return 0
  return digits === '' || digits.startsWith('0') || digits.length > EXACT_DIGITS ? undefined : Number(digits)
}

/** What the example would be with these values. Only what changes is made anew. */
function filled({ example, changing }: Branch, values: readonly JsonValue[], depth: number): JsonValue {
  const copy = isArray(example) ? [...example] : (COPY[depth % COPY.length]?.(example) ?? {})
  for (const [key, place] of changing)
    define(copy, key, typeof place === 'number' ? values[place] : filled(place, values, depth + 1))
  return copy
}

/**
 * V8 remembers per place in the code which shapes of objects were spread there, and is several times as fast for the same
 * few. Objects at one depth are mostly of one shape.
 */
const COPY: readonly ((object: JsonObject) => JsonObject)[] = [
  (object) => ({ ...object }),
  (object) => ({ ...object }),
  (object) => ({ ...object }),
  (object) => ({ ...object }),
  (object) => ({ ...object }),
  (object) => ({ ...object }),
  (object) => ({ ...object }),
]
