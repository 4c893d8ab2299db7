const DATA_URL = /(?<![a-z])data:[a-z]{1,20}\/[\w.+-]{1,80};base64,[A-Za-z0-9+/]{256}/
/** Matches a base64 run that is longer than any hash, signature or id. */
const LONG_RUN = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{4096}/
/** Half the length of a long run, so that a run at any position covers at least one complete piece. */
const PIECE_LENGTH = 2048
const PIECE = /[A-Za-z0-9+/]{2048}/y

/** Returns true if a text contains a base64 file, in a URL or bare. */
export function holdsFile(text: string): boolean {
  return (text.includes(';base64,') && DATA_URL.test(text)) || (mayHoldLongRun(text) && LONG_RUN.test(text))
}

/**
 * Returns true if the text may contain a long run. Reads each piece only up to the first blank, so that
 * ordinary text is not read completely.
 */
function mayHoldLongRun(text: string): boolean {
  for (let index = 0; index + PIECE_LENGTH <= text.length; index += PIECE_LENGTH) {
    PIECE.lastIndex = index
    if (PIECE.test(text)) return true
  }
  return false
}

/** A base64 file with its media type. */
export interface FileInText {
  readonly mediaType: string
  readonly data: string
}

/**
 * Matches the first characters of a file. The rest is not matched: a repetition over a long file overflows
 * the stack.
 */
const BEGINNING =
  /(?:(?<![a-z])data:([a-z]{1,20}\/[\w.+-]{1,80});base64,|(?<![A-Za-z0-9+/]))[A-Za-z0-9+/]{256}/g
const RUN = 256
const OTHER_LETTER = /[^A-Za-z0-9+/]/g
const SHORTEST_BARE = 4096

/** The first base64 characters of files, by type. */
const BEGINNINGS: readonly (readonly [type: string, beginning: RegExp])[] = [
  ['image/png', /^iVBORw0KGgo/],
  ['image/jpeg', /^\/9j\//],
  ['image/gif', /^R0lGODdh|^R0lGODlh/],
  ['image/webp', /^UklGR.{6}XRUJQ/],
  ['application/pdf', /^JVBERi0/],
]

/** Splits a text into its words and files, in order; undefined if no file has a known type. */
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

/** Returns the end of the base64 characters, including the padding. */
function endOfFile(text: string, start: number): number {
  OTHER_LETTER.lastIndex = start
  let end = OTHER_LETTER.exec(text)?.index ?? text.length
  for (let filled = 0; filled < 2 && text[end] === '='; filled += 1) end += 1
  return end
}
