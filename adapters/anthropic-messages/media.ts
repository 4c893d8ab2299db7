import { isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type { Context } from '../../src/model/context.js'
import { metadataOf } from '../../src/model/metadata.js'
import type { MediaContent, MediaPart } from '../../src/model/types.js'
import {
  anyOf,
  type Fields,
  innerExtras,
  metadataFor,
  wasAbsent,
  withExtras,
} from '../../src/shape/fields.js'
import { dropMedia } from '../../src/shape/losses.js'

const IMAGE_FIELDS: Fields = { type: 'string', source: 'object' }
const DOCUMENT_FIELDS: Fields = { ...IMAGE_FIELDS, title: 'string' }

/** Where each native source type keeps its payload. Only `base64` and `text` have a `media_type`. */
const PAYLOAD = { base64: 'data', url: 'url', file: 'file_id', text: 'data', content: 'content' } as const
type SourceType = keyof typeof PAYLOAD

/** An `image` or `document` block, or undefined when its source is of a kind that media cannot express. */
export function decodeMedia(block: JsonObject, context: Context): MediaPart | undefined {
  const native = block.source
  if (!isObject(native) || !isSourceType(native.type)) return undefined
  const payload = native[PAYLOAD[native.type]]
  if (typeof payload !== 'string') return undefined
  const typed = (native.type === 'base64' || native.type === 'text') && typeof native.media_type === 'string'
  const filename = block.type === 'document' ? stringOr(block.title, undefined) : undefined
  return compact({
    type: 'media' as const,
    kind: block.type === 'document' ? ('file' as const) : ('image' as const),
    mediaType: typed ? stringOr(native.media_type, undefined) : undefined,
    source: canonicalSource(native.type, payload),
    filename,
    providerMetadata: metadataFor(
      block,
      block.type === 'document' ? DOCUMENT_FIELDS : IMAGE_FIELDS,
      context,
      {
        source: innerExtras(native, anyOf(['type', PAYLOAD[native.type], typed ? 'media_type' : 'type'])),
        sourceType: native.type === 'content' ? 'content' : undefined,
        absent: native.type === 'text' && !typed ? ['media_type'] : undefined,
      },
    ),
  })
}

function isSourceType(type: JsonValue | undefined): type is SourceType {
  return typeof type === 'string' && Object.hasOwn(PAYLOAD, type)
}

function canonicalSource(type: SourceType, payload: string): MediaContent {
  switch (type) {
    case 'base64':
      return { type: 'data', data: payload }
    case 'url':
      return { type: 'url', url: payload }
    case 'file':
      return { type: 'file-id', id: payload }
    default:
      return { type: 'text', text: payload }
  }
}

/** The block, or undefined with a notice for media that this wire has no block for. */
export function encodeMedia(part: MediaPart, path: string, context: Context): JsonObject | undefined {
  if (part.kind === 'audio' || part.kind === 'video') return dropMedia(part, path, context)
  const metadata = metadataOf(part, context)
  const source = withExtras(nativeSource(part, context), metadata?.source)
  if (part.kind === 'file') return withExtras({ type: 'document', source, title: part.filename }, metadata)
  return withExtras({ type: 'image', source }, metadata)
}

function nativeSource(part: MediaPart, context: Context): Record<string, JsonValue | undefined> {
  const { source, mediaType } = part
  const metadata = metadataOf(part, context)
  switch (source.type) {
    case 'url':
      return { type: 'url', url: source.url }
    case 'file-id':
      return { type: 'file', file_id: source.id }
    case 'data':
      return { type: 'base64', media_type: mediaType, data: source.data }
    case 'text': {
      if (metadata?.sourceType === 'content') return { type: 'content', content: source.text }
      const typeless = mediaType === undefined && wasAbsent(metadata, 'media_type')
      return {
        type: 'text',
        media_type: typeless ? undefined : (mediaType ?? 'text/plain'),
        data: source.text,
      }
    }
  }
}
