import { toBase64 } from '../../src/base/json/base64.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { mediaKindOf } from '../../src/base/model/media-kind.js'
import { metadataOf, wireMetadata } from '../../src/base/model/metadata.js'
import type { MediaContent, MediaPart, ProviderMetadata } from '../../src/base/model/types.js'
import { encodeData, keptOf, type PartData } from './envelope.js'

const INLINE: PartData = {
  field: 'inlineData',
  around: { inlineData: 'object', thoughtSignature: 'string' },
  fields: { mimeType: 'string', data: 'string', displayName: 'string' },
}
const FILE: PartData = {
  field: 'fileData',
  around: { fileData: 'object', thoughtSignature: 'string' },
  fields: { mimeType: 'string', fileUri: 'string', displayName: 'string' },
}

/** Decodes a part with inlineData or fileData. Returns undefined for other parts. */
export function decodeMedia(native: JsonObject, context: Context): MediaPart | undefined {
  const { inlineData, fileData } = native
  if (isObject(inlineData) && typeof inlineData.data === 'string') {
    const source = { type: 'data' as const, data: inlineData.data }
    return mediaPart(inlineData, source, wireMetadata(context, keptOf(native, INLINE)))
  }
  if (!isObject(fileData) || typeof fileData.fileUri !== 'string') return undefined
  return mediaPart(fileData, fileSource(fileData.fileUri), wireMetadata(context, keptOf(native, FILE)))
}

/**
 * Matches a file of the Files API or of Cloud Storage. Only Google can read this file, so its URL is
 * decoded as an id.
 */
const GOOGLE_FILE = /^https:\/\/generativelanguage\.googleapis\.com\/[^/]+\/files\//

function fileSource(uri: string): MediaContent {
  const isPublic = /^https?:\/\//.test(uri) && !GOOGLE_FILE.test(uri)
  return isPublic ? { type: 'url', url: uri } : { type: 'file-id', id: uri }
}

function mediaPart(
  data: JsonObject,
  source: MediaContent,
  providerMetadata: ProviderMetadata | undefined,
): MediaPart {
  const mediaType = stringOr(data.mimeType, undefined)
  const filename = stringOr(data.displayName, undefined)
  const kind = mediaKindOf(mediaType)
  return compact({ type: 'media' as const, kind, mediaType, source, filename, providerMetadata })
}

/** Encodes the native part. Text is sent as a document, because it may be long. */
export function encodeMedia(media: MediaPart, context: Context): JsonObject {
  const { source, mediaType, filename } = media
  const metadata = metadataOf(media, context)
  const named = { mimeType: mediaType, displayName: filename }
  switch (source.type) {
    case 'data':
      return encodeData(INLINE, { ...named, data: source.data }, metadata)
    case 'text': {
      const data = toBase64(new TextEncoder().encode(source.text))
      return encodeData(INLINE, { ...named, mimeType: mediaType ?? 'text/plain', data }, metadata)
    }
    case 'url':
      return encodeData(FILE, { ...named, fileUri: source.url }, metadata)
    case 'file-id':
      return encodeData(FILE, { ...named, fileUri: source.id }, metadata)
  }
}
