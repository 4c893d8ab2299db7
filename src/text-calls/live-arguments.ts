import type { JsonScan } from '../base/json/json-scan.js'
import type { JsonProgress, TextReading, TextSource } from './text-source.js'

/**
 * Creates a function that yields the pieces of arguments. White space at the end waits for the next piece,
 * because the text of a broken call does not end in white space.
 */
function pieceYielder(): (text: string) => TextReading<void> {
  let blank = ''
  return function* (text) {
    const visible = text.trimEnd()
    if (visible === '') blank += text
    else {
      yield { piece: blank + visible }
      blank = text.slice(visible.length)
    }
  }
}

/** Yields the pieces of arguments that are a JSON value. Repaired JSON differs from its text. */
export function argumentPieces({ repairs }: TextSource): JsonProgress | undefined {
  const pieces = pieceYielder()
  return repairs ? undefined : (_scan, read) => pieces(read)
}

/**
 * Yields the pieces of arguments that are a member of a JSON object, as soon as the call has begun. A member
 * that is not an object has no pieces.
 */
export function memberPieces(
  { repairs }: TextSource,
  key = '',
): (scan: JsonScan, read: string, isBegun: boolean) => TextReading<void> {
  const pieces = pieceYielder()
  /** The number of characters that were read before, and that were yielded or skipped. */
  let before = 0
  let sent = 0
  return function* (scan, read, isBegun) {
    const from = before
    before += read.length
    const span = repairs ? undefined : scan.spanOf(key)
    if (span === undefined || !isBegun) return
    const start = Math.max(sent, span.from)
    if (start === Number.POSITIVE_INFINITY) return
    const end = span.to ?? before
    sent = end
    // The complete text is joined only once, for the pieces that precede the name.
    const isNew = start >= from
    const text = isNew
      ? read.slice(start - from, end - from)
      : (scan.member(key) ?? '').slice(start - span.from)
    if (start === span.from && !text.startsWith('{')) sent = Number.POSITIVE_INFINITY
    else if (end > start) yield* pieces(text)
  }
}
