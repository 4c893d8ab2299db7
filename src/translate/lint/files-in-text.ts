const DATA_URL = /(?<![a-z])data:[a-z]{1,20}\/[\w.+-]{1,80};base64,[A-Za-z0-9+/]{256}/
/** Longer than hashes, signatures and ids are. */
const LONG_RUN = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{4096}/
/** Half of a long run: wherever one stands, it covers a whole piece of this length. */
const PIECE_LENGTH = 2048
const PIECE = /[A-Za-z0-9+/]{2048}/y

/** Whether a text holds a file in base64: in a URL, or bare. */
export function holdsFile(text: string): boolean {
  return (text.includes(';base64,') && DATA_URL.test(text)) || (mayHoldLongRun(text) && LONG_RUN.test(text))
}

/** A look at each piece, which ends at its first blank: ordinary text is not read. */
function mayHoldLongRun(text: string): boolean {
  for (let index = 0; index + PIECE_LENGTH <= text.length; index += PIECE_LENGTH) {
    PIECE.lastIndex = index
    if (PIECE.test(text)) return true
  }
  return false
}

/** A file in base64, with what it is. */
export interface FileInText {
  readonly mediaType: string
  readonly data: string
}

/** The first letters of a file. What follows them is not matched: a repetition over a long file does not fit the stack. */
const BEGINNING =
  /(?:(?<![a-z])data:([a-z]{1,20}\/[\w.+-]{1,80});base64,|(?<![A-Za-z0-9+/]))[A-Za-z0-9+/]{256}/g
const RUN = 256
const OTHER_LETTER = /[^A-Za-z0-9+/]/g
const SHORTEST_BARE = 4096

/** How files begin, by their types. */
const BEGINNINGS: readonly (readonly [type: string, beginning: RegExp])[] = [
  ['image/png', /^iVBORw0KGgo/],
  ['image/jpeg', /^\/9j\//],
  ['image/gif', /^R0lGODdh|^R0lGODlh/],
  ['image/webp', /^UklGR.{6}XRUJQ/],
  ['application/pdf', /^JVBERi0/],
]

/** A text as its words and its files, in their order; undefined where nothing says what a file is. */
export function splitFiles(text: string): readonly (string | FileInText)[] | undefined {
  const pieces: (string | FileInText)[] = []
  let end = 0
  BEGINNING.lastIndex = 0
  for (let match = BEGINNING.exec(text); match !== null; match = BEGINNING.exec(text)) {
    const [whole, named] = match
    const start = match.index + whole.length - RUN
    BEGINNING.lastIndex = endOfFile(text, start)
    const data = text.slice(start, BEGINNING.lastIndex)
    if (named === undefined && data.length < SHORTEST_BARE) continue
    const mediaType = named ?? BEGINNINGS.find(([, beginning]) => beginning.test(data))?.[0]
    if (mediaType === undefined) return undefined
    pieces.push(text.slice(end, match.index), { mediaType, data })
    end = BEGINNING.lastIndex
  }
  pieces.push(text.slice(end))
  return pieces.filter((piece) => typeof piece !== 'string' || piece.trim() !== '')
}

/** Where its letters end, with the signs that fill up its last group. */
function endOfFile(text: string, start: number): number {
  OTHER_LETTER.lastIndex = start
  let end = OTHER_LETTER.exec(text)?.index ?? text.length
  for (let filled = 0; filled < 2 && text[end] === '='; filled += 1) end += 1
  return end
}
