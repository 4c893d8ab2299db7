/** A text in plain characters, and the position of each of them in the original. */
export interface TextView {
  readonly text: string
  /** Returns the position in the original of the character at an index of the view. */
  offsetOf(index: number): number
}

/**
 * Matches characters that are invisible (https://www.unicode.org/reports/tr36/), zero bytes of UTF-16, entities of
 * HTML (https://html.spec.whatwg.org/multipage/named-characters.html) and percent-encoding, also of
 * percent-encoded text.
 */
const HIDDEN =
  /\0|[\u00ad\u200b-\u200f\u2060\ufeff]|&(?:#\d{1,7}|#x[\da-f]{1,6}|amp|quot|apos|lt|gt|equals|colon|sol|lowbar|period);|%(?:25){0,4}[\da-f]{2}/gi

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  equals: '=',
  colon: ':',
  sol: '/',
  lowbar: '_',
  period: '.',
}

/** Returns the text with its hidden characters decoded or removed, or undefined if it has none. */
export function plainView(text: string): TextView | undefined {
  const indexes: number[] = []
  const offsets: number[] = []
  const pieces: string[] = []
  let length = 0
  let from = 0
  const add = (piece: string, start: number) => {
    indexes.push(length)
    offsets.push(start)
    pieces.push(piece)
    length += piece.length
  }
  for (const { 0: hidden, index } of text.matchAll(HIDDEN)) {
    if (index > from) add(text.slice(from, index), from)
    add(decoded(hidden), index)
    from = index + hidden.length
  }
  if (from === 0) return undefined
  add(text.slice(from), from)
  return { text: pieces.join(''), offsetOf: (index) => offsetAt(index, indexes, offsets) }
}

function decoded(hidden: string): string {
  if (hidden.startsWith('%')) return String.fromCharCode(Number.parseInt(hidden.slice(-2), 16))
  if (!hidden.startsWith('&')) return ''
  const name = hidden.slice(1, -1).toLowerCase()
  if (!name.startsWith('#')) return ENTITIES[name] ?? ''
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code <= 0xffff ? String.fromCharCode(code) : '?'
}

/** Finds the last piece that begins at or before the index. */
function offsetAt(index: number, indexes: readonly number[], offsets: readonly number[]): number {
  let low = 0
  let high = indexes.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((indexes[middle] ?? 0) <= index) low = middle + 1
    else high = middle
  }
  return (offsets[low - 1] ?? 0) + index - (indexes[low - 1] ?? 0)
}
