import { isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type { Context } from '../../src/model/context.js'
import { metadataOf, type OwnMetadata, withMetadata } from '../../src/model/metadata.js'
import type { MediaContent, MediaPart } from '../../src/model/types.js'
import { absentFields, type Fields, innerExtras, wasAbsent, withExtras } from '../../src/shape/fields.js'
import { dropMedia } from '../../src/shape/losses.js'
import { MEDIA, MEDIA_KEY } from './maps.js'
import { isOnly, union, unionMetadata } from './union.js'

const S3 = 's3://'

/** The key of a media block. */
function mediaKey(block: JsonObject): string | undefined {
  for (const key of MEDIA.keys()) if (isObject(block[key])) return key
  return undefined
}

export function isMediaBlock(block: JsonObject): boolean {
  return mediaKey(block) !== undefined
}

/** A media block, or undefined when its source is of a kind that media cannot express. */
export function decodeMedia(block: JsonObject, context: Context): MediaPart | undefined {
  const key = mediaKey(block)
  const table = key === undefined ? undefined : MEDIA.get(key)
  const inner = key === undefined ? undefined : block[key]
  if (key === undefined || table === undefined || !isObject(inner) || !isObject(inner.source))
    return undefined
  const native = inner.source
  const source = decodeSource(native)
  if (source === undefined) return undefined
  const format = stringOr(inner.format, '')
  const mediaType = table.types.get(format)
  const filename = key === 'document' ? stringOr(inner.name, undefined) : undefined
  const fields: Fields = {
    source: 'object',
    ...(mediaType === undefined ? {} : { format: 'string' }),
    ...(filename === undefined ? {} : { name: 'string' }),
  }
  return compact({
    type: 'media' as const,
    kind: table.kind,
    mediaType,
    source,
    filename,
    providerMetadata: unionMetadata(block, key, fields, context, {
      source: sourceMetadata(native),
      format: format === formatOf(key, mediaType) ? undefined : format || undefined,
      absent: key === 'document' ? absentFields(inner, fields, ['name', 'format']) : undefined,
    }),
  })
}

/** An image that a guardrail is to look at. */
export function decodeGuardedMedia(block: JsonObject, context: Context): MediaPart | undefined {
  const { guardContent } = block
  if (!isOnly(block, 'guardContent') || !isOnly(guardContent, 'image')) return undefined
  const media = decodeMedia(guardContent, context)
  const guarded = { extra: { guardContent: true } }
  return media && withMetadata(media, { ...metadataOf(media, context), guarded }, context)
}

/** A location in S3 is for this account only, as a file id is. */
function decodeSource({ bytes, s3Location, text }: JsonObject): MediaContent | undefined {
  if (typeof bytes === 'string') return { type: 'data', data: bytes }
  if (typeof text === 'string') return { type: 'text', text }
  if (isObject(s3Location) && typeof s3Location.uri === 'string')
    return { type: 'file-id', id: s3Location.uri }
  return undefined
}

function sourceMetadata(native: JsonObject): OwnMetadata | undefined {
  const { bytes, text, s3Location } = native
  if (typeof bytes === 'string') return innerExtras(native, { bytes: 'string' })
  if (typeof text === 'string') return innerExtras(native, { text: 'string' })
  const location = isObject(s3Location) ? innerExtras(s3Location, { uri: 'string' }) : undefined
  const metadata = compact({ ...innerExtras(native, { s3Location: 'object' }), location })
  return Object.keys(metadata).length === 0 ? undefined : metadata
}

function formatOf(key: string, mediaType: string | undefined): string | undefined {
  for (const [format, type] of MEDIA.get(key)?.types ?? []) if (type === mediaType) return format
  return undefined
}

/** The block, or undefined with a notice for media that cannot be sent: this wire fetches nothing but from S3. */
export function encodeMedia(part: MediaPart, path: string, context: Context): JsonObject | undefined {
  const metadata = metadataOf(part, context)
  const source = encodeSource(part.source, metadata?.source)
  if (source === undefined) return dropMedia(part, path, context)
  const key = MEDIA_KEY[part.kind]
  const stored = stringOr(metadata?.format, '')
  const isSame = part.mediaType === MEDIA.get(key)?.types.get(stored)
  const hadNone = part.mediaType === undefined && wasAbsent(metadata, 'format')
  const format = isSame && stored !== '' ? stored : hadNone ? undefined : formatOf(key, bareType(part))
  const name = key === 'document' ? documentName(part, metadata) : undefined
  const block = union(key, { format, name, source }, metadata)
  return metadata?.guarded === undefined ? block : { guardContent: block }
}

/** A text is one whatever else its type says. */
function bareType({ mediaType, source }: MediaPart): string | undefined {
  const [type] = mediaType?.split(';', 1) ?? []
  return source.type === 'text' && formatOf('document', type) === undefined ? 'text/plain' : type
}

function encodeSource(source: MediaContent, metadata: JsonValue | undefined): JsonObject | undefined {
  const kept = isObject(metadata) ? metadata : undefined
  switch (source.type) {
    case 'data':
      return withExtras({ bytes: source.data }, kept)
    case 'text':
      return withExtras({ text: source.text }, kept)
    case 'file-id':
      return source.id.startsWith(S3) || kept !== undefined
        ? withExtras({ s3Location: withExtras({ uri: source.id }, kept?.location) }, kept)
        : undefined
    case 'url':
      return source.url.startsWith(S3) ? { s3Location: { uri: source.url } } : undefined
  }
}

/** Every document has a name; the model reads it. */
function documentName({ filename }: MediaPart, metadata: OwnMetadata | undefined): string | undefined {
  return filename ?? (wasAbsent(metadata, 'name') ? undefined : 'document')
}
