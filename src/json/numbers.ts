/** Every decimal of this many characters (sign apart) and without exponent fits a double. */
const SAFE_LENGTH = 15
/** A short number with an exponent of at most two digits fits a double; larger ones may over- or underflow. */
const LARGE_EXPONENT = /\d[eE][+-]?\d{3}/
/** The same where a number may stand. Slower, so asked second. */
const NUMBER_WITH_LARGE_EXPONENT = /(?:^|[\s:,[-])\d+(?:\.\d+)?[eE][+-]?\d{3}/
/** How far to look for the start of a number; keeps long runs of digits linear. */
const LONGEST_LOOK = 400

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
  let index = 0
  while (index < text.length && found.length < most) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) {
      index = skipString(text, index)
    } else if (code === MINUS || isDigit(code)) {
      const end = numberEnd(text, index)
      const number = text.slice(index, end)
      if (isLossy(number)) found.push(number)
      index = end
    } else index += 1
  }
  return found
}

const QUOTE = 0x22
const PLUS = 0x2b
const MINUS = 0x2d
const DOT = 0x2e

/**
 * Whether the text may hold a number that a double cannot keep; says yes too often, since it also looks into strings.
 * Far cheaper than parsing: a longer run of digits has one at every position that is a multiple of 16.
 */
function isSuspicious(text: string): boolean {
  for (let index = SAFE_LENGTH; index < text.length; index += SAFE_LENGTH + 1) {
    if (isDigitOrDot(text.charCodeAt(index)) && isInLongNumber(text, index)) return true
  }
  return LARGE_EXPONENT.test(text) && NUMBER_WITH_LARGE_EXPONENT.test(text)
}

/** Whether the digits around `index` are many and stand where a number may: ids and hashes in strings do not. */
function isInLongNumber(text: string, index: number): boolean {
  let start = index
  while (index - start < LONGEST_LOOK && isDigitOrDot(text.charCodeAt(start - 1))) start -= 1
  let end = index + 1
  while (end - start <= SAFE_LENGTH && isDigitOrDot(text.charCodeAt(end))) end += 1
  if (end - start <= SAFE_LENGTH) return false
  return index - start === LONGEST_LOOK || start === 0 || ' \n\r\t:,[-'.includes(text.charAt(start - 1))
}

/** Index after the string literal that starts at `start`. */
export function skipString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end + 1
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(index - 1 - backslashes) === 0x5c) backslashes += 1
  return backslashes % 2 === 1
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function isDigitOrDot(code: number): boolean {
  return isDigit(code) || code === DOT
}

function numberEnd(text: string, start: number): number {
  let end = start + 1
  while (isNumberCode(text.charCodeAt(end))) end += 1
  return end
}

function isNumberCode(code: number): boolean {
  return isDigitOrDot(code) || code === PLUS || code === MINUS || code === 0x45 || code === 0x65
}

/** Whether the number's decimal value differs from that of the double it parses to. */
export function isLossy(number: string): boolean {
  if (number.length <= SAFE_LENGTH && !/[eE]/.test(number)) return false
  const parsed = Number(number)
  if (!Number.isFinite(parsed)) return true
  return decimal(number) !== decimal(String(parsed))
}

/** One spelling per decimal value: sign, digits without outer zeros, exponent of the last digit. */
function decimal(number: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number)
  if (match === null) return number
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const digits = `${whole}${fraction}`
  const significant = withoutOuterZeros(digits)
  if (significant.text === '') return '0'
  return `${sign}${significant.text}e${Number(exponent) - fraction.length + significant.zerosAfter}`
}

/** By hand: `/0+$/` takes quadratic time on long runs of zeros inside the number. */
function withoutOuterZeros(digits: string): { readonly text: string; readonly zerosAfter: number } {
  let start = 0
  let end = digits.length
  while (digits.charCodeAt(start) === 0x30) start += 1
  while (end > start && digits.charCodeAt(end - 1) === 0x30) end -= 1
  return { text: digits.slice(start, end), zerosAfter: digits.length - end }
}
