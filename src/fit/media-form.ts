import type { MediaKind, MediaPart } from '../model/types.js'

/** Names that mean another type's; providers compare types by letter. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['image/x-png', 'image/png'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/x-wav', 'audio/wav'],
  ['audio/wave', 'audio/wav'],
  ['audio/vnd.wave', 'audio/wav'],
  ['audio/x-flac', 'audio/flac'],
  ['audio/x-m4a', 'audio/mp4'],
  ['application/x-pdf', 'application/pdf'],
])
/** Says no more than that there are bytes. */
const UNKNOWN_TYPE = 'application/octet-stream'

/** How files begin, in hexadecimal digits: the formats' own definitions. */
const BEGINNINGS: readonly (readonly [RegExp, string])[] = [
  [/^89504e470d0a/, 'image/png'],
  [/^ffd8ff/, 'image/jpeg'],
  [/^47494638(?:37|39)61/, 'image/gif'],
  [/^52494646.{8}57454250/, 'image/webp'],
  [/^.{8}66747970(?:68656963|68656978|68657663)/, 'image/heic'],
  [/^.{8}66747970(?:6d696631|6d736631)/, 'image/heif'],
  [/^(?:49492a00|4d4d002a)/, 'image/tiff'],
  [/^255044462d/, 'application/pdf'],
  [/^504b0304/, 'application/zip'],
  [/^52494646.{8}57415645/, 'audio/wav'],
  [/^(?:494433|ff(?:f2|f3|fb))/, 'audio/mpeg'],
  [/^4f676753/, 'audio/ogg'],
  [/^664c6143/, 'audio/flac'],
  [/^.{8}667479704d3441/, 'audio/mp4'],
  [/^.{8}66747970/, 'video/mp4'],
  [/^1a45dfa3/, 'video/webm'],
]
/** Characters of base64 that hold more bytes than any of them needs; a multiple of four. */
const BEGINNING_LENGTH = 24

/**
 * The part as every provider writes it: standard base64 (Google takes the URL-safe alphabet, too), the common name of
 * its type, the type that its first bytes tell where none is given, and the kind that the type belongs to. The same part
 * comes back when it is so already.
 */
export function normalMedia(part: MediaPart): MediaPart {
  const { source } = part
  if (source.type === 'text') return part
  const data = source.type === 'data' ? standardBase64(source.data) : undefined
  const mediaType = typeName(part.mediaType) ?? (data === undefined ? undefined : typeOf(data))
  const kind = mediaType === undefined ? part.kind : kindOf(mediaType)
  const isSame = source.type !== 'data' || data === source.data
  if (isSame && mediaType === part.mediaType && kind === part.kind) return part
  const { mediaType: _mediaType, ...rest } = part
  const typed = mediaType === undefined ? { ...rest, kind } : { ...rest, kind, mediaType }
  return data === undefined ? typed : { ...typed, source: { type: 'data', data } }
}

export function isUrlSafe(data: string): boolean {
  return /[-_]/.test(data)
}

/** Standard base64, padded. */
function standardBase64(data: string): string {
  const text = data
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '')
  // One character more than a multiple of four is the base64 of nothing.
  if (!isUrlSafe(data) || text.length % 4 === 1) return data
  return text + '='.repeat((4 - (text.length % 4)) % 4)
}

/** Text keeps what the type says of its characters. */
function typeName(mediaType: string | undefined): string | undefined {
  const bare = mediaType?.split(';', 1)[0]?.trim().toLowerCase()
  if (bare === undefined || bare === '' || bare === UNKNOWN_TYPE) return undefined
  return bare.startsWith('text/') ? mediaType : (ALIASES.get(bare) ?? bare)
}

function typeOf(data: string): string | undefined {
  const digits = hexadecimal(data.slice(0, BEGINNING_LENGTH))
  return BEGINNINGS.find(([beginning]) => beginning.test(digits))?.[1]
}

function hexadecimal(base64: string): string {
  try {
    return [...atob(base64)].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')
  } catch {
    return ''
  }
}

function kindOf(mediaType: string): MediaKind {
  const [family] = mediaType.split('/', 1)
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'file'
}

const TEXT_TYPE =
  /^(?:text\/|application\/(?:json|xml|yaml|toml|javascript|typescript|sql|x-(?:ndjson|yaml|sh))\b|[^;]*\+(?:json|xml)\b)/i

/** The text of a text document, also of one given as base64. */
export function readableText({ source, mediaType = '' }: MediaPart): string | undefined {
  if (source.type === 'text') return source.text
  if (source.type !== 'data' || !TEXT_TYPE.test(mediaType)) return undefined
  try {
    const bytes = Uint8Array.from(atob(source.data), (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
