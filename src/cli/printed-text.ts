import stringWidth from 'string-width'

/** Characters that would move the cursor or change colors if a recording could print them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** Those that JSON leaves as they are inside its strings. */
const CONTROL_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** JSON that a terminal shows as it is, with the same value. */
export function shownJson(json: string): string {
  return json.replace(CONTROL_IN_JSON, escaped)
}

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Text of a recording in one line that a terminal shows as it is, cut to a length. */
export function shown(text: string, maxLength: number): string {
  const cut = text.length > maxLength ? `${text.slice(0, Math.max(maxLength - 1, 1))}…` : text
  return cut.replace(CONTROL, escaped)
}

/** The same for text of several lines. */
export function shownControls(text: string): string {
  return text.replace(CONTROL, (character) => (/[\n\t]/.test(character) ? character : escaped(character)))
}

function escaped(character: string): string {
  return NAMED[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Text cut to columns of a terminal, where some characters take two and some none. */
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

/** The same text in lines, broken between words; a longer word is broken inside. */
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
