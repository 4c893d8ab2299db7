import type { Context } from '../../src/adapter/context.js'
import { extraFields, metadataOf, wireMetadata, withExtras } from '../../src/adapter/extras.js'
import { isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type {
  MediaPart,
  MediaSource,
  Part,
  ResultPart,
  TextPart,
  WireMetadata,
} from '../../src/model/types.js'
import { WIRE } from './maps.js'

/** The content part that text becomes when nothing else is recorded; it depends on who speaks. */
export type TextType = 'input_text' | 'output_text'

const TEXT_TYPES: ReadonlySet<string> = new Set(['input_text', 'output_text', 'text'])
const TEXT_FIELDS: ReadonlySet<string> = new Set(['type', 'text'])
const REFUSAL_FIELDS: ReadonlySet<string> = new Set(['type', 'refusal'])

/** One content part of a message or of a tool's output. Unknown types stay as they are. */
export function decodeContentPart(part: JsonValue, textType: TextType): ResultPart {
  if (!isObject(part) || typeof part.type !== 'string') return { type: 'opaque', wire: WIRE, value: part }
  const decoded = decodeText(part, textType) ?? decodeMedia(part)
  return decoded ?? { type: 'opaque', wire: WIRE, value: part }
}

function decodeText(part: JsonObject, textType: TextType): TextPart | undefined {
  const type = String(part.type)
  if (type === 'refusal' && typeof part.refusal === 'string') {
    const providerMetadata = wireMetadata(WIRE, { type, extra: extraFields(part, REFUSAL_FIELDS) })
    return compact({ type: 'text' as const, text: part.refusal, providerMetadata })
  }
  if (!TEXT_TYPES.has(type) || typeof part.text !== 'string') return undefined
  return compact({
    type: 'text' as const,
    text: part.text,
    providerMetadata: wireMetadata(WIRE, {
      type: type === textType ? undefined : type,
      extra: extraFields(part, TEXT_FIELDS),
    }),
  })
}

export function encodeText(part: TextPart, textType: TextType): JsonObject {
  const metadata = metadataOf(part, WIRE)
  const type = stringOr(metadata?.type, textType)
  return withExtras(type === 'refusal' ? { type, refusal: part.text } : { type, text: part.text }, metadata)
}

interface MediaField {
  readonly kind: MediaPart['kind']
  /** The fields that may hold the medium, in order of preference. */
  readonly fields: readonly string[]
}

const MEDIA_TYPES: ReadonlyMap<string, MediaField> = new Map<string, MediaField>([
  ['input_image', { kind: 'image', fields: ['image_url', 'file_id'] }],
  ['input_file', { kind: 'file', fields: ['file_data', 'file_url', 'file_id'] }],
  ['computer_screenshot', { kind: 'image', fields: ['image_url', 'file_id'] }],
])

function decodeMedia(part: JsonObject): MediaPart | undefined {
  const type = String(part.type)
  const native = MEDIA_TYPES.get(type)
  const field = native?.fields.find((name) => typeof part[name] === 'string')
  if (native === undefined || field === undefined) return undefined
  const { source, mediaType } = decodeSource(field, String(part[field]))
  const kind = native.kind === 'file' ? kindOf(mediaType) : native.kind
  const filename = type === 'input_file' ? stringOr(part.filename, undefined) : undefined
  const known = new Set(['type', field, ...(filename === undefined ? [] : ['filename'])])
  return compact({
    type: 'media' as const,
    kind,
    mediaType,
    source,
    filename,
    providerMetadata: wireMetadata(WIRE, {
      type: type === nativeTypeOf(kind) ? undefined : type,
      form: source.type === 'data' && mediaType === undefined ? 'base64' : undefined,
      extra: extraFields(part, known),
      omitted: omittedField(type, part),
    }),
  })
}

/** The field that encoding would write although this part lacks it. */
function omittedField(type: string, part: JsonObject): string[] | undefined {
  const field = type === 'input_image' ? 'detail' : type === 'input_file' ? 'filename' : undefined
  return field !== undefined && part[field] === undefined ? [field] : undefined
}

function nativeTypeOf(kind: MediaPart['kind']): string {
  return kind === 'image' ? 'input_image' : 'input_file'
}

function kindOf(mediaType: string | undefined): MediaPart['kind'] {
  const family = mediaType?.split('/')[0]
  return family === 'audio' || family === 'video' || family === 'image' ? family : 'file'
}

interface DecodedSource {
  readonly source: MediaSource
  readonly mediaType?: string
}

function decodeSource(field: string, value: string): DecodedSource {
  if (field === 'file_id') return { source: { type: 'file-id', id: value } }
  const data = splitDataUrl(value)
  if (data !== undefined) return data
  return { source: field === 'file_data' ? { type: 'data', data: value } : { type: 'url', url: value } }
}

/** Reads `data:<media type>;base64,<data>`; other data URLs stay URLs. */
export function splitDataUrl(url: string): DecodedSource | undefined {
  if (!url.startsWith('data:')) return undefined
  const comma = url.indexOf(',')
  const header = url.slice(5, comma)
  if (comma === -1 || !header.endsWith(';base64') || header.length === 7) return undefined
  return { source: { type: 'data', data: url.slice(comma + 1) }, mediaType: header.slice(0, -7) }
}

export function encodeMedia(part: MediaPart, path: string, context: Context): JsonObject | undefined {
  const metadata = metadataOf(part, WIRE)
  const type = stringOr(metadata?.type, nativeTypeOf(part.kind))
  const fields = encodeSource(part, type)
  if (fields === undefined) {
    context.report({
      code: 'media-dropped',
      severity: 'warning',
      path,
      message: `Responses cannot carry ${part.kind} as ${part.source.type}`,
    })
    return undefined
  }
  const extra = isObject(metadata?.extra) ? metadata.extra : {}
  const detail = type === 'input_image' && extra.detail === undefined ? 'auto' : undefined
  const filename = type === 'input_file' ? (part.filename ?? freshName(part, metadata)) : undefined
  const named = part.filename === undefined ? metadata : { ...metadata, omitted: [] }
  return withExtras({ type, ...fields, filename, detail }, type === 'input_file' ? named : metadata)
}

/** Data has to say its type. A file that came as bare base64 goes back so. */
function freshType(part: MediaPart): string | undefined {
  if (part.kind === 'image') return 'image/png'
  return metadataOf(part, WIRE)?.form === 'base64' ? undefined : 'application/octet-stream'
}

/** File data has to have a name, and its ending says what it is. */
function freshName({ source, mediaType }: MediaPart, metadata: WireMetadata | undefined): string | undefined {
  if (source.type !== 'data' || metadata !== undefined) return undefined
  return mediaType === 'application/pdf' ? 'file.pdf' : mediaType?.startsWith('text/') ? 'file.txt' : 'file'
}

function encodeSource(part: MediaPart, type: string): JsonObject | undefined {
  const { source } = part
  const isFile = type === 'input_file'
  switch (source.type) {
    case 'file-id':
      return { file_id: source.id }
    case 'url':
      return isFile ? { file_url: source.url } : { image_url: source.url }
    case 'data': {
      const mediaType = part.mediaType ?? freshType(part)
      const url = mediaType === undefined ? source.data : `data:${mediaType};base64,${source.data}`
      return isFile ? { file_data: url } : { image_url: url }
    }
    case 'text':
      return undefined
  }
}

/** A content part as native JSON, or undefined (with a notice) when this wire cannot carry it there. */
export function encodeContentPart(
  part: Part,
  textType: TextType,
  path: string,
  context: Context,
): JsonValue | undefined {
  if (part.type === 'text') return encodeText(part, textType)
  if (part.type === 'media') return encodeMedia(part, path, context)
  if (part.type === 'opaque' && part.wire === WIRE) return part.value
  context.report({
    code: 'part-dropped',
    severity: 'warning',
    path,
    message:
      part.type === 'opaque'
        ? `a native part of ${part.wire} has no place in this wire`
        : `a part of type ${part.type} has no place in this message`,
  })
  return undefined
}
