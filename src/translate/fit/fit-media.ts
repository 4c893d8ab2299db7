import { isOwn, mapOutput, mapParts, withMessages } from '../../base/model/change.js'
import { mediaKindOf } from '../../base/model/media-kind.js'
import type {
  Conversation,
  MediaKind,
  MediaPart,
  Message,
  Part,
  ResultPart,
  ToolResult,
} from '../../base/model/types.js'
import { dropMedia, moveMedia } from '../../codec/shape/losses.js'
import type { FitContext } from '../../codec/wire/fit-step.js'
import { type Limits, takesType } from '../../codec/wire/limits.js'

/**
 * Moves media to positions that the target accepts. Media that are invalid in a result or in an assistant
 * message are moved to a user message after all results of the turn, and a text refers to them. Media that
 * the target rejects everywhere are replaced by a text. Base64 never becomes text.
 */
export function placeMedia(conversation: Conversation, fit: FitContext): Conversation {
  const placed: Message[] = []
  let following: Part[] = []
  const flush = () => {
    if (following.length > 0) placed.push({ role: 'user', parts: following })
    following = []
  }
  for (const message of conversation.messages) {
    if (message.role !== 'tool') flush()
    const next = mapParts(message, fit, (part) => placePart(part, message, following, fit))
    placed.push(next === message ? message : fit.derive(message, next))
  }
  flush()
  return withMessages(conversation, placed)
}

function placePart(part: Part, message: Message, following: Part[], fit: FitContext): Part {
  if (part.type === 'tool-result') return part.providerExecuted ? part : placeInResult(part, following, fit)
  if (part.type !== 'media' || isOwn(part, message, fit.wire)) return part
  const { userMedia, assistantMedia = [] } = fit.limits
  if (message.role === 'user' || message.role === 'tool')
    return placedHere(part, userMedia, fit) ?? placeholder(part, fit)
  const here = message.role === 'assistant' ? placedHere(part, assistantMedia, fit) : undefined
  if (here !== undefined) return here
  const next = message.role === 'assistant' ? asTaken(part, userMedia, fit) : undefined
  return next === undefined ? placeholder(part, fit) : follow(next, 'the assistant', following, fit)
}

function placeInResult(result: ToolResult, following: Part[], fit: FitContext): ToolResult {
  const { limits } = fit
  const inResult = result.isError && !limits.errorResultMedia ? [] : limits.resultMedia
  return mapOutput(result, fit, (part) => {
    if (part.type !== 'media') return part
    const here = placedHere(part, inResult, fit)
    if (here !== undefined) return here
    const next = asTaken(part, limits.userMedia, fit)
    return next === undefined
      ? placeholder(part, fit)
      : follow(next, `the tool ${result.name}`, following, fit)
  })
}

/**
 * Returns the part in the form for a position that accepts these kinds; undefined if the part is rejected
 * there.
 */
function placedHere(part: MediaPart, kinds: readonly MediaKind[], fit: FitContext): MediaPart | undefined {
  const taken = asTaken(part, kinds, fit)
  if (taken?.filename === undefined || hasNames(taken, fit.limits)) return taken
  fit.report({
    code: 'filename-dropped',
    severity: 'info',
    path: `${fit.pathOf(taken)}/filename`,
    message: `this wire has no names for media of kind ${taken.kind}; ${taken.filename} is left out`,
  })
  return withoutName(taken)
}

function hasNames({ kind }: MediaPart, { mediaLimits }: Limits): boolean {
  return mediaLimits?.[kind]?.names !== false
}

function withoutName({ filename: _filename, ...part }: MediaPart): MediaPart {
  return part
}

/** Returns the part in a form that the target accepts among these kinds; undefined if no such form exists. */
function asTaken(part: MediaPart, kinds: readonly MediaKind[], fit: FitContext): MediaPart | undefined {
  if (isForeignFile(part, fit)) return undefined
  if (fit.from === fit.wire || part.providerMetadata?.[fit.wire] !== undefined)
    return isPlaced(part, kinds, fit.limits) ? part : undefined
  if (accepts(fit.limits, kinds, part)) return part
  const normal = normalMedia(part)
  if (accepts(fit.limits, kinds, normal))
    return report(part, normal, 'media-normalized', 'has its data, media type or kind normalized', fit)
  const text = normal.kind === 'file' ? readableText(normal) : undefined
  if (text === undefined) return undefined
  const document: MediaPart = { ...normal, mediaType: 'text/plain', source: { type: 'text', text } }
  return isPlaced(document, kinds, fit.limits)
    ? report(part, document, 'file-as-text', 'is accepted only as plain text', fit)
    : undefined
}

function isPlaced({ kind, source }: MediaPart, kinds: readonly MediaKind[], limits: Limits): boolean {
  const { sources = limits.mediaSources } = limits.mediaLimits?.[kind] ?? {}
  return kinds.includes(kind) && sources.includes(source.type)
}

function accepts(limits: Limits, kinds: readonly MediaKind[], part: MediaPart): boolean {
  const { source } = part
  const isReadable = source.type !== 'data' || limits.urlSafeBase64 === true || !isUrlSafe(source.data)
  return isReadable && isPlaced(part, kinds, limits) && isTyped(part, limits)
}

