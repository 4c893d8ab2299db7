import type { TextReading, TextSource } from './text-source.js'

const QUOTES: Readonly<Record<string, string>> = { '}': '"', ')': `"'` }

/** The rest of a broken call. */
interface Rest {
  readonly text: string
  /**
   * The end of the rest: the closing bracket (already read) or a mark (not read); empty at the end of the
   * text.
   */
  readonly found: string
}

/**
 * Reads the rest of a broken call: up to the matching close of its first bracket, outside strings, or up to a
 * mark.
 * @param head the part that was already read, starting with the first bracket.
 * @param close the character that closes the bracket.
 */
export function* readBroken(
  source: TextSource,
  head: string,
  close: '}' | ')',
  marks: readonly string[],
): TextReading<Rest> {
  const brackets = new Brackets(QUOTES[close] ?? '')
  brackets.push(head)
  let text = ''
  for (;;) {
    const { before, found } = yield* source.until(...marks, close)
    text += before
    if (found !== close) return { text, found }
    source.skip(close.length)
    text += close
    if (brackets.push(before + close)) return { text, found }
  }
}

/** Counts the open brackets. */
class Brackets {
  #depth = 0
  #quote = ''
  #isEscaped = false

  constructor(readonly quotes: string) {}

  /**
   * Tracks the brackets of a text.
   * @returns true if no bracket is open after this text.
   */
  push(text: string): boolean {
    for (const character of text) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (this.#quote !== '') {
        if (character === '\\') this.#isEscaped = true
        else if (character === this.#quote) this.#quote = ''
      } else if (this.quotes.includes(character)) this.#quote = character
      else if ('{[('.includes(character)) this.#depth += 1
      else if ('}])'.includes(character)) this.#depth -= 1
    }
    return this.#depth <= 0 && this.#quote === ''
  }
}
