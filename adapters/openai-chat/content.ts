import type { Context } from '../../src/adapter/context.js'
import { extraFields, innerExtras, metadataOf, wireMetadata, withExtras } from '../../src/adapter/extras.js'
import { isObject, stringOr } from '../../src/json/read.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/json/types.js'
import { compact, equalJson } from '../../src/json/write.js'
import type { MediaPart, MediaSource, OpaquePart, Part, TextPart } from '../../src/model/types.js'
import { audioFormat, audioMediaType } from './maps.js'

/** What may stand in `content`, in either of its forms (a string or a list of parts). */
export type ContentPart = TextPart | MediaPart | OpaquePart

const TEXT_FIELDS = new Set(['type', 'text'])

export function opaque(value: JsonValue, { wire }: Context): OpaquePart {
  return { type: 'opaque', wire, value }
}

export function decodeParts(parts: JsonArray, context: Context): ContentPart[] {
  return parts.map((part) => decodePart(part, context))
}

function decodePart(native: JsonValue, context: Context): ContentPart {
  if (!isObject(native)) return opaque(native, context)
  if (native.type !== 'text' || typeof native.text !== 'string')
    return decodeMedia(native, context) ?? opaque(native, context)
  const providerMetadata = wireMetadata(context.wire, { extra: extraFields(native, TEXT_FIELDS) })
  return compact({ type: 'text', text: native.text, providerMetadata })
}

/** The media part, or undefined when writing it back would not give the same JSON: then it is kept as it is. */
function decodeMedia(native: JsonObject, { wire }: Context): MediaPart | undefined {
  const media = readMedia(native, wire)
  return media !== undefined && equalJson(encodeMedia(media, wire), native) ? media : undefined
}

/** The name of the member that holds the media, per part type. `video_url` is an addition of several vendors. */
const MEDIA_MEMBERS: ReadonlyMap<string, string> = new Map([
  ['image_url', 'url'],
  ['video_url', 'url'],
  ['input_audio', 'data'],
  ['file', 'file_data'],
])

function readMedia(native: JsonObject, wire: string): MediaPart | undefined {
  const type = stringOr(native.type, '')
  const member = MEDIA_MEMBERS.get(type)
  const body = native[type]
  if (member === undefined) return undefined
  const extra = extraFields(native, new Set(['type', type]))
  if (typeof body === 'string')
    return mediaPart(type, { [member]: body }, wireMetadata(wire, { extra, form: 'text' }))
  if (!isObject(body)) return undefined
  const known = new Set([member, 'format', 'filename', ...(body[member] === undefined ? ['file_id'] : [])])
  const form = type === 'file' && LINK.test(stringOr(body.file_data, '')) ? 'link' : undefined
  return mediaPart(type, body, wireMetadata(wire, { extra, body: innerExtras(body, known), form }))
}

function mediaPart(
  type: string,
  body: JsonObject,
  providerMetadata: MediaPart['providerMetadata'],
): MediaPart | undefined {
  const filename = stringOr(body.filename, undefined)
  const part = (kind: MediaPart['kind'], source: SourceAndType | undefined) =>
    source && compact({ type: 'media' as const, kind, ...source, filename, providerMetadata })
  switch (type) {
    case 'image_url':
      return part('image', fromUrl(body.url))
    case 'video_url':
      return part('video', fromUrl(body.url))
    case 'input_audio':
      return part('audio', fromAudio(body))
    default:
      return part('file', fromFile(body))
  }
}

interface SourceAndType {
  readonly mediaType?: string
  readonly source: MediaSource
}

const DATA_URL = /^data:([^;,]*);base64,/
const LINK = /^https?:/

function fromUrl(url: JsonValue | undefined): SourceAndType | undefined {
  if (typeof url !== 'string') return undefined
  const prefix = DATA_URL.exec(url)
  if (prefix === null) return { source: { type: 'url', url } }
  const source = { type: 'data' as const, data: url.slice(prefix[0].length) }
  return prefix[1] === '' ? { source } : { mediaType: prefix[1], source }
}

