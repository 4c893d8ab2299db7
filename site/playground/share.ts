/** The state of the playground that a URL can contain. */
export interface SharedState {
  readonly text: string
  /** The selected wire. Default: recognized automatically. */
  readonly wire?: string | undefined
  /** The index of the record, from 0. Default: the first record. */
  readonly record?: number | undefined
  readonly tab?: string | undefined
  /** The target wire. */
  readonly target?: string | undefined
}

const KEY = '#play='
/** Maximum number of characters. Longer URLs are truncated by chats and mail programs. */
export const LONGEST_FRAGMENT = 30_000
/** Limits the decompressed size, because a fragment may decompress to any size. */
const MOST_CHARACTERS = 12_000_000

/** Returns the state as a URL fragment, or undefined if it is too long. */
export async function fragmentOf(state: SharedState): Promise<string | undefined> {
  const bytes = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const packed = new Uint8Array(await new Response(bytes).arrayBuffer())
  if (packed.length > LONGEST_FRAGMENT) return undefined
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''))
  const fragment = KEY + text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  return fragment.length > LONGEST_FRAGMENT ? undefined : fragment
}

/**
 * Returns the state in a fragment, or undefined for a fragment of another origin.
 * @throws Error if the link is broken.
 */
export async function stateIn(fragment: string): Promise<SharedState | undefined> {
  if (!fragment.startsWith(KEY)) return undefined
  try {
    const packed = Uint8Array.from(
      atob(fragment.slice(KEY.length).replaceAll('-', '+').replaceAll('_', '/')),
      (character) => character.charCodeAt(0),
    )
    return checkedState(JSON.parse(await unpacked(packed)))
  } catch {
    throw new Error('This address is broken: what it shares cannot be read. Ask for it again.')
  }
}

async function unpacked(packed: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([packed])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
    .pipeThrough(new TextDecoderStream())
  let text = ''
  for await (const piece of piecesOf(stream)) {
    text += piece
    if (text.length > MOST_CHARACTERS) throw new Error('too long')
  }
  return text
}

/** Some browsers cannot iterate over a stream. */
async function* piecesOf(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader()
  for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value
}

function checkedState(value: Readonly<Record<string, unknown>>): SharedState {
  const { text, wire, record, tab, target } = value
  if (typeof text !== 'string') throw new Error('no text')
  return {
    text,
    wire: typeof wire === 'string' ? wire : undefined,
    record: typeof record === 'number' ? record : undefined,
    tab: typeof tab === 'string' ? tab : undefined,
    target: typeof target === 'string' ? target : undefined,
  }
}
