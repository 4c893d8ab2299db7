/** Text that may hold a number a double cannot keep: many digits, or an exponent. Cheap, may say yes too often. */
const SUSPICIOUS = /\d{16}|\.\d{16}|\d[eE][+-]?\d/

/** Whether parsing this JSON text into doubles changes the value of one of its numbers. */
export function losesNumbers(text: string): boolean {
  return lossyNumbers(text).length > 0
}

/** The numbers of a JSON text that are not the same number any more once parsed. */
export function lossyNumbers(text: string): string[] {
  if (!SUSPICIOUS.test(text)) return []
  const found: string[] = []
  let index = 0
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === 0x22) {
      index = skipString(text, index)
    } else if (code === 0x2d || isDigit(code)) {
      const end = numberEnd(text, index)
      const number = text.slice(index, end)
      if (isLossy(number)) found.push(number)
      index = end
    } else index += 1
  }
  return found
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

function numberEnd(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && /[\d.eE+-]/.test(text[end] ?? '')) end += 1
  return end
}

/** Whether the number's decimal value differs from that of the double it parses to. */
export function isLossy(number: string): boolean {
  if (number.length < 16 && !/[eE]/.test(number)) return false
  const parsed = Number(number)
  if (!Number.isFinite(parsed)) return true
  return decimal(number) !== decimal(String(parsed))
}

/** One spelling per decimal value: sign, digits without outer zeros, exponent of the last digit. */
function decimal(number: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number)
  if (match === null) return number
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`
}
