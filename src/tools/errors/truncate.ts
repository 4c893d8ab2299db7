/** A text, shortened if necessary. */
export interface Truncated {
  /**
   * The head and the tail, with a line between them that states the omitted length. The complete text if it
   * is within the limit.
   */
  readonly text: string
  /** The number of omitted characters (UTF-16 code units, as counted by `length`). */
  readonly omitted: number
}

/**
 * Keeps the head and the tail of a long text, with half of the limit for each. The text is split between
 * complete characters: never inside a surrogate pair, an emoji, or a letter with its accents. The cost
 * depends on the kept text, not on the omitted text.
 * @param maxCharacters the maximum length of the kept text (UTF-16 code units, as counted by `length`),
 * without the line between head and tail. For a value that is not a number above 0, no text is kept.
 * @example const { text, omitted } = truncateMiddle(log, 30_000)
 */
export function truncateMiddle(text: string, maxCharacters: number): Truncated {
  const room = maxCharacters > 0 ? Math.floor(maxCharacters) : 0
  if (text.length <= room) return { text, omitted: 0 }
  const headEnd = boundaryOf(text, Math.ceil(room / 2)).before
  const tailStart = boundaryOf(text, text.length - Math.floor(room / 2)).after
  const omitted = tailStart - headEnd
  const marker = `\n[… ${omitted} characters left out …]\n`
  // `join` creates an independent string. Concatenation with `+` would keep the complete text in memory.
  return { text: [text.slice(0, headEnd), marker, text.slice(tailStart)].join(''), omitted }
}

/**
 * The start and the end of the character that crosses the position; the position itself if no character
 * crosses it.
 */
interface Boundary {
  readonly before: number
  readonly after: number
}

/**
 * The number of code units that are examined on either side of a split. Longer characters are split between
 * code points.
 */
const WINDOW = 64

function boundaryOf(text: string, position: number): Boundary {
  const here = { before: position, after: position }
  if (position === 0 || position === text.length) return here
  if (isPlain(text.charCodeAt(position - 1)) && isPlain(text.charCodeAt(position))) return here
  return characterAcross(text, position) ?? codePointAcross(text, position)
}

/** Returns true for letters, digits and signs of ASCII, which never combine with preceding characters. */
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