function fromAudio({ data, format }: JsonObject): SourceAndType | undefined {
  if (typeof data !== 'string') return undefined
  const mediaType = typeof format === 'string' ? audioMediaType(format) : undefined
  return compact({ mediaType, source: { type: 'data' as const, data } })
}

function fromFile({ file_data: data, file_id: id }: JsonObject): SourceAndType | undefined {
  if (typeof data === 'string') return fromUrl(data)
  return typeof id === 'string' ? { source: { type: 'file-id', id } } : undefined
}

/** Content parts; what this wire has no form for is left out with a notice. */
export function encodeParts(parts: readonly ContentPart[], path: string, context: Context): JsonValue[] {
  return parts.flatMap((part, index) => {
    const native = encodePart(part, `${path}/${index}`, context)
    return native === undefined ? [] : [native]
  })
}

export function encodePart(part: ContentPart, path: string, context: Context): JsonValue | undefined {
  switch (part.type) {
    case 'text':
      return withExtras({ type: 'text', text: part.text }, metadataOf(part, context.wire))
    case 'media':
      if (part.source.type === 'text') return textOfDocument(part.source.text, path, context)
      return encodeMedia(part, context.wire) ?? skip(part.kind, path, context)
    case 'opaque':
      return part.wire === context.wire ? part.value : skip(`${part.wire} part`, path, context)
  }
}

function textOfDocument(text: string, path: string, context: Context): JsonObject {
  context.report({
    code: 'document-as-text',
    severity: 'info',
    path,
    message: 'a text document becomes a text part: files of this wire are binary',
  })
  return { type: 'text', text }
}

export function skip(what: string, path: string, context: Context): undefined {
  context.report({
    code: 'part-dropped',
    severity: 'warning',
    path,
    message: `Chat Completions has no place for this ${what}; it is left out`,
  })
}

function encodeMedia(part: MediaPart, wire: string): JsonObject | undefined {
  const metadata = metadataOf(part, wire)
  const [type, body] = mediaBody(part, wire) ?? []
  if (type === undefined || body === undefined) return undefined
  const member = MEDIA_MEMBERS.get(type) ?? ''
  const inner = metadata?.form === 'text' ? body[member] : withExtras(body, metadata?.body)
  return withExtras({ type, [type]: inner }, metadata)
}

type Body = Readonly<Record<string, JsonValue | undefined>>

function mediaBody(part: MediaPart, wire: string): [type: string, body: Body] | undefined {
  const { source, kind, filename } = part
  if (source.type === 'text') return undefined
  switch (kind) {
    case 'image':
    case 'video':
      return source.type === 'file-id' ? undefined : [`${kind}_url`, { url: urlOf(part), filename }]
    case 'audio':
      if (source.type !== 'data') return undefined
      return ['input_audio', { data: source.data, format: part.mediaType && audioFormat(part.mediaType) }]
    case 'file':
      if (source.type === 'file-id') return ['file', { file_id: source.id, filename }]
      // Only OpenRouter reads links here (https://openrouter.ai/docs/features/multimodal/pdfs).
      if (source.type === 'url' && metadataOf(part, wire)?.form !== 'link') return undefined
      return ['file', { file_data: urlOf(part), filename }]
  }
}

function urlOf({ source, mediaType }: MediaPart): string {
  if (source.type === 'url') return source.url
  return source.type === 'data' ? `data:${mediaType ?? ''};base64,${source.data}` : ''
}

export function isText(part: Part): part is TextPart {
  return part.type === 'text'
}

/** Direct neighbours belong together (cited text comes in pieces); what something else stands between, does not. */
export function joinedText(parts: readonly Part[]): string {
  return parts.reduce((text, part, index) => {
    if (!isText(part)) return text
    const before = parts[index - 1]
    const isNext = before === undefined || isText(before) || text === '' || text.endsWith('\n')
    return isNext ? text + part.text : `${text}\n\n${part.text}`
  }, '')
}
