// The tokens of a JSON text. Each character is looked at once, and strings may be of any length.

/** A token of a JSON text: a mark, a string with its quotes, or a word (a number, `true`, `false`, `null`). */
export interface Token {
  readonly type: 'string' | 'word' | '{' | '}' | '[' | ']' | ':' | ','
  readonly start: number
  readonly end: number
  /** True for a string without its closing quote. */
  readonly isCut?: boolean
}

/** No expression matches a whole string: on long strings that overflows the stack. */
const BEGINNING = /[^\s]/g
const WORD_END = /[\s"{}[\]:,]/g

/** The first token from an index on. The text need not be valid JSON. Returns undefined at the end of the text. */
export function tokenAt(text: string, from: number): Token | undefined {
  const start = search(BEGINNING, text, from)
  if (start === undefined) return undefined
  const type = text.charAt(start)
  switch (type) {
    case '{':
    case '}':
    case '[':
    case ']':
    case ':':
    case ',':
      return { type, start, end: start + 1 }
    case '"': {
      const quote = closingQuote(text, start)
      const isCut = quote === -1
      return { type: 'string', start, end: isCut ? text.length : quote + 1, isCut }
    }
    default:
      return { type: 'word', start, end: search(WORD_END, text, start) ?? text.length }
  }
}

function search(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from
  return pattern.exec(text)?.index
}

/** Returns the index after the string literal at `start`, or the end of a text that is cut inside it. */
export function skipString(text: string, start: number): number {
  const end = closingQuote(text, start)
  return end === -1 ? text.length : end + 1
}

/** Returns the index of the quote that ends the string literal at `start`, or -1. */
export function closingQuote(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

/** Returns true if an odd number of backslashes precedes the index. */
export function isEscaped(text: string, index: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(index - 1 - backslashes) === 0x5c) backslashes += 1
  return backslashes % 2 === 1
}
