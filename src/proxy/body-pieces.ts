import type { BodyPieces } from '../base/http/http-message.js'

/** Returns the pieces from one offset to another, without a copy of their bytes. */
export function sliceOf(pieces: BodyPieces, start: number, end = Number.POSITIVE_INFINITY): Uint8Array[] {
  const slices: Uint8Array[] = []
  let offset = 0
  for (const piece of pieces) {
    const from = Math.max(start - offset, 0)
    const to = Math.min(end - offset, piece.length)
    if (from < to) slices.push(piece.subarray(from, to))
    offset += piece.length
  }
  return slices
}

/** Returns the number of bytes with which both bodies begin. */
export function commonLength(first: BodyPieces, second: BodyPieces): number {
  let common = 0
  let [index, offset] = [0, 0]
  for (const piece of first) {
    for (let place = 0; place < piece.length; ) {
      const other = second[index]
      if (other === undefined) return common
      const length = Math.min(piece.length - place, other.length - offset)
      const same = sameBytes(piece, place, other, offset, length)
      common += same
      if (same < length) return common
      place += length
      offset += length
      if (offset === other.length) [index, offset] = [index + 1, 0]
    }
  }
  return common
}

/** Returns the number of equal bytes of two pieces. */
function sameBytes(
  first: Uint8Array,
  from: number,
  second: Uint8Array,
  start: number,
  length: number,
): number {
  let same = 0
  const [firstWords, secondWords] = [wordsOf(first), wordsOf(second)]
  while (same + WORD <= length && firstWords.getInt32(from + same) === secondWords.getInt32(start + same))
    same += WORD
  while (same < length && first[from + same] === second[start + same]) same += 1
  return same
}

/** The number of bytes that are compared at once. */
const WORD = 4

function wordsOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

/** The list of messages in the bytes of a body. */
export interface MessageBytes {
  /** The offset after the bracket that opens the list. */
  readonly start: number
  /** The offset after each message. */
  readonly ends: readonly number[]
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
/** The depth of the members of the body, and of the items of its lists. */
const [BODY, LIST] = [1, 2]

/**
 * Finds the messages in the bytes of a valid JSON body. Returns undefined if the body has no list of objects under the
 * name, or has the name twice.
 * @param known the messages at the start, whose bytes are not read again.
 */
export function messageBytes(
  pieces: BodyPieces,
  field: string,
  known?: MessageBytes,
): MessageBytes | undefined {
  const scan = new MessageScan(new TextEncoder().encode(field), known)
  for (const piece of sliceOf(pieces, scan.offset)) scan.read(piece)
  return scan.found()
}

class MessageScan {
  readonly #field: Uint8Array
  readonly #ends: number[]
  #start: number | undefined
  #isOpen = false
  #isUnfit = false
  #depth = 0
  #isText = false
  #isEscaped = false
  /** The number of characters of the field's name that the current text of the body has, or -1. */
  #matched = -1
  /** True if the latest text of the body is the field's name. */
  #isNamed = false
  offset = 0

  constructor(field: Uint8Array, known: MessageBytes | undefined) {
    this.#field = field
    this.#ends = [...(known?.ends ?? [])]
    if (known === undefined) return
    this.#start = known.start
    this.#isOpen = true
    this.#depth = LIST
    this.offset = known.ends.at(-1) ?? known.start
  }

  found(): MessageBytes | undefined {
    const start = this.#start
    return start === undefined || this.#isUnfit || this.#depth !== 0 ? undefined : { start, ends: this.#ends }
  }

  read(piece: Uint8Array): void {
    for (let index = 0; index < piece.length; index += 1) {
      const byte = piece[index] ?? 0
      if (this.#isText) this.#readText(byte)
      else this.#readToken(byte, this.offset + index + 1)
    }
    this.offset += piece.length
  }

  #readText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === BACKSLASH) this.#isEscaped = true
    else if (byte === QUOTE) this.#isText = false
    if (this.#matched === -1) return
    if (!this.#isText) {
      this.#isNamed = this.#matched === this.#field.length
      this.#matched = -1
    } else this.#matched = byte === this.#field[this.#matched] ? this.#matched + 1 : -1
  }

  #readToken(byte: number, after: number): void {
    if (byte === QUOTE) this.#beginText()
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#open(byte, after)
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#close(after)
    else if (byte === COMMA && this.#depth === BODY) this.#isNamed = false
    else if (this.#isOpen && this.#depth === LIST && byte > 0x20 && byte !== COMMA) this.#isUnfit = true
    else if (this.#depth === BODY && byte === COLON && this.#isNamed && this.#start !== undefined)
      this.#isUnfit = true
  }

  #beginText(): void {
    this.#isText = true
    if (this.#depth === BODY && !this.#isNamed) this.#matched = 0
    if (this.#isOpen && this.#depth === LIST) this.#isUnfit = true
  }

  #open(byte: number, after: number): void {
    if (this.#isOpen && this.#depth === LIST && byte === OPEN_LIST) this.#isUnfit = true
    if (this.#depth === BODY && this.#isNamed && byte === OPEN_LIST) {
      this.#start = after
      this.#isOpen = true
    }
    this.#depth += 1
  }

  #close(after: number): void {
    this.#depth -= 1
    if (!this.#isOpen) return
    if (this.#depth === LIST) this.#ends.push(after)
    if (this.#depth === BODY) this.#isOpen = false
  }
}
