import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact, equalJson } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { mediaKindOf } from '../../src/base/model/media-kind.js'
import { metadataOf, opaque } from '../../src/base/model/metadata.js'
import type { MediaContent, MediaPart, Part, TextPart } from '../../src/base/model/types.js'
import { type Fields, innerExtras, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { dropMedia, dropPart, encodeOpaque } from '../../src/codec/shape/losses.js'
import { needed, to } from '../../src/codec/shape/rows.js'
import { shape } from '../../src/codec/shape/shape.js'

type ContentPart = Exclude<Part, { readonly type: 'reasoning' | 'tool-call' | 'tool-result' | 'source' }>

/** `{text}` */
const TEXT = /* @__PURE__ */ shape<TextPart>({ type: 'text' }, { text: needed(to('text')) })
const IMAGE: Fields = { image_url: 'string' }
const FILE: Fields = { file_id: 'any', url: 'any', data: 'any', filename: 'string', mime_type: 'string' }
const DATA_URL = /^data:([^;,]*);base64,/

/** Decodes pieces of content. A bare text, as on other wires, is one piece. */
export function decodeContent(content: JsonValue | undefined, context: Context): ContentPart[] {
  if (typeof content === 'string' && content !== '') return [{ type: 'text', text: content }]
  if (!isArray(content)) return []
  return content.map((piece, index) => decodePiece(piece, contextAt(context, index)))
}

function decodePiece(piece: JsonValue, context: Context): ContentPart {
  if (!isObject(piece)) return opaque(piece, context)
  return TEXT.decode(piece, context, context.path) ?? decodeMedia(piece, context) ?? opaque(piece, context)
}

/** Returns undefined if encoding would not restore the same value. The piece is then kept unchanged. */
function decodeMedia(piece: JsonObject, context: Context): MediaPart | undefined {
  const media = decodeImage(piece, context) ?? decodeFile(piece, context)
  return media !== undefined && equalJson(encodeMedia(media, context), piece) ? media : undefined
}

/** Decodes `{image_url: {image_url, detail?}}`: a link, or base64 in a data URL. */
function decodeImage(piece: JsonObject, context: Context): MediaPart | undefined {
  const { image_url: body } = piece
  if (!isObject(body) || typeof body.image_url !== 'string') return undefined
  const [prefix, mediaType] = DATA_URL.exec(body.image_url) ?? []
  const source: MediaContent =
    prefix === undefined
      ? { type: 'url', url: body.image_url }
      : { type: 'data', data: body.image_url.slice(prefix.length) }
  const providerMetadata = metadataFor(piece, { image_url: 'any' }, context, {
    body: innerExtras(body, IMAGE),
  })
  return compact({
    type: 'media' as const,
    kind: 'image' as const,
    mediaType: mediaType || undefined,
    source,
    providerMetadata,
  })
}

/** `{file: {file_id | url | data, filename?, mime_type?}}` */
function decodeFile(piece: JsonObject, context: Context): MediaPart | undefined {
  const { file: body } = piece
  const source = isObject(body) ? sourceOf(body) : undefined
  if (!isObject(body) || source === undefined) return undefined
  const mediaType = stringOr(body.mime_type, undefined)
  const kind = mediaType === undefined ? 'file' : mediaKindOf(mediaType)
  return compact({
    type: 'media' as const,
    kind,
    mediaType,
    source,
    filename: stringOr(body.filename, undefined),
    providerMetadata: metadataFor(piece, { file: 'any' }, context, {
      body: innerExtras(body, FILE),
      form: kind === 'file' ? undefined : 'file',
    }),
  })
}

function sourceOf({ file_id: id, url, data }: JsonObject): MediaContent | undefined {
  if (typeof id === 'string') return { type: 'file-id', id }
  if (typeof url === 'string') return { type: 'url', url }
  return typeof data === 'string' ? { type: 'data', data } : undefined
}

/** Returns the pieces of these parts. Unsupported parts are dropped with a notice. */
export function encodeContent(parts: readonly Part[], context: Context): JsonValue[] {
  return parts.flatMap((part, index) => encodePiece(part, contextAt(context, index)) ?? [])
}

export function encodePiece(part: Part, context: Context): JsonValue | undefined {
  switch (part.type) {
    case 'text':
      return TEXT.encode(part, context)
    case 'media':
      return encodeMedia(part, context) ?? dropMedia(part, context)
    case 'opaque':
      return encodeOpaque(part, context)
    default:
      return dropPart(part.type, context)
  }
}

/** Returns undefined for media other than images and files. */
function encodeMedia(part: MediaPart, context: Context): JsonObject | undefined {
  const own = metadataOf(part, context)
  const { kind, source } = part
  const isLink = source.type === 'data' || source.type === 'url'
  if (kind === 'image' && isLink && own?.form !== 'file')
    return withExtras({ image_url: withExtras({ image_url: linkOf(part) }, own?.body) }, own)
  if (kind === 'audio' || kind === 'video' ? own?.form !== 'file' : source.type === 'text') return undefined
  const body = withExtras(
    { ...fileOf(source), filename: part.filename, mime_type: part.mediaType },
    own?.body,
  )
  return withExtras({ file: body }, own)
}

function linkOf({ source, mediaType = '' }: MediaPart): string {
  if (source.type === 'url') return source.url
  return source.type === 'data' ? `data:${mediaType};base64,${source.data}` : ''
}

function fileOf(source: MediaContent): JsonObject {
  switch (source.type) {
    case 'file-id':
      return { file_id: source.id }
    case 'url':
      return { url: source.url }
    case 'data':
      return { data: source.data }
    default:
      return { data: source.text }
  }
}
