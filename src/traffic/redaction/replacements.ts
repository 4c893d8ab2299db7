import { bytesAsText } from '../../base/http/recorded-body.js'

/** A stretch of a text, and what takes its place. */
export interface Replacement {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** In the order of the text. Of those that overlap one remains, with the first one's text. */
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

/** The pieces of a text after replacing, which may go over their cuts: what is new stands where the old began. */
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

/** Base64 inside a text, and the text that it stands for. */
interface EncodedText {
  readonly start: number
  readonly end: number
  readonly text: string
}

const DATA_URL = /data:[\w.+;=/-]{0,200};base64,/g
const BASE64_BEGINNING = /^[A-Za-z0-9+/_-]{24}/
const BASE64_END = /[^A-Za-z0-9+/=_\r\n-]/g

/** Data URLs anywhere, and the whole text when it is base64. What stands for bytes, as media do, is passed over. */
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

/** The beginning tells media from text, so that media need not be decoded. */
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

/** The text after replacing, in the kind of base64 that the original is in. */
export function encodeLike(original: string, text: string, replacements: readonly Replacement[]): string {
  const bytes = Buffer.from(replaceAll(text, replacements))
  const encoded = bytes.toString(/[-_]/.test(original) ? 'base64url' : 'base64')
  return original.endsWith('=') ? encoded : encoded.replace(/={1,2}$/, '')
}
