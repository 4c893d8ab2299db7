/** Turns the bytes of a stream into text, chunk by chunk, as `TextDecoder` does with `{ stream: true }`. */
export interface ChunkDecoder {
  /** The text of all whole characters so far. The chunk is not kept. */
  push(chunk: Uint8Array): string
  /** To be called once: what is left is half a character. */
  finish(): string
}

const NO_BYTES = /* @__PURE__ */ new Uint8Array(0)
const BYTE_ORDER_MARK = '\ufeff'

/**
 * The `stream` flag takes TextDecoder off its fast path in Node, where it makes two bytes of every character besides
 * (https://github.com/nodejs/node/pull/61549). So each chunk is decoded for itself, and the beginning of a character that
 * its end cuts waits for the next one.
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
      // A copy: readers may use the memory of a chunk again, and `slice` of a Buffer copies nothing.
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
 * Where the last character begins if some of its bytes are missing, else the end: at most three bytes before it. The byte
 * that begins a character is a safe place to cut, also in text that is not UTF-8.
 */
function wholeCharacters(bytes: Uint8Array): number {
  for (let count = 1; count <= 3; count += 1) {
    // The first byte of a character begins with as many ones as it has bytes, the others with one.
    const ones = Math.clz32(~(bytes.at(-count) ?? 0) << 24)
    if (ones !== 1) return bytes.length - (count < ones ? count : 0)
  }
  return bytes.length
}
