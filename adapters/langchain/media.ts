import type { JsonObject } from '../../src/base/json/json-types.js'
import { isObject, stringOr } from '../../src/base/json/read-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { MediaContent, MediaKind, MediaPart } from '../../src/base/model/types.js'
import { extraOf } from '../../src/codec/shape/fields.js'
import { inside, is, needed, source, to } from '../../src/codec/shape/rows.js'
import { type CodedRow, type Rows, type Shape, shape } from '../../src/codec/shape/shape.js'

/** The form of a media block: LangChain's current or older form, or the form of a provider. */
interface MediaForm {
  readonly type: string
  readonly kind: MediaKind
  /** The object inside the block that has the other fields. Default: the block. */
  readonly inner?: string
  /** The field and value that distinguish this form from others. */
  readonly sign?: readonly [field: string, value: string]
  readonly payload: readonly [field: string, source: MediaContent['type']]
  readonly mime?: string
  readonly filename?: string
}

const STANDARD = (['image', 'audio', 'video', 'file'] as const).flatMap((kind): MediaForm[] => [
  { type: kind, kind, payload: ['data', 'data'], mime: 'mimeType' },
  { type: kind, kind, payload: ['url', 'url'], mime: 'mimeType' },
  { type: kind, kind, payload: ['fileId', 'file-id'], mime: 'mimeType' },
])

/** `source_type` is from LangChain before 1.0. */
const EARLIER = (['image', 'audio', 'video', 'file'] as const).flatMap((kind): MediaForm[] =>
  (
    [
      ['base64', 'data', 'data'],
      ['url', 'url', 'url'],
      ['text', 'text', 'text'],
      ['id', 'id', 'file-id'],
    ] as const
  ).map(([sign, field, source]) => ({
    type: kind,
    kind,
    sign: ['source_type', sign],
    payload: [field, source],
    mime: 'mime_type',
  })),
)

const ANTHROPIC = (['image', 'document'] as const).flatMap((type): MediaForm[] =>
  (
    [
      ['base64', 'data', 'data'],
      ['url', 'url', 'url'],
      ['file', 'file_id', 'file-id'],
      ['text', 'data', 'text'],
    ] as const
  ).map(([sign, field, source]) => ({
    type,
    kind: type === 'image' ? 'image' : 'file',
    inner: 'source',
    sign: ['type', sign],
    payload: [field, source],
    mime: 'media_type',
  })),
)

const PLAIN_TEXT: MediaForm = {
  type: 'text-plain',
  kind: 'file',
  payload: ['text', 'text'],
  mime: 'mimeType',
  filename: 'title',
}

/** The forms that are written. */
const USUAL = [...STANDARD, PLAIN_TEXT]

/** Forms of providers are tried first: they are written only for parts that were received in them. */
const FORMS: readonly MediaForm[] = [
  ...EARLIER,
  ...ANTHROPIC,
  { type: 'image_url', kind: 'image', inner: 'image_url', payload: ['url', 'url'] },
  { type: 'image_url', kind: 'image', payload: ['image_url', 'url'] },
  { type: 'input_audio', kind: 'audio', inner: 'input_audio', payload: ['data', 'data'] },
  { type: 'file', kind: 'file', inner: 'file', payload: ['file_data', 'url'], filename: 'filename' },
  { type: 'file', kind: 'file', inner: 'file', payload: ['file_id', 'file-id'], filename: 'filename' },
  { type: 'media', kind: 'file', payload: ['data', 'data'], mime: 'mimeType' },
  { type: 'media', kind: 'file', payload: ['fileUri', 'url'], mime: 'mimeType' },
  ...USUAL,
]

/** LangChain's own blocks have the file name in their metadata. */
const NAME = /* @__PURE__ */ inside('named', { filename: needed(to('filename')) })
const METADATA: CodedRow<'filename'> = {
  ...NAME,
  write: (from, name) => NAME.write(from, name) ?? (from.own.named && extraOf(from.own.named)),
}

/** The form of images that every integration accepts. */
export const IMAGE_URL = 'image_url.image_url.url'

const DATA_URL = /^data:([^;,]+);base64,/

/** The row of a URL. Data URLs are data with a type. */
const url: CodedRow<'source'> = {
  ...source('url'),
  read(field, { value }) {
    const text = stringOr(field, '')
    const [head, mediaType] = DATA_URL.exec(text) ?? []
    if (head === undefined || mediaType === undefined) value.source = { type: 'url', url: text }
    else {
      value.source = { type: 'data', data: text.slice(head.length) }
      value.mediaType = mediaType
    }
    return true
  },
  write({ value: { source: from, mediaType } }) {
    if (!isObject(from)) return undefined
    if (from.type === 'url') return mediaType === undefined ? from.url : undefined
    return from.type === 'data' && typeof from.data === 'string' && typeof mediaType === 'string'
      ? `data:${mediaType};base64,${from.data}`
      : undefined
  },
}

function shapeOf(form: MediaForm): Shape<MediaPart> {
  const { type, kind, inner, sign, payload, mime, filename } = form
  const rows = {
    ...(sign && { [sign[0]]: is(sign[1]) }),
    [payload[0]]: payload[1] === 'url' && mime === undefined ? url : source(payload[1]),
    ...(mime && { [mime]: to('mediaType') }),
    ...(filename && { [filename]: to('filename') }),
  }
  const head: Rows<MediaPart> =
    filename === undefined ? { type: is(type), metadata: METADATA } : { type: is(type) }
  return shape<MediaPart>(
    { type: 'media', kind },
    { ...head, ...(inner === undefined ? rows : { [inner]: needed(inside('body', rows)) }) },
    USUAL.includes(form) ? undefined : { form: nameOf(form) },
  )
}

function nameOf({ type, inner, sign, payload }: MediaForm): string {
  return [type, inner, sign?.[1], payload[0]].filter((name) => name !== undefined).join('.')
}

const SHAPES = /* @__PURE__ */ FORMS.map((form) => ({ ...form, shape: shapeOf(form) }))
const LAST = /* @__PURE__ */ shapeOf(PLAIN_TEXT)

/** Decodes the block as media. Returns undefined for an unknown form. */
export function decodeMedia(block: JsonObject, context: Context): MediaPart | undefined {
  for (const { type, shape } of SHAPES) {
    const media = type === block.type ? shape.decode(block, context) : undefined
    if (media !== undefined) return media
  }
  return undefined
}

/** Encodes the block in its original form if that can express the part, otherwise in LangChain's form. */
export function encodeMedia(part: MediaPart, context: Context): JsonObject | undefined {
  for (const { mime, payload, shape } of SHAPES) {
    // A data URL has the type of its data.
    const hasType = mime !== undefined || (payload[1] === 'url' && part.source.type === 'data')
    const canSay = hasType || part.mediaType === undefined
    const native = canSay ? shape.encode(part, context) : undefined
    if (native !== undefined) return native
  }
  return LAST.encode({ ...part, kind: 'file' }, context)
}
