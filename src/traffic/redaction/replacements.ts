import { bytesAsText } from '../../base/http/recorded-body.js'

/** A range of a text, and its replacement. */
export interface Replacement {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Sorts replacements by position. Overlapping replacements are merged, with the text of the first one. */
export function disjoint(replacements: readonly Replacement[]): Replacement[] {
  const result: Replacement[] = []
  for (const next of replacements.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1)
    if (last === undefined || next.start >= last.end) result.push(next)
    else if (next.end > last.end) result[result.length - 1] = { ...last, end: next.end }
  }
  return result
}

export function replaceAll(text: string, replacements: readonly Replacement[]): string {
  return replaceInPieces([text], disjoint(replacements)).join('')
}

/**
 * Returns the pieces of a text after replacing. A replacement may span pieces; the new text goes to the piece
 * in which the old text began.
 */
export function replaceInPieces(pieces: readonly string[], replacements: readonly Replacement[]): string[] {
  let pieceStart = 0
  let index = 0
  return pieces.map((piece) => {
    const pieceEnd = pieceStart + piece.length
    const result: string[] = []
    let from = pieceStart
    for (
      let next = replacements[index];
      next !== undefined && next.start < pieceEnd;
      next = replacements[index]
    ) {
      if (next.start >= pieceStart)
        result.push(piece.slice(from - pieceStart, next.start - pieceStart), next.text)
      from = Math.min(next.end, pieceEnd)
      if (next.end > pieceEnd) break
      index += 1
    }
    result.push(piece.slice(from - pieceStart))
    pieceStart = pieceEnd
    return result.join('')
  })
}

/** Base64 in a text, and its decoded text. */
interface EncodedText {
  readonly start: number
  readonly end: number
  readonly text: string
}

const DATA_URL = /data:[\w.+;=/-]{0,200};base64,/g
const BASE64_BEGINNING = /^[A-Za-z0-9+/_-]{24}/
const BASE64_END = /[^A-Za-z0-9+/=_\r\n-]/g

/**
 * Yields the data URLs in a text, and the complete text if it is base64. Base64 of binary data, such as
 * media, is skipped.
 */
export function* encodedText(text: string): Generator<EncodedText> {
  if (BASE64_BEGINNING.test(text) && base64End(text, 0) === text.length) yield* decoded(text, 0, text.length)
  for (const { 0: prefix, index } of text.matchAll(DATA_URL)) {
    const start = index + prefix.length
    yield* decoded(text, start, base64End(text, start))
  }
}

function base64End(text: string, start: number): number {
  BASE64_END.lastIndex = start
  return BASE64_END.exec(text)?.index ?? text.length
}

/** Number of bytes that distinguish media from text, so that media are not decoded completely. */
const BEGINNING = 64

function* decoded(whole: string, start: number, end: number): Generator<EncodedText> {
  const beginning = Buffer.from(whole.slice(start, Math.min(end, start + BEGINNING)), 'base64')
  if (beginning.length < 8 || beginning.some(isControl)) return
  const text = bytesAsText(Buffer.from(whole.slice(start, end), 'base64'))
  if (text !== undefined) yield { start, end, text }
}

function isControl(byte: number): boolean {
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d
}

/** Returns the text after replacing, in the base64 variant of the original. */
export function encodeLike(original: string, text: string, replacements: readonly Replacement[]): string {
  const bytes = Buffer.from(replaceAll(text, replacements))
  const encoded = bytes.toString(/[-_]/.test(original) ? 'base64url' : 'base64')
  return original.endsWith('=') ? encoded : encoded.replace(/={1,2}$/, '')
}
