import type { Context } from '../../src/adapter/context.js'
import { anyOf, type Fields, innerExtras, metadataFor, withExtras } from '../../src/adapter/fields.js'
import { metadataOf } from '../../src/adapter/metadata.js'
import { isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type { MediaContent, MediaKind, MediaPart } from '../../src/model/types.js'
import { MEDIA_KINDS } from '../../src/model/words.js'
import { opened, type Place, slotOf, withKept } from './slots.js'

/** Types of files, today's and older ones, with the field that holds them. What has no tag is a URL or base64. */
const MEMBERS: Readonly<Record<string, string>> = {
  file: 'data',
  image: 'image',
  media: 'data',
  'image-data': 'data',
  'file-data': 'data',
  'image-url': 'url',
  'file-url': 'url',
}
const DATA_URL = /^data:([^;,]+);base64,/
const URL_LIKE = /^[a-z][a-z0-9+.-]+:/i
const WILDCARD = /^(image|audio|video)\/\*$/
const ANY_FILE = 'application/octet-stream'

/** What a model-less provider reference is called. */
const NOBODY = 'toolwire'

/** A file, or undefined when it is none, or one that media cannot express. */
export function decodeMedia(part: JsonObject, place: Place, context: Context): MediaPart | undefined {
  const type = stringOr(part.type, '')
  const member = Object.hasOwn(MEMBERS, type) ? MEMBERS[type] : undefined
  const [native, options, kept] = opened(part, place.slot)
  const data = member === undefined ? undefined : native[member]
  const source = data === undefined ? undefined : sourceOf(data)
  if (member === undefined || source === undefined || data === undefined) return undefined
  const said = stringOr(native.mediaType, undefined)
  const url = typeof data === 'string' ? DATA_URL.exec(data)?.[1] : undefined
  const mediaType = said ?? url
  const fields: Fields = { type: 'string', [member]: 'any', mediaType: 'string', filename: 'string' }
  const media = compact({
    type: 'media' as const,
    kind: MEDIA_KINDS.find((kind) => kind === kept.kind) ?? kindOf(type, mediaType),
    mediaType: mediaType !== undefined && WILDCARD.test(mediaType) ? undefined : mediaType,
    source,
    filename: stringOr(native.filename, undefined),
    providerMetadata: metadataFor(native, fields, context, {
      type: type === 'file' ? undefined : type,
      form: isObject(data) ? 'tagged' : url === undefined ? undefined : 'data-url',
      absent: said === undefined ? ['mediaType'] : undefined,
      source: isObject(data) ? taggedRest(data) : undefined,
    }),
  })
  return withKept(media, options, kept, ['cache'])
}

function kindOf(type: string, mediaType = ''): MediaKind {
  const [top] = mediaType.split('/', 1)
  if (top === 'image' || top === 'audio' || top === 'video') return top
  return mediaType === '' && type.startsWith('image') ? 'image' : 'file'
}

function sourceOf(data: JsonValue): MediaContent | undefined {
  if (typeof data === 'string') {
    const header = DATA_URL.exec(data)?.[0]
    if (header !== undefined) return { type: 'data', data: data.slice(header.length) }
    return URL_LIKE.test(data) ? { type: 'url', url: data } : { type: 'data', data }
  }
  if (!isObject(data)) return undefined
  const { type, data: base64, url, text, reference } = data
  if (type === 'data' && typeof base64 === 'string') return { type, data: base64 }
  if (type === 'url' && typeof url === 'string') return { type, url }
  if (type === 'text' && typeof text === 'string') return { type, text }
  const [id, ...more] = type === 'reference' && isObject(reference) ? Object.values(reference) : []
  return typeof id === 'string' && more.length === 0 ? { type: 'file-id', id } : undefined
}

function taggedRest(data: JsonObject): JsonObject | undefined {
  const [provider] = isObject(data.reference) ? Object.keys(data.reference) : []
  const rest = compact({ ...innerExtras(data, anyOf(['type', stringOr(data.type, '')])), provider })
  return Object.keys(rest).length === 0 ? undefined : rest
}

export function encodeMedia(part: MediaPart, place: Place, context: Context): JsonObject {
  const metadata = metadataOf(part, context)
  const kept = stringOr(metadata?.type, 'file')
  const isUrl = part.source.type === 'url'
  const type = kept.endsWith('-url') === isUrl || kept === 'image' || kept === 'file' ? kept : 'file'
  const member = MEMBERS[type] ?? 'data'
  const mediaType = part.mediaType ?? (part.kind === 'file' ? ANY_FILE : `${part.kind}/*`)
  const isSilent = part.mediaType === undefined && type !== 'file'
  return withExtras(
    {
      type,
      [member]: dataOf(part, type === 'file' && place.isTagged === true, context),
      mediaType: isSilent || (type === kept && wasUnsaid(metadata?.absent)) ? undefined : mediaType,
      filename: part.filename,
      ...slotOf(part, place, ['cache'], context, {
        kind: kindOf(type, mediaType) === part.kind ? undefined : part.kind,
      }),
    },
    metadata,
  )
}

function wasUnsaid(absent: JsonValue | undefined): boolean {
  return Array.isArray(absent) && absent.includes('mediaType')
}

/** In prompts everything bears a tag; elsewhere a URL and base64 are bare, unless they came with one. */
function dataOf(part: MediaPart, isTagged: boolean, context: Context): JsonValue {
  const { source, mediaType } = part
  const metadata = metadataOf(part, context)
  const isBare = !isTagged && metadata?.form !== 'tagged'
  switch (source.type) {
    case 'data':
      if (!isBare) return withExtras({ type: 'data', data: source.data }, metadata?.source)
      return metadata?.form === 'data-url' ? dataUrl(mediaType, source.data) : source.data
    case 'url':
      return isBare ? source.url : withExtras({ type: 'url', url: source.url }, metadata?.source)
    case 'text':
      return withExtras({ type: 'text', text: source.text }, metadata?.source)
    case 'file-id': {
      const own = isObject(metadata?.source) ? metadata.source : {}
      const reference = { [stringOr(own.provider, NOBODY)]: source.id }
      return withExtras({ type: 'reference', reference }, own)
    }
  }
}

/** The URL that holds its file. */
export function dataUrl(mediaType = ANY_FILE, data: string): string {
  return `data:${mediaType};base64,${data}`
}
