import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { objectOr, stringOr } from '../../src/base/json/read-json.js'
import { compact, equalJson } from '../../src/base/json/write-json.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { MediaContent, MediaPart } from '../../src/base/model/types.js'
import { innerExtras, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import type { ChatContext, MediaForm } from './dialect.js'
import { audioFormat, audioMediaType } from './maps.js'

const NOTHING: JsonObject = {}
const DATA_URL = /^data:([^;,]*);base64,/
const LINK = /^https?:/

/**
 * Decodes the media part. Returns undefined if encoding would not restore the same JSON. In this case the
 * part is kept unchanged.
 */
export function decodeMedia(native: JsonObject, context: ChatContext): MediaPart | undefined {
  for (const form of context.dialect.media) {
    const media = form.type === native.type ? readMedia(native, form, context) : undefined
    if (media !== undefined && equalJson(encodeMedia(media, context), native)) return media
  }
  return undefined
}

function readMedia(native: JsonObject, form: MediaForm, context: ChatContext): MediaPart | undefined {
  const { type, kind, member, name, holds } = form
  const body = form.body === 'beside' ? native : native[type]
  const inner = objectOr(body, NOTHING)
  const text = typeof body === 'string' ? body : inner[member]
  if (typeof text !== 'string') return undefined
  const read = readText(text, holds, inner.format)
  if (read === undefined) return undefined
  const isBeside = body === native
  // Only files have a name.
  const inside = kind === 'file' && name === undefined ? 'filename' : ''
  const providerMetadata = metadataFor(
    native,
    { type: 'any', [isBeside ? member : type]: 'any', [name ?? '']: 'any' },
    context,
    {
      body: isBeside ? undefined : innerExtras(inner, { [member]: 'any', format: 'any', [inside]: 'any' }),
      form: bodyForm(body, form) ?? (holds === 'data' && LINK.test(text) ? 'link' : undefined),
    },
  )
  const filename = stringOr(name === undefined ? inner[inside] : native[name], undefined)
  return compact({ type: 'media' as const, kind, ...read, filename, providerMetadata })
}

/** Returns the form of the body if it is not the usual form of the type. */
function bodyForm(body: JsonValue | undefined, { body: usual }: MediaForm): 'text' | 'object' | undefined {
  if (typeof body === 'string') return usual === 'text' ? undefined : 'text'
  return usual === 'text' ? 'object' : undefined
}

interface SourceAndType {
  readonly mediaType?: string
  readonly source: MediaContent
}

function readText(
  text: string,
  holds: MediaForm['holds'],
  format: JsonValue | undefined,
): SourceAndType | undefined {
  if (holds === 'file-id') return { source: { type: 'file-id', id: text } }
  const isLink = LINK.test(text)
  if (holds === 'link' && !isLink) return undefined
  const prefix = DATA_URL.exec(text)
  if (holds !== 'base64')
    return prefix === null ? { source: { type: 'url', url: text } } : fromDataUrl(text, prefix)
  const mediaType = typeof format === 'string' ? audioMediaType(format) : undefined
  return isLink ? undefined : compact({ mediaType, source: { type: 'data' as const, data: text } })
}

function fromDataUrl(text: string, [prefix, mediaType]: RegExpExecArray): SourceAndType {
  const source = { type: 'data' as const, data: text.slice(prefix.length) }
  return compact({ mediaType: mediaType || undefined, source })
}

/** Returns undefined if no type of content part can hold the media. */
export function encodeMedia(part: MediaPart, context: ChatContext): JsonObject | undefined {
  const metadata = metadataOf(part, context)
  const form = context.dialect.media.find((each) => isHeldBy(part, each, metadata?.form))
  if (form === undefined) return undefined
  const { type, member, name, holds } = form
  const text = writtenSource(part, holds)
  const beside = name === undefined ? {} : { [name]: part.filename }
  if (form.body === 'beside') return withExtras({ type, [member]: text, ...beside }, metadata)
  const isText = metadata?.form === 'text' || (form.body === 'text' && metadata?.form !== 'object')
  const format = holds === 'base64' && part.mediaType ? audioFormat(part.mediaType) : undefined
  const filename = form.kind === 'file' && name === undefined ? part.filename : undefined
  const body = isText ? text : withExtras({ [member]: text, format, filename }, metadata?.body)
  return withExtras({ type, [type]: body, ...beside }, metadata)
}

/**
 * Only OpenRouter accepts links where OpenAI accepts the data of a file
 * (https://openrouter.ai/docs/features/multimodal/pdfs).
 */
function isHeldBy({ kind, source }: MediaPart, form: MediaForm, recorded: JsonValue | undefined): boolean {
  if (form.kind !== kind) return false
  const { holds } = form
  switch (source.type) {
    case 'data':
      return holds === 'url' || holds === 'data' || holds === 'base64'
    case 'url':
      return holds === 'url' || holds === 'link' || (holds === 'data' && recorded === 'link')
    default:
      return holds === source.type
  }
}

function writtenSource({ source, mediaType }: MediaPart, holds: MediaForm['holds']): string {
  switch (source.type) {
    case 'url':
      return source.url
    case 'data':
      return holds === 'base64' ? source.data : `data:${mediaType ?? ''};base64,${source.data}`
    case 'file-id':
      return source.id
    default:
      return source.text
  }
}