/** Data needs a type if types are limited; the type of a URL may be unknown. */
function isTyped({ kind, mediaType, source }: MediaPart, { mediaLimits }: Limits): boolean {
  const saysNone = source.type === 'text' || (mediaType === undefined && source.type !== 'data')
  return saysNone || takesType(mediaLimits?.[kind], mediaType)
}

function report(part: MediaPart, form: MediaPart, code: string, what: string, fit: FitContext): MediaPart {
  fit.report({ code, severity: 'info', path: fit.pathOf(part), message: `the ${mediaTitle(form)} ${what}` })
  return fit.derive(part, form)
}

/**
 * Returns true for a file id of another wire: only the wire that issued the id can use it. Formats keep such
 * ids.
 */
function isForeignFile({ source, providerMetadata }: MediaPart, { from, wire, limits }: FitContext): boolean {
  return (
    source.type === 'file-id' &&
    limits.carries?.includes('metadata') !== true &&
    ((from !== undefined && from !== wire) || limits.fileIds?.test(source.id) === false) &&
    providerMetadata?.[wire] === undefined
  )
}

function follow(part: MediaPart, author: string, following: Part[], fit: FitContext): ResultPart {
  const title = mediaTitle(part)
  moveMedia(`the ${title}`, { ...fit, path: fit.pathOf(part) })
  const moved = hasNames(part, fit.limits) ? part : fit.derive(part, withoutName(part))
  following.push(fit.derive(part, { type: 'text', text: `(From ${author}: ${title})` }), moved)
  return { type: 'text', text: `(The ${title} is in the next user message.)` }
}

function placeholder(part: MediaPart, fit: FitContext): ResultPart {
  const title = mediaTitle(part)
  const { source } = part
  const path = fit.pathOf(part)
  const content = readableText(normalMedia(part))
  if (content !== undefined) {
    const message = `the ${title} with a source of type ${source.type} cannot be sent on this wire; its text is sent instead`
    fit.report({ code: 'media-as-text', severity: 'info', path, message })
    return { type: 'text', text: `(The ${title}:)\n${content}` }
  }
  dropMedia(part, { ...fit, path }, 'a text says so')
  const where = source.type === 'url' && !source.url.startsWith('data:') ? ` It is at ${source.url}` : ''
  return { type: 'text', text: `(The ${title} cannot be shown here.${where})` }
}

function mediaTitle({ kind, mediaType, filename }: MediaPart): string {
  const type = mediaType === undefined ? '' : ` of type ${mediaType}`
  return `${kind}${filename === undefined ? '' : ` ${filename}`}${type}`
}

/** Common names of media types, by alternative name. Providers compare types letter by letter. */
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
/** The type of unspecified bytes. */
const UNKNOWN_TYPE = 'application/octet-stream'

/** The first bytes of file formats as hexadecimal digits, from the formats' definitions. */
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
/**
 * Number of base64 characters to decode, a multiple of four. They contain more bytes than any of these
 * beginnings.
 */
const BEGINNING_LENGTH = 24

/**
 * Normalizes a part for all providers: standard base64 (Google also accepts the URL-safe alphabet), the
 * common name of the media type, and the kind of the type. A missing type is detected from the first bytes. A
 * part that is already normal is returned as the same object.
 */
function normalMedia(part: MediaPart): MediaPart {
  const { source } = part
  if (source.type === 'text') return part
  const data = source.type === 'data' ? standardBase64(source.data) : undefined
  const mediaType = typeName(part.mediaType) ?? (data === undefined ? undefined : typeOf(data))
  const kind = mediaType === undefined ? part.kind : mediaKindOf(mediaType)
  const isSame = source.type !== 'data' || data === source.data
  if (isSame && mediaType === part.mediaType && kind === part.kind) return part
  const { mediaType: _mediaType, ...rest } = part
  const typed = mediaType === undefined ? { ...rest, kind } : { ...rest, kind, mediaType }
  return data === undefined ? typed : { ...typed, source: { type: 'data', data } }
}

export function isUrlSafe(data: string): boolean {
  return /[-_]/.test(data)
}

/** Returns the data as padded standard base64. */
function standardBase64(data: string): string {
  const text = data
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '')
  // A length of one more than a multiple of four is invalid base64.
  if (!isUrlSafe(data) || text.length % 4 === 1) return data
  return text + '='.repeat((4 - (text.length % 4)) % 4)
}

/** Returns the common name of a media type. Text types keep their character set. */
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

const TEXT_TYPE =
  /^(?:text\/|application\/(?:json|xml|yaml|toml|javascript|typescript|sql|x-(?:ndjson|yaml|sh))\b|[^;]*\+(?:json|xml)\b)/i

/** Returns the text of a text document, including a document in base64. */
function readableText({ source, mediaType = '' }: MediaPart): string | undefined {
  if (source.type === 'text') return source.text
  if (source.type !== 'data' || !TEXT_TYPE.test(mediaType)) return undefined
  try {
    const bytes = Uint8Array.from(atob(source.data), (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
