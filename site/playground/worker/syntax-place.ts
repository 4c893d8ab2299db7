import { closingQuote } from '../../../src/base/json/tokens.js'
import type { Place } from '../protocol.js'

/** Numbers and keywords. Any other token is invalid JSON. */
const LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
/** Valid characters after a backslash in a string. */
const ESCAPE = /["\\/bfnrt]|u[\da-fA-F]{4}/y
/** Control characters, which must be escaped in strings. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\u0000-\u001f]/
const SPACE = /[ \t\r\n]*/y

type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end'

/**
 * Returns the position at which a text stops being JSON, because browsers do not report it in a common form.
 * Returns undefined for valid JSON.
 */
export function syntaxPlace(text: string): Place | undefined {
  const open: string[] = []
  let expected: Expected = 'value'
  for (let index = skip(text, 0); index < text.length; index = skip(text, index)) {
    const character = text.charAt(index)
    if (expected === 'comma or end' && open.length === 0) return at(index)
    if (character === '}' || character === ']') {
      const isEnd = expected.endsWith('or end') && open.pop() === (character === '}' ? '{' : '[')
      if (!isEnd) return at(index)
      expected = 'comma or end'
      index += 1
    } else if (expected === 'comma or end') {
      if (character !== ',') return at(index)
      expected = open.at(-1) === '{' ? 'name' : 'value'
      index += 1
    } else if (expected === 'colon') {
      if (character !== ':') return at(index)
      expected = 'value'
      index += 1
    } else {
      const isName = expected.startsWith('name')
      const end = isName && character !== '"' ? index : tokenEnd(text, index)
      if (end === index) return at(index)
      if (end === -1) return { start: index, end: text.length }
      if (character === '{' || character === '[') {
        open.push(character)
        expected = character === '{' ? 'name or end' : 'value or end'
      } else expected = isName ? 'colon' : 'comma or end'
      index = end
    }
  }
  const isWhole = open.length === 0 && expected === 'comma or end'
  return isWhole ? undefined : at(Math.max(text.trimEnd().length - 1, 0))
}

/**
 * Returns the end of a value's first token: -1 for an unterminated string, the start for an invalid token.
 */
function tokenEnd(text: string, start: number): number {
  const character = text.charAt(start)
  if (character === '{' || character === '[') return start + 1
  if (character === '"') {
    const quote = closingQuote(text, start)
    return quote === -1 || !isString(text.slice(start + 1, quote)) ? -1 : quote + 1
  }
  LITERAL.lastIndex = start
  return LITERAL.test(text) ? LITERAL.lastIndex : start
}

function isString(inner: string): boolean {
  if (CONTROL.test(inner)) return false
  for (let index = inner.indexOf('\\'); index !== -1; index = inner.indexOf('\\', ESCAPE.lastIndex)) {
    ESCAPE.lastIndex = index + 1
    if (!ESCAPE.test(inner)) return false
  }
  return true
}

function skip(text: string, start: number): number {
  SPACE.lastIndex = start
  SPACE.test(text)
  return SPACE.lastIndex
}

function at(start: number): Place {
  return { start, end: start + 1 }
}
