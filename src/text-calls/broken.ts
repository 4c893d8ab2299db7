import type { TextReading, TextSource } from './text-source.js'

const QUOTES: Readonly<Record<string, string>> = { '}': '"', ')': `"'` }

/** What is left of something broken. */
interface Rest {
  readonly text: string
  /** What ended it: the bracket, which was read, or a mark, which was not; empty at the end of the text. */
  readonly found: string
}

/**
 * Reads the rest of what is broken: up to where the bracket is closed that it began with, outside of strings, or to a mark.
 * @param head what was read of it, from that bracket on.
 * @param close what closes the bracket.
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

/** Counts the brackets that are open. */
class Brackets {
  #depth = 0
  #quote = ''
  #isEscaped = false

  constructor(readonly quotes: string) {}

  /** @returns whether none is open after this text. */
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
