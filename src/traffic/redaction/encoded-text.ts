import { gunzipSync, gzipSync } from 'node:zlib'
import { bytesAsText } from '../../base/http/recorded-body.js'

/** Encoded text inside a text. */
export interface EncodedText {
  readonly start: number
  readonly end: number
  /** The decoded text. */
  readonly text: string
  /** Encodes a text in the same way. */
  encode(text: string): string
}

interface Encoding {
  /** Matches the beginning of a run that is long enough. */
  readonly beginning: RegExp
  readonly end: RegExp
  decode(run: string): EncodedText['text'] | undefined
  encode(text: string, run: string): string
}

const BASE64: Encoding = {
  beginning: /[A-Za-z0-9+/_-]{24}/g,
  end: /[^A-Za-z0-9+/=_-]/g,
  decode: (run) => textIn(run, 'base64'),
  encode: encodeBase64,
}

/** Base64 of a zip stream. */
const ZIPPED: Encoding = {
  beginning: /H4sI[A-Za-z0-9+/_-]{20}/g,
  end: /[^A-Za-z0-9+/=_-]/g,
  decode: unzipped,
  encode: (text, run) => encodeBase64(gzipSync(text), run),
}

const HEX: Encoding = {
  beginning: /[\da-fA-F]{32}/g,
  end: /[^\da-fA-F]/g,
  decode: (run) => (run.length % 2 === 0 ? textIn(run, 'hex') : undefined),
  encode: (text) => Buffer.from(text).toString('hex'),
}

/** Base64 in lines, as in mails and data URLs. */
const LINES_OF_BASE64: Encoding = {
  beginning: /(?:^|;base64,)[A-Za-z0-9+/_-]{24}/g,
  end: /[^A-Za-z0-9+/=_\r\n-]/g,
  decode: (run) => (/[\r\n]/.test(run) ? textIn(run, 'base64') : undefined),
  encode: encodeBase64,
}

/**
 * Yields the runs of base64, zipped base64 and hexadecimal digits that are text. Runs of binary data, such as
 * media, are skipped. Each run is read once per encoding.
 */
export function* encodedText(text: string): Generator<EncodedText> {
  for (const encoding of [BASE64, ZIPPED, HEX, LINES_OF_BASE64]) yield* runsOf(encoding, text)
}

function* runsOf({ beginning, end: ending, decode, encode }: Encoding, text: string): Generator<EncodedText> {
  let from = 0
  for (let match = next(beginning, text, from); match !== null; match = next(beginning, text, from)) {
    const start = match.index + (match[0].startsWith(';base64,') ? 8 : 0)
    const end = next(ending, text, start)?.index ?? text.length
    const run = text.slice(start, end)
    const plain = decode(run)
    if (plain !== undefined) yield { start, end, text: plain, encode: (redacted) => encode(redacted, run) }
    from = end
  }
}

function next(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from
  return pattern.exec(text)
}

/** Number of bytes that distinguish media from text, so that media are not decoded completely. */
const BEGINNING = 64

function textIn(run: string, encoding: 'base64' | 'hex'): string | undefined {
  const beginning = Buffer.from(run.slice(0, BEGINNING), encoding)
  if (beginning.length < 8 || beginning.some(isControl)) return undefined
  return bytesAsText(Buffer.from(run, encoding))
}

function isControl(byte: number): boolean {
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d
}

/** Maximum size of an unzipped text relative to its zipped size. Text rarely shrinks to less than a hundredth. */
const MOST_GROWTH = 200

function unzipped(run: string): string | undefined {
  const bytes = Buffer.from(run, 'base64')
  try {
    return bytesAsText(gunzipSync(bytes, { maxOutputLength: MOST_GROWTH * bytes.length }))
  } catch {
    return undefined
  }
}

/** Encodes in the base64 variant of the original. */
function encodeBase64(text: string | Uint8Array, original: string): string {
  const bytes = Buffer.from(text)
  const encoded = bytes.toString(/[-_]/.test(original) ? 'base64url' : 'base64')
  return original.endsWith('=') ? encoded : encoded.replace(/={1,2}$/, '')
}
