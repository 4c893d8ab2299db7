/** A text that was cut, or not. */
export interface Truncated {
  /** Head and tail, with a line between them that says how much is left out; the whole text when it fits. */
  readonly text: string
  /** Characters (UTF-16 code units, as `length` counts) that are left out. */
  readonly omitted: number
}

/**
 * Keeps the head and the tail of a long text, half of the room for each. Cuts stand between whole characters: never in a
 * surrogate pair, nor in an emoji or a letter with its accents. Costs what it keeps, not what it leaves out.
 * @param maxCharacters what is kept at the most (UTF-16 code units, as `length` counts), the line between not counted. What
 * is no number above 0 keeps nothing.
 * @example const { text, omitted } = truncateMiddle(log, 30_000)
 */
export function truncateMiddle(text: string, maxCharacters: number): Truncated {
  const room = maxCharacters > 0 ? Math.floor(maxCharacters) : 0
  if (text.length <= room) return { text, omitted: 0 }
  const headEnd = boundaryOf(text, Math.ceil(room / 2)).before
  const tailStart = boundaryOf(text, text.length - Math.floor(room / 2)).after
  const omitted = tailStart - headEnd
  const marker = `\n[… ${omitted} characters left out …]\n`
  // `join` makes a text of its own. One made by `+` would hold on to the whole text that it is a part of.
  return { text: [text.slice(0, headEnd), marker, text.slice(tailStart)].join(''), omitted }
}

/** Where the character that stands across the position begins and ends; the position itself when none does. */
interface Boundary {
  readonly before: number
  readonly after: number
}

/** What is looked at on either side of a cut. Longer characters than that are cut between code points. */
const WINDOW = 64

function boundaryOf(text: string, position: number): Boundary {
  const here = { before: position, after: position }
  if (position === 0 || position === text.length) return here
  if (isPlain(text.charCodeAt(position - 1)) && isPlain(text.charCodeAt(position))) return here
  return characterAcross(text, position) ?? codePointAcross(text, position)
}

/** Letters, digits and signs of ASCII, which nothing before them takes in. */
function isPlain(unit: number): boolean {
  return unit >= 0x20 && unit < 0x7f
}

function characterAcross(text: string, position: number): Boundary | undefined {
  if (typeof Intl === 'undefined' || !('Segmenter' in Intl)) return undefined
  const start = codePointAcross(text, Math.max(0, position - WINDOW)).before
  const end = codePointAcross(text, Math.min(text.length, position + WINDOW)).after
  const found = new Intl.Segmenter().segment(text.slice(start, end)).containing(position - start)
  if (found === undefined) return undefined
  const before = start + found.index
  const after = before + found.segment.length
  if (before === position) return { before: position, after: position }
  const isWhole = (before > start || start === 0) && (after < end || end === text.length)
  return isWhole ? { before, after } : undefined
}

function codePointAcross(text: string, position: number): Boundary {
  const isPair = isHigh(text.charCodeAt(position - 1)) && isLow(text.charCodeAt(position))
  return isPair ? { before: position - 1, after: position + 1 } : { before: position, after: position }
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000
}
