// The tokens of a JSON text. Each character is read once, and strings may have any length.

type Mark = '{' | '}' | '[' | ']' | ':' | ','

/** A token of a JSON text: a mark, a string with its quotes, or a word (a number, `true`, `false`, `null`). */
export interface Token {
  readonly type: 'string' | 'word' | Mark
  readonly start: number
  readonly end: number
}

/**
 * Matches a mark, the beginning of a string, or a word. An expression that matches complete strings would
 * overflow the stack on long strings.
 */
const TOKEN = /["{}[\]:,]|[^\s"{}[\]:,]+/g

/**
 * Returns the first token from an index on. The text need not be valid JSON. Returns undefined at the end of
 * the text.
 */
export function tokenAt(text: string, from: number): Token | undefined {
  TOKEN.lastIndex = from
  const found = TOKEN.exec(text)
  if (found === null) return undefined
  const [type] = found
  const start = found.index
  if (type !== '"') return { type: isMark(type) ? type : 'word', start, end: start + type.length }
  return { type: 'string', start, end: skipString(text, start) }
}

function isMark(text: string): text is Mark {
  return '{}[]:,'.includes(text)
}

/**
 * Returns the index after the string literal at `start`, or the end of a text that is truncated inside the
 * literal.
 */
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
