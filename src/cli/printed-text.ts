import stringWidth from 'string-width'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Truncates text to a number of terminal columns. Some characters take two columns and some none. */
export function fitted(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text
  let taken = ''
  let width = 0
  for (const { segment } of graphemes.segment(text)) {
    width += stringWidth(segment)
    if (width >= columns) break
    taken += segment
  }
  return columns > 0 ? `${taken}…` : ''
}

/** Wraps text between words. A longer word is split. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  const add = (word: string) => {
    const longer = line === '' ? word : `${line} ${word}`
    if (stringWidth(longer) <= columns) line = longer
    else {
      if (line !== '') lines.push(line)
      line = word
    }
  }
  for (const word of text.split(' ')) {
    for (const piece of pieces(word, columns)) add(piece)
  }
  return [...lines, line]
}

function pieces(word: string, columns: number): string[] {
  if (stringWidth(word) <= columns) return [word]
  const found: string[] = []
  let piece = ''
  for (const { segment } of graphemes.segment(word)) {
    if (stringWidth(piece + segment) > columns) {
      found.push(piece)
      piece = ''
    }
    piece += segment
  }
  return [...found, piece]
}
