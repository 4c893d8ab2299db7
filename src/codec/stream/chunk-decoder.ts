/** Decodes the bytes of a stream to text, chunk by chunk, as `TextDecoder` does with `{ stream: true }`. */
export interface ChunkDecoder {
  /** Returns the text of all complete characters so far. The chunk is not kept. */
  push(chunk: Uint8Array): string
  /** Ends the input; call it once. Returns the text of an incomplete last character. */
  finish(): string
}

const NO_BYTES = /* @__PURE__ */ new Uint8Array(0)
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Creates a decoder of UTF-8 chunks. The `stream` flag disables the fast path of TextDecoder in Node, and
 * makes every character use two bytes (https://github.com/nodejs/node/pull/61549). So each chunk is decoded
 * separately, and an incomplete character at its end is kept for the next chunk.
 */
export function createChunkDecoder(): ChunkDecoder {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let waiting: Uint8Array = NO_BYTES
  let isStart = true
  const decode = (bytes: Uint8Array): string => {
    const text = decoder.decode(bytes)
    if (!isStart || text === '') return text
    isStart = false
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
  }
  return {
    push(chunk) {
      const bytes = waiting.length === 0 ? chunk : joined(waiting, chunk)
      const end = wholeCharacters(bytes)
      // A copy: readers may reuse the memory of a chunk, and `slice` of a Buffer copies nothing.
      waiting = end === bytes.length ? NO_BYTES : new Uint8Array(bytes.subarray(end))
      return decode(bytes.subarray(0, end))
    },
    finish: () => decode(waiting),
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}

/**
 * Returns the start of the last character if some of its bytes are missing, otherwise the end: at most three
 * bytes are split off. The first byte of a character is a safe position to split, even in text that is not
 * UTF-8.
 */
function wholeCharacters(bytes: Uint8Array): number {
  for (let count = 1; count <= 3; count += 1) {
    // The number of leading ones in the first byte of a character is its number of bytes; further bytes have
    // one leading one.
    const ones = Math.clz32(~(bytes.at(-count) ?? 0) << 24)
    if (ones !== 1) return bytes.length - (count < ones ? count : 0)
  }
  return bytes.length
}
