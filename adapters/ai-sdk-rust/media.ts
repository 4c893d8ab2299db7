import { fromBase64, toBase64 } from '../../src/base/json/base64.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { MEDIA_KINDS } from '../../src/base/model/constants.js'
import type { Context } from '../../src/base/model/context.js'
import { mediaKindOf } from '../../src/base/model/media-kind.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { MediaContent, MediaKind, MediaPart } from '../../src/base/model/types.js'
import { carried, withCarried } from '../../src/codec/format/carry.js'
import { absentFields, type Fields, metadataFor, wasAbsent } from '../../src/codec/shape/fields.js'
import { closed, type OpenedObject } from './slots.js'

const FIELDS: Fields = { type: 'string', mediaType: 'string', filename: 'string' }
/** Types of files in messages, answers and results. */
const TYPES = /^(?:file|(?:image|file)-(?:data|url))$/
const URL_LIKE = /^[a-z][a-z0-9+.-]+:/i
/** Media types for files without one, because the crate requires a media type. */
const ANY_TYPE: Readonly<Record<MediaKind, string>> = {
  image: 'image/*',
  audio: 'audio/*',
  video: 'video/*',
  file: 'application/octet-stream',
}

type MediaFacts = Pick<MediaPart, 'kind' | 'mediaType' | 'filename'>

/**
 * Decodes a file of a message or result. Returns undefined for other parts, and for unknown forms of data.
 */
export function decodeMedia(
  { native, slot, spelling }: OpenedObject,
  context: Context,
): MediaPart | undefined {
  const type = stringOr(native.type, '')
  if (!TYPES.test(type)) return undefined
  const member = type.endsWith('-url') ? 'url' : 'data'
  const source = sourceOf(native[member], type)
  if (source === undefined) return undefined
  const fields: Fields = { ...FIELDS, [member]: 'any' }
  const read = factsOf(native, type)
  const facts = compact({ ...read, ...keptFacts(slot) })
  const isText = type === 'file' && source.type === 'data' && typeof native.data === 'string'
  const media: MediaPart = compact({
    type: 'media' as const,
    ...facts,
    source,
    providerMetadata: metadataFor(native, fields, context, {
      spelling,
      form: isText ? 'text' : undefined,
      type: type.startsWith('file-') && read.kind === 'image' ? type : undefined,
      absent: member === 'data' ? absentFields(native, fields, ['mediaType']) : undefined,
    }),
  })
  return withCarried(media, slot)
}

function factsOf({ mediaType, filename }: JsonObject, type: string): MediaFacts {
  const said = stringOr(mediaType, undefined)
  return compact({
    kind: type.startsWith('image') ? 'image' : mediaKindOf(said),
    mediaType: said,
    filename: stringOr(filename, undefined),
  })
}

/** Returns the facts to keep. Null represents an unknown fact. */
function keptFacts({ kind, mediaType, filename }: JsonObject): {
  kind?: MediaKind
  mediaType?: string | undefined
  filename?: string | undefined
} {
  const known = MEDIA_KINDS.find((one) => one === kind)
  return {
    ...(known !== undefined && { kind: known }),
    ...(mediaType !== undefined && { mediaType: stringOr(mediaType, undefined) }),
    ...(filename !== undefined && { filename: stringOr(filename, undefined) }),
  }
}

/** Decodes a list of bytes, base64 or a URL. */
function sourceOf(data: JsonValue | undefined, type: string): MediaContent | undefined {
  if (isArray(data))
    return data.every(isByte) ? { type: 'data', data: toBase64(Uint8Array.from(data)) } : undefined
  if (typeof data !== 'string') return undefined
  const isUrl = type === 'file' ? URL_LIKE.test(data) : type.endsWith('-url')
  return isUrl ? { type: 'url', url: data } : { type: 'data', data }
}

function isByte(value: JsonValue): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < 256
}

/** Returns the bytes of base64 text if they encode to the same text again. */
function bytesOf(data: string): number[] | undefined {
  const bytes = fromBase64(data)
  return bytes !== undefined && toBase64(bytes) === data ? [...bytes] : undefined
}

/**
 * Encodes the native file. Returns undefined for a file id of a provider, or a bare text.
 * @param place the type names the kind of file only in results. In messages, the data is a list of bytes.
 */
export function encodeMedia(
  part: MediaPart,
  place: 'result' | 'message',
  usual: readonly string[],
  context: Context,
): JsonObject | undefined {
  const { source, kind, mediaType, filename } = part
  if (source.type !== 'url' && source.type !== 'data') return undefined
  const own = metadataOf(part, context)
  const isFile = kind !== 'image' || stringOr(own?.type, '').startsWith('file')
  const type = place === 'message' ? 'file' : `${isFile ? 'file' : 'image'}-${source.type}`
  const isUrlItem = type.endsWith('-url')
  const isUnsaid = isUrlItem || (mediaType === undefined && wasAbsent(own, 'mediaType'))
  const fresh = compact({
    type,
    ...dataOf(source, type, own?.form === 'text'),
    mediaType: isUnsaid ? undefined : (mediaType ?? ANY_TYPE[kind]),
    filename: type === 'file-data' ? filename : undefined,
  })
  const read = factsOf(fresh, type)
  const slot = compact({
    ...carried(part, context),
    kind: read.kind === kind ? undefined : kind,
    mediaType: read.mediaType === mediaType ? undefined : (mediaType ?? null),
    filename: read.filename === filename ? undefined : (filename ?? null),
  })
  return closed(fresh, own, slot, usual)
}

function dataOf(
  source: Extract<MediaContent, { type: 'url' | 'data' }>,
  type: string,
  isText: boolean,
): JsonObject {
  if (source.type === 'url') return { [type === 'file' ? 'data' : 'url']: source.url }
  const bytes = type === 'file' && !isText ? bytesOf(source.data) : undefined
  return { data: bytes ?? source.data }
}
