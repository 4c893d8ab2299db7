import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { mediaKindOf } from '../../src/base/model/media-kind.js'
import { metadataOf, opaque } from '../../src/base/model/metadata.js'
import type { MediaContent, MediaPart, Part, ResultPart, TextPart } from '../../src/base/model/types.js'
import { type Fields, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { dropMedia, dropPart } from '../../src/codec/shape/losses.js'

/** The default content part type of text. The type depends on the role. */
export type TextType = 'input_text' | 'output_text'

/** Content part types that contain text, with the name of the text field. */
const TEXT_FIELDS: ReadonlyMap<string, 'text' | 'refusal'> = new Map([
  ['input_text', 'text'],
  ['output_text', 'text'],
  ['text', 'text'],
  ['refusal', 'refusal'],
])

/** Decodes and encodes the parts of messages. Related wires have another codec. */
export interface ContentCodec {
  /** Decodes a part of a message. @param textType the default type of text parts. */
  decode(part: JsonValue, textType: TextType, context: Context): ResultPart
  /** Returns undefined (with a notice) for parts that the wire cannot express at this position. */
  encode(part: Part, textType: TextType, context: Context): JsonValue | undefined
  /** Default fields of a text in an answer, next to the text. */
  readonly usual: JsonObject
  /**
   * Builds the part of a streamed text whose finished part never arrived. @param type of the event that
   * contained the text.
   */
  streamed(type: string, text: string): JsonObject
}

/** Decodes one content part of a message or of a tool's output. Unknown types are kept unchanged. */
export function decodeContentPart(part: JsonValue, textType: TextType, context: Context): ResultPart {
  if (!isObject(part) || typeof part.type !== 'string') return opaque(part, context)
  const decoded = decodeText(part, textType, context) ?? decodeMedia(part, context)
  return decoded ?? opaque(part, context)
}

function decodeText(part: JsonObject, textType: TextType, context: Context): TextPart | undefined {
  const type = stringOr(part.type, '')
  const field = TEXT_FIELDS.get(type)
  const text = field && part[field]
  if (field === undefined || typeof text !== 'string') return undefined
  const kept = { type: type === textType ? undefined : type }
  const providerMetadata = metadataFor(part, { type: 'string', [field]: 'string' }, context, kept)
  return compact({ type: 'text' as const, text, providerMetadata })
}

export function encodeText(part: TextPart, textType: TextType, context: Context): JsonObject {
  const metadata = metadataOf(part, context)
  const type = stringOr(metadata?.type, textType)
  return withExtras({ type, [TEXT_FIELDS.get(type) ?? 'text']: part.text }, metadata)
}

interface MediaField {
  readonly kind: MediaPart['kind']
  /** The fields that may contain the medium, in order of preference. */
  readonly fields: readonly string[]
  /** The field that encoding always writes, with a default value. */
  readonly usual?: 'detail' | 'filename'
}

const MEDIA_TYPES: ReadonlyMap<string, MediaField> = new Map<string, MediaField>([
  ['input_image', { kind: 'image', fields: ['image_url', 'file_id'], usual: 'detail' }],
  ['input_file', { kind: 'file', fields: ['file_data', 'file_url', 'file_id'], usual: 'filename' }],
  ['computer_screenshot', { kind: 'image', fields: ['image_url', 'file_id'] }],
])

function decodeMedia(part: JsonObject, context: Context): MediaPart | undefined {
  const type = stringOr(part.type, '')
  const native = MEDIA_TYPES.get(type)
  const usual = native?.usual
  const field = native?.fields.find((name) => typeof part[name] === 'string')
  if (native === undefined || field === undefined) return undefined
  const { source, mediaType } = decodeSource(field, stringOr(part[field], ''))
  const kind = native.kind === 'file' ? mediaKindOf(mediaType) : native.kind
  const filename = type === 'input_file' ? stringOr(part.filename, undefined) : undefined
  const fields: Fields = {
    type: 'string',
    [field]: 'string',
    ...(type === 'input_file' && { filename: 'string' }),
  }
  return compact({
    type: 'media' as const,
    kind,
    mediaType,
    source,
    filename,
    providerMetadata: metadataFor(part, fields, context, {
      type: type === nativeTypeOf(kind) ? undefined : type,
      form: source.type === 'data' && mediaType === undefined ? 'base64' : undefined,
      absent: usual !== undefined && part[usual] === undefined ? [usual] : undefined,
    }),
  })
}

function nativeTypeOf(kind: MediaPart['kind']): string {
  return kind === 'image' ? 'input_image' : 'input_file'
}

interface DecodedSource {
  readonly source: MediaContent
  readonly mediaType?: string
}

function decodeSource(field: string, value: string): DecodedSource {
  if (field === 'file_id') return { source: { type: 'file-id', id: value } }
  const data = splitDataUrl(value)
  if (data !== undefined) return data
  return { source: field === 'file_data' ? { type: 'data', data: value } : { type: 'url', url: value } }
}

/** Parses `data:<media type>;base64,<data>`. Other data URLs stay URLs. */
export function splitDataUrl(url: string): DecodedSource | undefined {
  if (!url.startsWith('data:')) return undefined
  const comma = url.indexOf(',')
  const header = url.slice(5, comma)
  if (comma === -1 || !header.endsWith(';base64') || header.length === 7) return undefined
  return { source: { type: 'data', data: url.slice(comma + 1) }, mediaType: header.slice(0, -7) }
}

export function encodeMedia(part: MediaPart, context: Context): JsonObject | undefined {
  const metadata = metadataOf(part, context)
  const type = stringOr(metadata?.type, nativeTypeOf(part.kind))
  const fields = encodeSource(part, type, context)
  if (fields === undefined) return dropMedia(part, context)
  const filename = type === 'input_file' ? part.filename : undefined
  const defaults = { detail: 'auto', filename: freshName(part) }
  const usual = MEDIA_TYPES.get(type)?.usual
  return withExtras({ type, ...fields, filename }, metadata, usual && { [usual]: defaults[usual] })
}

/**
 * Returns the media type, which data requires. A file that was received as bare base64 is sent back as bare
 * base64.
 */
function freshType(part: MediaPart, context: Context): string | undefined {
  if (part.kind === 'image') return 'image/png'
  return metadataOf(part, context)?.form === 'base64' ? undefined : 'application/octet-stream'
}

/** Returns the file name, which file data requires. The file extension declares the type. */
function freshName({ source, mediaType }: MediaPart): string | undefined {
  if (source.type !== 'data') return undefined
  return mediaType === 'application/pdf' ? 'file.pdf' : mediaType?.startsWith('text/') ? 'file.txt' : 'file'
}

function encodeSource(part: MediaPart, type: string, context: Context): JsonObject | undefined {
  const { source } = part
  const isFile = type === 'input_file'
  switch (source.type) {
    case 'file-id':
      return { file_id: source.id }
    case 'url':
      return isFile ? { file_url: source.url } : { image_url: source.url }
    case 'data': {
      const mediaType = part.mediaType ?? freshType(part, context)
      const url = mediaType === undefined ? source.data : `data:${mediaType};base64,${source.data}`
      return isFile ? { file_data: url } : { image_url: url }
    }
    case 'text':
      return undefined
  }
}

/**
 * Returns a content part as native JSON, or undefined (with a notice) if this wire cannot express the part at
 * this position.
 */
export function encodeContentPart(part: Part, textType: TextType, context: Context): JsonValue | undefined {
  if (part.type === 'text') return encodeText(part, textType, context)
  if (part.type === 'media') return encodeMedia(part, context)
  if (part.type === 'opaque' && part.wire === context.wire) return part.value
  return dropPart(part.type === 'opaque' ? `a part of ${part.wire}` : part.type, context)
}

/** Returns content parts of the client as a native list. @param context of the list of parts. */
export function encodeContentParts(
  parts: readonly Part[],
  context: Context,
  { encode }: Pick<ContentCodec, 'encode'> = contentCodec,
): JsonValue[] {
  return parts.flatMap((part, index) => {
    const native = encode(part, 'input_text', contextAt(context, index))
    return native === undefined ? [] : [native]
  })
}

/** The content codec of this wire. */
export const contentCodec: ContentCodec = {
  decode: decodeContentPart,
  encode: encodeContentPart,
  usual: { annotations: [], logprobs: [] },
  streamed(type, text): JsonObject {
    if (type.startsWith('response.refusal')) return { type: 'refusal', refusal: text }
    return { type: 'output_text', text, annotations: [] }
  },
}
