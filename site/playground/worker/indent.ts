import { closingQuote } from '../../../src/base/json/tokens.js'

const STEP = '  '
/** Deeper levels are not indented further. */
const DEEPEST = 60
const SPACE = /\s/
const CLOSING = /[}\]]/
const WORD_END = /[\s,:{}[\]"]/g

/** Returns JSON with one member per line. Literals are unchanged, digit for digit. */
export function indented(text: string): string {
  const pieces: string[] = []
  let depth = 0
  const breakLine = () => pieces.push(`\n${STEP.repeat(Math.min(depth, DEEPEST))}`)
  for (let index = 0; index < text.length; ) {
    const character = text.charAt(index)
    const end = tokenEnd(text, index)
    if (character === '{' || character === '[') {
      const next = skipSpace(text, end)
      if (CLOSING.test(text.charAt(next))) {
        pieces.push(character, text.charAt(next))
        index = next + 1
        continue
      }
      depth += 1
      pieces.push(character)
      breakLine()
    } else if (CLOSING.test(character)) {
      depth = Math.max(depth - 1, 0)
      breakLine()
      pieces.push(character)
    } else if (character === ',') {
      pieces.push(character)
      breakLine()
    } else if (character === ':') pieces.push(': ')
    else if (!SPACE.test(character)) pieces.push(text.slice(index, end))
    index = end
  }
  return pieces.join('')
}

function tokenEnd(text: string, start: number): number {
  const character = text.charAt(start)
  if (character === '"') {
    const quote = closingQuote(text, start)
    return quote === -1 ? text.length : quote + 1
  }
  if (/[\s,:{}[\]]/.test(character)) return start + 1
  WORD_END.lastIndex = start
  return WORD_END.exec(text)?.index ?? text.length
}

function skipSpace(text: string, start: number): number {
  let index = start
  while (index < text.length && SPACE.test(text.charAt(index))) index += 1
  return index
}
