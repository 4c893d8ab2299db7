/** What an address can hold of the playground. */
export interface SharedState {
  readonly text: string
  /** The wire that somebody chose. Default: it is recognized. */
  readonly wire?: string | undefined
  /** Counted from 0. Default: the first record. */
  readonly record?: number | undefined
  readonly tab?: string | undefined
  /** The wire that it is written for. */
  readonly target?: string | undefined
}

const KEY = '#play='
/** Characters: longer addresses are cut by chats and mail programs. */
export const LONGEST_FRAGMENT = 30_000
/** A fragment may unpack to any size. */
const MOST_CHARACTERS = 12_000_000

/** The state as the fragment of an address; undefined when it is too long for one. */
export async function fragmentOf(state: SharedState): Promise<string | undefined> {
  const bytes = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const packed = new Uint8Array(await new Response(bytes).arrayBuffer())
  if (packed.length > LONGEST_FRAGMENT) return undefined
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''))
  const fragment = KEY + text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  return fragment.length > LONGEST_FRAGMENT ? undefined : fragment
}

/** What a fragment holds; undefined for one that is none of ours. @throws Error when it is broken. */
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

/** Not every browser can iterate over a stream. */
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
