// Inputs of the benchmarks: argument texts, calls, byte chunks.

const KB = 1024

const LINE = 'export const total = items.reduce((sum, { price }) => sum + price, 0) // "net"\n'
/** Contains characters of two, three and four bytes, which chunks can split. */
const FOREIGN_LINE = LINE.replace('net', 'naïve – 净额 😀')

/**
 * Returns JSON arguments similar to those of a file-editing tool: half of it one long string, half small
 * edits.
 */
export function argumentText(size, line = LINE) {
  const edit = {
    path: 'src/index.ts',
    line: 12,
    insert: true,
    text: 'const ratio = 0.75\n',
    tags: ['a', null],
  }
  const edits = Array.from({ length: Math.floor(size / 2 / JSON.stringify(edit).length) }, (_, index) => ({
    ...edit,
    line: index,
  }))
  const head = JSON.stringify({ path: 'src/cart.ts', edits, content: '' }).slice(0, -2)
  const escaped = JSON.stringify(line).slice(1, -1)
  const room = Math.max(0, size - head.length - 2)
  const content = escaped.repeat(Math.floor(room / escaped.length))
  return `${head}${content}${'x'.repeat(room - content.length)}"}`
}

/**
 * Creates calls of the same size.
 * @returns calls {id, name, text, pieces}: the argument text complete and as it is streamed.
 */
export function callsOf(count, size, deltaSize, isForeign = false) {
  return Array.from({ length: count }, (_, index) => {
    const text = argumentText(size, isForeign ? FOREIGN_LINE : LINE)
    return {
      id: `call_Xa7Qd0Rk3ZfU9wLm2Vt${100 + index}`,
      name: 'edit_file',
      text,
      pieces: cut(text, deltaSize),
    }
  })
}

function cut(text, size) {
  const pieces = []
  for (let start = 0; start < text.length; start += size) pieces.push(text.slice(start, start + size))
  return pieces
}

/** Returns the bytes in chunks of one size. */
export function bytesOf(frames, chunkSize = 16 * KB) {
  return cutBytes(frames, () => chunkSize)
}

/**
 * Returns the bytes in chunks that end inside events and characters, as on networks. The chunks are the same
 * in every run.
 */
export function bytesCutAnywhere(frames) {
  let state = 7
  return cutBytes(frames, () => {
    state = (state * 48271) % 0x7fffffff
    return KB + (state % (3 * KB))
  })
}

function cutBytes(frames, nextSize) {
  const bytes = Buffer.concat(bytesPerEvent(frames))
  const chunks = []
  for (let start = 0, size; start < bytes.length; start += size) {
    size = nextSize()
    chunks.push(new Uint8Array(bytes.subarray(start, start + size)))
  }
  return chunks
}

/** Returns chunks of complete events, as a fast server writes them. */
export function bytesOfWholeEvents(frames, size = 16 * KB) {
  const chunks = []
  let pending = []
  for (const bytes of bytesPerEvent(frames)) {
    pending.push(bytes)
    if (pending.reduce((sum, { length }) => sum + length, 0) < size) continue
    chunks.push(new Uint8Array(Buffer.concat(pending)))
    pending = []
  }
  return [...chunks, new Uint8Array(Buffer.concat(pending))]
}

/** Returns one chunk per event, like a server that flushes after each event. */
export function bytesPerEvent(frames) {
  return frames.map((frame) => (typeof frame === 'string' ? new TextEncoder().encode(frame) : frame))
}

/** The cases of streamed decoding. `deltas: false` marks cases that also fit wires with complete calls. */
export const streamCases = [
  ...[4, 24].flatMap((delta) =>
    [KB, 16 * KB, 128 * KB, KB * KB].map((size) => ({
      name: `1 call, ${sizeName(size)}, ${delta}-character deltas`,
      count: 1,
      size,
      delta,
    })),
  ),
  {
    name: '1 call, 16 KB, 4-character deltas, a chunk each, from a fetch Response',
    count: 1,
    size: 16 * KB,
    delta: 4,
    perEvent: true,
  },
  ...[
    [4, 128 * KB],
    [24, 128 * KB],
    [24, KB * KB],
  ].map(([delta, size]) => ({
    name: `1 call, ${sizeName(size)}, ${delta}-character deltas, cut anywhere, from a fetch Response`,
    count: 1,
    size,
    delta,
    cutAnywhere: true,
  })),
  {
    name: '1 call, 1 MB, 24-character deltas, whole events, from a fetch Response',
    count: 1,
    size: KB * KB,
    delta: 24,
    wholeEvents: true,
  },
  {
    name: '32 calls, 2 KB each, whole, cut anywhere, from a fetch Response',
    count: 32,
    size: 2 * KB,
    delta: Infinity,
    cutAnywhere: true,
  },
  { name: '32 calls, 2 KB each, 24-character deltas', count: 32, size: 2 * KB, delta: 24 },
  { name: '32 calls, 2 KB each, whole', count: 32, size: 2 * KB, delta: Infinity },
  { name: '1 call, 1 MB, in one event', count: 1, size: KB * KB, delta: Infinity, chunkSize: Infinity },
  { name: '1 call, 1 MB, in one event, 16 KB chunks', count: 1, size: KB * KB, delta: Infinity },
]

/** The case of live translation: a stream of small deltas. */
export const translationCase = { name: 'live translation', count: 1, size: 128 * KB, delta: 24 }

/** The cases of non-streaming decoding: bodies of approximately this number of characters. */
export const wholeCases = [
  { name: 'body of 2 KB', size: 2 * KB },
  { name: 'body of 20 KB', size: 20 * KB },
  { name: 'body of 1 MB', size: KB * KB },
]

export function sizeName(size) {
  return size >= KB * KB ? `${size / KB / KB} MB` : `${size / KB} KB`
}
