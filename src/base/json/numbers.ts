import type { JsonArray, JsonObject, JsonValue } from './json-types.js'
import { isArray } from './read-json.js'
import { isEscaped, skipString } from './tokens.js'

/** Every decimal of this many characters (sign apart) and without exponent fits a double. */
const SAFE_LENGTH = 15
/** A short number with an exponent of at most two digits fits a double; larger ones may over- or underflow. */
const LARGE_EXPONENT = /\d[eE][+-]?\d{3}/
/** That many digits where a number may stand: ids and hashes in strings do not. */
const LONG_NUMBER = /[\s:,[-][\d.]{16}/

/** Whether parsing this JSON text into doubles changes the value of one of its numbers. */
export function losesNumbers(text: string): boolean {
  return lossyNumbers(text, 1).length > 0
}

/**
 * The numbers of a JSON text that are not the same number any more once parsed.
 * @param most stop after that many; all by default.
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
 * Whether the text may hold a number that a double cannot keep; says yes too often, since it also looks into strings.
 * Far cheaper than parsing: a longer run of digits has one at every position that is a multiple of 16.
 */
function isSuspicious(text: string): boolean {
  for (let index = SAFE_LENGTH; index < text.length; index += SAFE_LENGTH + 1) {
    // Of 16 digits around `index`, one stands 8 before or 8 after it.
    if (!isDigit(text, index) || !(isDigit(text, index - 8) || isDigit(text, index + 8))) continue
    const start = index - SAFE_LENGTH - 1
    const around = text.slice(Math.max(start, 0), index + SAFE_LENGTH + 1)
    if (LONG_NUMBER.test(start < 0 ? ` ${around}` : around)) return true
  }
  return LARGE_EXPONENT.test(text)
}

/** Whether a digit stands there, or the dot (or the slash, which lies between them). */
function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  return code >= 0x2e && code <= 0x39
}

/** Whether the number's decimal value differs from that of the double it parses to. */
export function isLossy(number: string): boolean {
  if (number.length <= SAFE_LENGTH && !/[eE]/.test(number)) return false
  return decimal(number) !== decimal(String(Number(number)))
}

/** One spelling per decimal value: sign, digits without outer zeros, exponent of the last digit. Infinity is none. */
function decimal(number: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number)
  if (match === null) return number
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const digits = whole + fraction
  // By hand: `/0+$/` takes quadratic time on long runs of zeros inside the number.
  let start = 0
  let end = digits.length
  while (digits[start] === '0') start += 1
  while (end > start && digits[end - 1] === '0') end -= 1
  if (start === end) return '0'
  return `${sign}${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`
}

/** Whether one object of a JSON text gives a key twice. `value` is what the text was parsed into, which keeps the last of them. */
export function repeatsKeys(text: string, value: JsonValue): boolean {
  const members = countMembers(value)
  // Going from string to string takes longer than parsing did.
  return mostKeys(text) > members && countKeys(text) > members
}

/** No fewer than there are: a text that begins with a colon looks like the end of a key as well. */
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
