import { joinedBytes } from '../../base/http/http-message.js'
import { AdapterError } from '../../base/json/adapter-error.js'

const LINE_BREAK = 0x0a
/** The maximum length of a string in V8. */
const LONGEST_STRING = 2 ** 29 - 24

/** One line of input, not yet decoded as text. A decoding error affects only this line. */
export interface Line {
  /** The number of the line, counted from 1. */
  readonly number: number
  /** The bytes of the line without the line break. Empty if the line is too long for a string. */
  readonly pieces: readonly Uint8Array[]
  /**
   * Decodes the line.
   * @throws AdapterError('invalid-json') if the line is not text or is too long for a string.
   */
  text(): string
}

/**
 * Splits bytes into lines and keeps one line in memory at a time. Each byte is read once, regardless of line
 * length and chunk size. A line beyond the runtime's longest string is dropped while it is read.
 * @param first the number of the first line.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array>,
  maxLength = LONGEST_STRING,
  first = 1,
): AsyncGenerator<Line, void, undefined> {
  let number = first
  let pending: Uint8Array[] = []
  let length = 0
  const add = (piece: Uint8Array) => {
    length += piece.length
    if (length <= maxLength) pending.push(piece)
    else pending = []
  }
  const take = (): Line => {
    const line = { number, pieces: pending, text: textOf(pending, length, maxLength) }
    number += 1
    pending = []
    length = 0
    return line
  }
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk
    let start = 0
    for (let end = bytes.indexOf(LINE_BREAK); end !== -1; end = bytes.indexOf(LINE_BREAK, start)) {
      add(bytes.subarray(start, end))
      yield take()
      start = end + 1
    }
    if (start < bytes.length) add(bytes.subarray(start))
  }
  if (length > 0) yield take()
}

function textOf(pieces: readonly Uint8Array[], length: number, maxLength: number): () => string {
  return () => {
    if (length > maxLength)
      throw new AdapterError('invalid-json', '', `the line has ${length} bytes, more than a string can hold`)
    return decodeText(pieces)
  }
}

/**
 * Decodes UTF-8 text.
 * @throws AdapterError('invalid-json') if the bytes are not UTF-8. Characters are not replaced silently.
 */
export function decodeText(pieces: readonly Uint8Array[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(joinedBytes(pieces))
  } catch {
    throw new AdapterError('invalid-json', '', 'the text is not UTF-8; convert it first')
  }
}
