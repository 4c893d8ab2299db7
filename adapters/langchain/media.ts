import { isObject, objectOr, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type { Context } from '../../src/model/context.js'
import { metadataOf } from '../../src/model/metadata.js'
import type { MediaContent, MediaKind, MediaPart } from '../../src/model/types.js'
import { type Fields, innerExtras, metadataFor, withExtras } from '../../src/shape/fields.js'
import { NOTHING } from './maps.js'

/** How a block of media stands: LangChain's own of today and before, and those of providers. */
interface MediaForm {
  readonly type: string
  readonly kind: MediaKind
  /** The object inside the block that has the rest. Default: the block. */
  readonly inner?: string
  /** The field and value that tell this form from others. */
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

/** `source_type` is of LangChain before 1.0. */
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

/** What is written. */
const USUAL = [...STANDARD, PLAIN_TEXT]

const FORMS: readonly MediaForm[] = [
  ...EARLIER,
  ...ANTHROPIC,
  ...USUAL,
  { type: 'image_url', kind: 'image', inner: 'image_url', payload: ['url', 'url'] },
  { type: 'image_url', kind: 'image', payload: ['image_url', 'url'] },
  { type: 'input_audio', kind: 'audio', inner: 'input_audio', payload: ['data', 'data'] },
  { type: 'file', kind: 'file', inner: 'file', payload: ['file_data', 'url'], filename: 'filename' },
  { type: 'file', kind: 'file', inner: 'file', payload: ['file_id', 'file-id'], filename: 'filename' },
  { type: 'media', kind: 'file', payload: ['data', 'data'], mime: 'mimeType' },
  { type: 'media', kind: 'file', payload: ['fileUri', 'url'], mime: 'mimeType' },
]

/** The block as media, or undefined when it is no known form of such. */
export function decodeMedia(block: JsonObject, context: Context): MediaPart | undefined {
  const form = FORMS.find((one) => fits(one, block))
  if (form === undefined) return undefined
  const { inner, kind, mime = '', filename, payload } = form
  const holder = inner === undefined ? block : objectOr(block[inner], NOTHING)
  const fields = fieldsOf(form)
  // LangChain's own blocks have the name of a file among their metadata.
  const details = filename === undefined && isObject(block.metadata) ? block.metadata : undefined
  const named = stringOr(filename === undefined ? details?.filename : holder[filename], undefined)
  const read: Fields = inner === undefined ? fields : { type: 'string', [inner]: 'object' }
  const isNamed = details !== undefined && named !== undefined
  return compact({
    type: 'media' as const,
    kind,
    mediaType: stringOr(holder[mime], undefined),
    source: sourceOf(payload[1], stringOr(holder[payload[0]], '')),
    filename: named,
    providerMetadata: metadataFor(block, isNamed ? { ...read, metadata: 'object' } : read, context, {
      form: USUAL.includes(form) ? undefined : nameOf(form),
      body: inner === undefined ? undefined : innerExtras(holder, fields),
      named: isNamed ? innerExtras(details, { filename: 'string' }) : undefined,
    }),
  })
}

function fits({ type, inner, sign, payload }: MediaForm, block: JsonObject): boolean {
  const holder = inner === undefined ? block : block[inner]
  if (block.type !== type || !isObject(holder)) return false
  return (sign === undefined || holder[sign[0]] === sign[1]) && typeof holder[payload[0]] === 'string'
}

function nameOf({ type, inner, sign, payload }: MediaForm): string {
  return [type, inner, sign?.[1], payload[0]].filter((name) => name !== undefined).join('.')
}

function fieldsOf({ inner, sign, payload, mime, filename }: MediaForm): Fields {
  const names = [inner === undefined ? 'type' : undefined, sign?.[0], payload[0], mime, filename]
  return Object.fromEntries(names.flatMap((name) => (name === undefined ? [] : [[name, 'string']])))
}

function sourceOf(type: MediaContent['type'], value: string): MediaContent {
  switch (type) {
    case 'data':
      return { type, data: value }
    case 'url':
      return { type, url: value }
    case 'file-id':
      return { type, id: value }
    case 'text':
      return { type, text: value }
  }
}

function payloadOf(source: MediaContent): string {
  switch (source.type) {
    case 'data':
      return source.data
    case 'url':
      return source.url
    case 'file-id':
      return source.id
    case 'text':
      return source.text
  }
}

/** The block in the form that it came in, for as long as that can say it; else in LangChain's own. */
export function encodeMedia(part: MediaPart, context: Context): JsonObject {
  const { source, kind, mediaType, filename } = part
  const own = metadataOf(part, context)
  const says = (form: MediaForm) =>
    form.payload[1] === source.type &&
    form.kind === kind &&
    (form.mime !== undefined || mediaType === undefined)
  const kept = FORMS.find((form) => nameOf(form) === own?.form)
  const form = kept !== undefined && says(kept) ? kept : (USUAL.find(says) ?? PLAIN_TEXT)
  const { type, inner, sign, payload, mime, filename: nameField } = form
  const fields: Record<string, JsonValue | undefined> = { [payload[0]]: payloadOf(source) }
  if (sign !== undefined) fields[sign[0]] = sign[1]
  if (mime !== undefined) fields[mime] = mediaType
  if (nameField !== undefined) fields[nameField] = filename
  const isNamed = nameField === undefined && (filename !== undefined || own?.named !== undefined)
  const metadata = isNamed ? withExtras({ filename }, own?.named) : undefined
  const outer = inner === undefined ? fields : { [inner]: withExtras(fields, own?.body) }
  return withExtras({ type, ...outer, metadata }, own)
}
