import { fromBase64 } from '../../src/base/json/base64.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact, unlessEmpty } from '../../src/base/json/write-json.js'
import { MEDIA_KINDS } from '../../src/base/model/constants.js'
import type { Context } from '../../src/base/model/context.js'
import { mediaKindOf } from '../../src/base/model/media-kind.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { MediaContent, MediaKind, MediaPart } from '../../src/base/model/types.js'
import {
  anyOf,
  type Fields,
  innerExtras,
  metadataFor,
  wasAbsent,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { ANTHROPIC, GOOGLE, OPENAI, OPENAI_CHAT } from './packages.js'
import { opened, type PartPlace, slotOf, withKept } from './slots.js'

/** Types of files, current and older, with the field of the data. Untagged data is a URL or base64. */
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

/** Packages that accept file ids, by the wires that issue the ids. */
const PACKAGES: Readonly<Record<string, string>> = /* @__PURE__ */ Object.fromEntries(
  [ANTHROPIC, OPENAI_CHAT, OPENAI, GOOGLE].map(({ wire, names: [name] }) => [wire, name]),
)
/** Packages by the prefix of a file id, because user messages carry no other hint. */
const ISSUERS: readonly (readonly [id: RegExp, name: string])[] = [
  [/^file_/, ANTHROPIC.names[0]],
  [/^file-/, OPENAI.names[0]],
  [/^(?:files\/|gs:|https:\/\/generativelanguage\.googleapis\.com\/)/, GOOGLE.names[0]],
]
/** The placeholder for an unknown issuer. */
const NOBODY = 'toolwire'

/** Decodes a file. Returns undefined for other parts, and for files that media cannot express. */
export function decodeMedia(part: JsonObject, place: PartPlace, context: Context): MediaPart | undefined {
  const type = stringOr(part.type, '')
  const member = Object.hasOwn(MEMBERS, type) ? MEMBERS[type] : undefined
  const [native, options, kept] = opened(part, place.slot)
  const data = member === undefined ? undefined : native[member]
  const source = data === undefined ? undefined : sourceOf(data, kept.text === true)
  if (member === undefined || source === undefined || data === undefined) return undefined
  const said = stringOr(native.mediaType, undefined)
  const holder = isObject(data) && data.type === 'url' ? data.url : data
  const url = typeof holder === 'string' ? DATA_URL.exec(holder)?.[1] : undefined
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
      form: formOf(isObject(data), url !== undefined),
      absent: said === undefined ? ['mediaType'] : undefined,
      source: isObject(data) ? taggedRest(data) : undefined,
    }),
  })
  return withKept(media, options, kept)
}

function formOf(isTagged: boolean, isDataUrl: boolean): string | undefined {
  if (isDataUrl) return isTagged ? 'tagged-url' : 'data-url'
  return isTagged ? 'tagged' : undefined
}

function kindOf(type: string, mediaType = ''): MediaKind {
  return mediaType === '' && type.startsWith('image') ? 'image' : mediaKindOf(mediaType)
}

/**
 * Converts data to its media source.
 * @param isText true if the data was text before it was put into a URL.
 */
function sourceOf(data: JsonValue, isText: boolean): MediaContent | undefined {
  if (typeof data === 'string') {
    const header = DATA_URL.exec(data)?.[0]
    if (header !== undefined) {
      const base64 = data.slice(header.length)
      return isText ? { type: 'text', text: textOf(base64) } : { type: 'data', data: base64 }
    }
    return URL_LIKE.test(data) ? { type: 'url', url: data } : { type: 'data', data }
  }
  if (!isObject(data)) return undefined
  const { type, data: base64, url, text, reference } = data
  if (type === 'data' && typeof base64 === 'string') return { type, data: base64 }
  if (type === 'url' && typeof url === 'string')
    return DATA_URL.test(url) ? sourceOf(url, isText) : { type, url }
  if (type === 'text' && typeof text === 'string') return { type, text }
  const [id, ...more] = type === 'reference' && isObject(reference) ? Object.values(reference) : []
  return typeof id === 'string' && more.length === 0 ? { type: 'file-id', id } : undefined
}

function textOf(base64: string): string {
  const bytes = fromBase64(base64)
  return bytes === undefined ? base64 : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

function taggedRest(data: JsonObject): JsonObject | undefined {
  const [provider] = isObject(data.reference) ? Object.keys(data.reference) : []
  return unlessEmpty({ ...innerExtras(data, anyOf(['type', stringOr(data.type, '')])), provider })
}

export function encodeMedia(part: MediaPart, place: PartPlace, context: Context): JsonObject {
  const metadata = metadataOf(part, context)
  const kept = place.isUi === true ? 'file' : stringOr(metadata?.type, 'file')
  const isUrl = part.source.type === 'url'
  const type = kept.endsWith('-url') === isUrl || kept === 'image' || kept === 'file' ? kept : 'file'
  const member = MEMBERS[type] ?? 'data'
  const mediaType = part.mediaType ?? (part.kind === 'file' ? ANY_FILE : `${part.kind}/*`)
  const isSilent = part.mediaType === undefined && type !== 'file'
  return withExtras(
    {
      type,
      [member]: dataOf(part, mediaType, type === 'file' && place.isTagged === true, context),
      mediaType: isSilent || (type === kept && wasAbsent(metadata, 'mediaType')) ? undefined : mediaType,
      filename: part.filename,
      ...slotOf(part, place, context, {
        kind: kindOf(type, mediaType) === part.kind ? undefined : part.kind,
      }),
    },
    metadata,
  )
}

/**
 * Encodes the data of a file. In prompts all data is tagged; elsewhere URLs and base64 are bare, unless they
 * were tagged.
 */
function dataOf(part: MediaPart, mediaType: string, isTagged: boolean, context: Context): JsonValue {
  const { source } = part
  const metadata = metadataOf(part, context)
  const form = stringOr(metadata?.form, '')
  const isBare = !isTagged && !form.startsWith('tagged')
  switch (source.type) {
    case 'data':
      if (form === 'tagged-url')
        return withExtras({ type: 'url', url: dataUrl(mediaType, source.data) }, metadata?.source)
      if (!isBare) return withExtras({ type: 'data', data: source.data }, metadata?.source)
      return form === 'data-url' ? dataUrl(mediaType, source.data) : source.data
    case 'url':
      return isBare ? source.url : withExtras({ type: 'url', url: source.url }, metadata?.source)
    case 'text':
      return withExtras({ type: 'text', text: source.text }, metadata?.source)
    case 'file-id': {
      const own = isObject(metadata?.source) ? metadata.source : {}
      const reference = { [stringOr(own.provider, undefined) ?? issuerOf(source.id, part)]: source.id }
      return withExtras({ type: 'reference', reference }, own)
    }
  }
}

function issuerOf(id: string, { providerMetadata = {} }: MediaPart): string {
  const wire = Object.keys(providerMetadata).find((name) => Object.hasOwn(PACKAGES, name))
  return PACKAGES[wire ?? ''] ?? ISSUERS.find(([form]) => form.test(id))?.[1] ?? NOBODY
}

/** Returns the URL of a file: the data itself if it is a URL, otherwise a data URL with the base64. */
export function fileUrl(data: JsonValue, mediaType?: string): string {
  const text = stringOr(data, '')
  return URL_LIKE.test(text) ? text : dataUrl(mediaType, text)
}

/** Returns a data URL that contains the file. */
export function dataUrl(mediaType = ANY_FILE, data: string): string {
  return `data:${mediaType};base64,${data}`
}
