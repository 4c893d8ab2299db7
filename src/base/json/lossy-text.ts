import type { JsonArray, JsonObject, JsonValue } from './json-types.js'
import { isArray } from './read-json.js'
import { isEscaped, skipString } from './tokens.js'

/** Number of characters (without sign and exponent) up to which a double represents every decimal exactly. */
const SAFE_LENGTH = 15
/** Matches an exponent of three or more digits, which may overflow or underflow a double. */
const LARGE_EXPONENT = /\d[eE][+-]?\d{3}/
/**
 * Matches sixteen digits at a position where a number is possible. Most ids and hashes in strings do not
 * match.
 */
const LONG_NUMBER = /[\s:,[-][\d.]{16}/

/** Returns true if parsing this JSON text into doubles changes the value of one of its numbers. */
export function losesNumbers(text: string): boolean {
  return lossyNumbers(text, 1).length > 0
}

/**
 * Returns the numbers of a JSON text whose values change when they are parsed.
 * @param most maximum number of results. Default: all.
 */
export function lossyNumbers(text: string, most = Number.POSITIVE_INFINITY): string[] {
  const found: string[] = []
  if (!isSuspicious(text)) return found
  const token = /"|-?\d[\d.eE+-]*/g
  for (let match = token.exec(text); match !== null && found.length < most; match = token.exec(text)) {
    const [number] = match
    if (number === '"') token.lastIndex = skipString(text, match.index)
    else if (isLossy(number)) found.push(number)
  }
  return found
}

/**
 * Returns true if the text may contain a number that a double cannot represent. Digits in strings cause false
 * positives. Far cheaper than parsing: every longer run of digits covers a position that is a multiple of 16.
 */
function isSuspicious(text: string): boolean {
  for (let index = SAFE_LENGTH; index < text.length; index += SAFE_LENGTH + 1) {
    // Any 16 consecutive digits that include `index` also include the position 8 before or 8 after it.
    if (!isDigit(text, index) || !(isDigit(text, index - 8) || isDigit(text, index + 8))) continue
    const start = index - SAFE_LENGTH - 1
    const around = text.slice(Math.max(start, 0), index + SAFE_LENGTH + 1)
    if (LONG_NUMBER.test(start < 0 ? ` ${around}` : around)) return true
  }
  return LARGE_EXPONENT.test(text)
}

/** Returns true for a digit, and for the dot (or the slash, whose code is between them). */
function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  return code >= 0x2e && code <= 0x39
}

/** Returns true if the decimal value of the number differs from that of the double it parses to. */
export function isLossy(number: string): boolean {
  if (number.length <= SAFE_LENGTH && !/[eE]/.test(number)) return false
  return decimal(number) !== decimal(String(Number(number)))
}

/**
 * Returns the same text for all spellings of a decimal value: sign, digits without outer zeros, exponent of
 * the last digit. Infinity is returned unchanged.
 */
function decimal(number: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number)
  if (match === null) return number
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const digits = whole + fraction
  // Without a regular expression: `/0+$/` takes quadratic time on long runs of zeros inside the number.
  let start = 0
  let end = digits.length
  while (digits[start] === '0') start += 1
  while (end > start && digits[end - 1] === '0') end -= 1
  if (start === end) return '0'
  return `${sign}${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`
}

/**
 * Returns true if an object of the JSON text repeats a key. `value` is the parsed text and has only the last
 * value of each key.
 */
export function repeatsKeys(text: string, value: JsonValue): boolean {
  const members = countMembers(value)
  // The cheap upper bound is checked first: scanning all strings takes longer than parsing.
  return mostKeys(text) > members && countKeys(text) > members
}

/**
 * Returns an upper bound of the number of keys: a string that begins with a colon looks like the end of a key
 * as well.
 */
function mostKeys(text: string): number {
  let keys = 0
  for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1)) {
    let before = colon - 1
    while (text.charCodeAt(before) <= 0x20) before -= 1
    if (text.charCodeAt(before) === QUOTE && !isEscaped(text, before)) keys += 1
  }
  return keys
}

const QUOTE = 0x22

function countKeys(text: string): number {
  let keys = 0
  for (let start = text.indexOf('"'); start !== -1; ) {
    let end = skipString(text, start)
    while (text.charCodeAt(end) <= 0x20) end += 1
    if (text[end] === ':') keys += 1
    start = text.indexOf('"', end)
  }
  return keys
}

function countMembers(root: JsonValue): number {
  let count = 0
  const open: (JsonObject | JsonArray)[] = []
  if (typeof root === 'object' && root !== null) open.push(root)
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (isArray(value)) {
      for (let index = 0; index < value.length; index += 1) {
        const item = value[index]
        if (typeof item === 'object' && item !== null) open.push(item)
      }
      continue
    }
    for (const key in value) {
      count += 1
      const member = value[key]
      if (typeof member === 'object' && member !== null) open.push(member)
    }
  }
  return count
}
