import type { JsonArray, JsonObject, JsonValue } from './json-types.js'
import { tryParseJson } from './parse.js'
import { isArray, isObject } from './read-json.js'
import { skipString } from './tokens.js'
import { define } from './write-json.js'

/** Maximum length of a text that is compared with earlier texts. For longer texts JSON.parse is faster. */
const LONGEST = 2048
const MOST_SLOTS = 8
/** Number of consecutive texts without a match after which only one of this many texts is compared. */
const PATIENCE = 16
/**
 * Matches a string or a number. The match of an unterminated string extends to the end of the text, so that
 * no character is read twice.
 */
const LITERAL = /("(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*)/
/**
 * The mark of a slot. JSON contains this character only as an escape; texts with this escape do not become
 * patterns.
 */
const SLOT = '\0'
const SLOTS = /"\0"|\0/g
const ESCAPED_SLOT = '\\u0000'
/**
 * Matches the characters of a string that need no escape: all except quotes, backslashes and control
 * characters.
 */
const PLAIN = /[ !#-[\]-\uffff]*/y
/**
 * V8 copies slices of up to this many characters (`SlicedString::kMinLength` in its src/objects/string.h).
 */
const LONGEST_COPY = 12
/** Number of digits up to which a double represents every integer exactly. */
const EXACT_DIGITS = 15
const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Texts that differ only in a few literals: the slots. */
interface Pattern {
  /** The text before, between and after the slots. The quotes of strings belong to these texts. */
  readonly pieces: readonly string[]
  readonly root: Branch
}

/** A container with slots in it. */
interface Branch {
  readonly example: JsonObject | JsonArray
  /** For each key that is not constant: the number of its slot, or the container there. */
  readonly changing: readonly (readonly [key: string, place: number | Branch])[]
}

/**
 * Creates a parser with the same results as `tryParseJson`. If a text differs from an earlier text only in a
 * few strings or integers, as most events of a stream do, the parser reads only these literals. The parsed
 * values share their constant objects.
 */
export function createRepeatedParser(): (text: string) => JsonValue | undefined {
  let pattern: Pattern | undefined
  let misses = 0
  /** The latest text, split at its literals; undefined for literals that differed between texts. */
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

/** Returns true for a constant piece and for a literal: every second part is a literal. */
function isConstantOrLiteral(constant: string | undefined, index: number): boolean {
  return constant !== undefined || index % 2 === 1
}

function skeletonOf(parts: readonly string[], constants: readonly (string | undefined)[]): string {
  const slotFor = (literal: string) => (literal.startsWith('"') ? `"${SLOT}"` : SLOT)
  return parts.map((part, index) => constants[index] ?? slotFor(part)).join('')
}

/**
 * Returns the pattern of the texts; undefined if it has too many slots, or if a slot is a key or an earlier
 * value of a repeated key.
 */
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

/**
 * Builds the tree of the changing values of an example.
 * @param found receives the slots.
 * @returns undefined if the value has no slots.
 */
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

/** Returns the index of the quote that ends the string, or of a character that strings cannot contain. */
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

/**
 * Returns a copy of the string at these indexes. A longer slice would keep the source text, and so a chunk of
 * the stream, in memory. Parsing copies the string.
 */
function stringAt(text: string, start: number, end: number): JsonValue | undefined {
  const literal = text.slice(start, end)
  const isCopy = literal.length <= LONGEST_COPY && !literal.includes('\\')
  return isCopy ? literal : tryParseJson(text.slice(start - 1, end + 1))
}

/** Returns the integer; undefined for '', for leading zeros, and for numbers that a double might round. */
function wholeNumber(digits: string): number | undefined {
  if (digits === '0') return 0
  return digits === '' || digits.startsWith('0') || digits.length > EXACT_DIGITS ? undefined : Number(digits)
}

/** Returns the example with these values. Only containers with changes are created anew. */
function filled({ example, changing }: Branch, values: readonly JsonValue[], depth: number): JsonValue {
  const copy = isArray(example) ? [...example] : (COPY[depth % COPY.length]?.(example) ?? {})
  for (const [key, place] of changing)
    define(copy, key, typeof place === 'number' ? values[place] : filled(place, values, depth + 1))
  return copy
}

/**
 * One copy function for each depth. V8 caches the object shapes of each spread expression, which is several
 * times as fast with only a few shapes. Objects at the same depth mostly share one shape.
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
