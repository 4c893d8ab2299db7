import { closingQuote, tokenAt } from './tokens.js'

/**
 * One value inside a JSON text. `start` and `end` are offsets into the text; those of a string include its
 * quotes.
 */
export interface TextSpan {
  /** The name or index of the value in its container. */
  readonly token: string
  /** The name of the member whose value this is. */
  readonly key: string | undefined
  readonly start: number
  readonly end: number
  readonly isString: boolean
  /** True for a string without a closing quote, because the text ends inside it. */
  readonly isCut?: boolean | undefined
  /** The container of the value. */
  readonly parent: Container | undefined
}

/** An object or an array of a JSON text. */
export interface Container {
  /** The name or index of the container in its parent. */
  readonly token: string
  /** The name of the member whose value this is. */
  readonly name: string | undefined
  readonly isArray: boolean
  readonly parent: Container | undefined
}

interface OpenContainer extends Container {
  readonly start: number
  index: number
  key: string | undefined
}

/**
 * Yields every value of a JSON text in the order of their ends. Invalid text is read as far as possible. Each
 * character is read once, and strings may be of any length.
 */
export function* jsonSpans(text: string, offset = 0): Generator<TextSpan> {
  const open: OpenContainer[] = []
  for (let token = tokenAt(text, 0); token !== undefined; token = tokenAt(text, token.end)) {
    const parent = open.at(-1)
    const start = offset + token.start
    switch (token.type) {
      case '{':
      case '[': {
        const isArray = token.type === '['
        const name = parent?.key
        open.push({ token: tokenIn(parent), name, parent, start, isArray, index: 0, key: undefined })
        break
      }
      case '}':
      case ']': {
        const closed = open.pop()
        if (closed !== undefined) yield closedSpan(closed, start + 1)
        break
      }
      case ',':
        if (parent !== undefined) {
          parent.index += 1
          parent.key = undefined
        }
        break
      case 'string':
      case 'word':
        if (parent !== undefined && !parent.isArray && parent.key === undefined)
          parent.key = unescaped(text.slice(token.start + 1, token.end - 1)).text
        else {
          const isString = token.type === 'string'
          const isCut = isString && token.end === text.length && closingQuote(text, token.start) === -1
          const end = offset + token.end
          yield { token: tokenIn(parent), key: parent?.key, start, end, isString, isCut, parent }
        }
    }
  }
}

function closedSpan({ token, name, start, parent }: OpenContainer, end: number): TextSpan {
  return { token, key: name, start, end, isString: false, parent }
}

/** Returns the name or index of the value that is read next. */
function tokenIn(parent: OpenContainer | undefined): string {
  if (parent === undefined) return ''
  return parent.isArray ? String(parent.index) : (parent.key ?? '')
}

/** Maximum length of a path. */
const LONGEST_PATH = 100

/** Returns the path of a value, or undefined when it is nested deeper than a hundred levels. */
export function spanPath(span: TextSpan): readonly string[] | undefined {
  const path: string[] = []
  let place: { readonly token: string; readonly parent: Container | undefined } = span
  while (place.parent !== undefined) {
    if (path.length === LONGEST_PATH) return undefined
    path.push(place.token)
    place = place.parent
  }
  return path.reverse()
}

/** The unescaped content of a string literal, and the position of each of its characters in the literal. */
export interface Unescaped {
  readonly text: string
  /**
   * Returns the position in the literal of the character at an index of the content. A greater index than in
   * the previous call costs the distance between them; a smaller index costs the distance from the beginning.
   */
  offsetOf(index: number): number
}

export function unescaped(literal: string): Unescaped {
  if (!literal.includes('\\')) return { text: literal, offsetOf: (index) => index }
  const pieces: string[] = []
  for (let from = 0; from < literal.length; ) {
    const backslash = literal.indexOf('\\', from)
    const plainEnd = backslash === -1 ? literal.length : backslash
    if (plainEnd > from) pieces.push(literal.slice(from, plainEnd))
    const end = backslash === -1 ? plainEnd : backslash + escapeLength(literal, backslash)
    if (backslash !== -1) pieces.push(character(literal.slice(backslash, end)))
    from = end
  }
  return { text: pieces.join(''), offsetOf: offsetsIn(literal) }
}

/**
 * Returns the function `offsetOf`. It keeps only the last position, since a list of all positions would be
 * larger than the text.
 */
function offsetsIn(literal: string): (index: number) => number {
  let known = { index: 0, offset: 0 }
  return (index) => {
    if (index < known.index) known = { index: 0, offset: 0 }
    let { index: reached, offset } = known
    while (reached < index && offset < literal.length) {
      const backslash = literal.indexOf('\\', offset)
      const plain = Math.min(index - reached, (backslash === -1 ? literal.length : backslash) - offset)
      reached += plain
      offset += plain
      if (reached === index || offset !== backslash) break
      offset += escapeLength(literal, offset)
      reached += 1
    }
    known = { index: reached, offset }
    return offset
  }
}

const UNICODE_ESCAPE = /\\u[0-9a-fA-F]{4}/y

function escapeLength(literal: string, start: number): number {
  UNICODE_ESCAPE.lastIndex = start
  return UNICODE_ESCAPE.test(literal) ? 6 : Math.min(2, literal.length - start)
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function character(written: string): string {
  if (written.length === 6) return String.fromCharCode(Number.parseInt(written.slice(2), 16))
  return ESCAPES[written.slice(1)] ?? written.slice(1)
}
