import { toBase64 } from '../../src/json/base64.js'
import { isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type { Context } from '../../src/model/context.js'
import { mediaKindOf } from '../../src/model/media.js'
import { metadataOf, wireMetadata } from '../../src/model/metadata.js'
import type { MediaContent, MediaPart } from '../../src/model/types.js'
import type { Fields } from '../../src/shape/fields.js'
import { decodeBody, decodeEnvelope, encodeBody, encodeEnvelope, type NativePart } from './envelope.js'

const INLINE: Fields = { mimeType: 'string', data: 'string', displayName: 'string' }
const FILE: Fields = { mimeType: 'string', fileUri: 'string', displayName: 'string' }

/** Reads a part with inlineData or fileData; undefined when it has neither. */
export function decodeMedia(part: NativePart, context: Context): MediaPart | undefined {
  const { inlineData, fileData } = part.value
  if (isObject(inlineData) && typeof inlineData.data === 'string') {
    const metadata = {
      ...decodeEnvelope(part, { inlineData: 'object' }),
      body: decodeBody(inlineData, INLINE),
    }
    return mediaPart(inlineData, { type: 'data', data: inlineData.data }, wireMetadata(context, metadata))
  }
  if (isObject(fileData) && typeof fileData.fileUri === 'string') {
    const metadata = { ...decodeEnvelope(part, { fileData: 'object' }), body: decodeBody(fileData, FILE) }
    return mediaPart(fileData, fileSource(fileData.fileUri), wireMetadata(context, metadata))
  }
  return undefined
}

/** A file of the Files API or of Cloud Storage means something to Google only, so it is an id rather than a URL. */
const GOOGLE_FILE = /^https:\/\/generativelanguage\.googleapis\.com\/[^/]+\/files\//

function fileSource(uri: string): MediaContent {
  const isPublic = /^https?:\/\//.test(uri) && !GOOGLE_FILE.test(uri)
  return isPublic ? { type: 'url', url: uri } : { type: 'file-id', id: uri }
}

function mediaPart(
  data: JsonObject,
  source: MediaContent,
  providerMetadata: MediaPart['providerMetadata'],
): MediaPart {
  const mediaType = stringOr(data.mimeType, undefined)
  return compact({
    type: 'media' as const,
    kind: mediaKindOf(mediaType),
    mediaType,
    source,
    filename: stringOr(data.displayName, undefined),
    providerMetadata,
  })
}

/** The native part. Text goes as a document, since it may be long. */
export function encodeMedia(media: MediaPart, context: Context): JsonObject {
  const { source, mediaType, filename } = media
  const named = { mimeType: mediaType, displayName: filename }
  const body = metadataOf(media, context)?.body
  switch (source.type) {
    case 'data':
      return encodeEnvelope({ inlineData: encodeBody({ ...named, data: source.data }, body) }, media, context)
    case 'text': {
      const document = {
        ...named,
        mimeType: mediaType ?? 'text/plain',
        data: toBase64(new TextEncoder().encode(source.text)),
      }
      return encodeEnvelope({ inlineData: encodeBody(document, body) }, media, context)
    }
    case 'url':
      return encodeEnvelope({ fileData: encodeBody({ ...named, fileUri: source.url }, body) }, media, context)
    case 'file-id':
      return encodeEnvelope({ fileData: encodeBody({ ...named, fileUri: source.id }, body) }, media, context)
  }
}
