import type { Context } from '../../src/adapter/context.js'
import { metadataOf, wireMetadata } from '../../src/adapter/extras.js'
import { isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type { MediaPart, MediaSource } from '../../src/model/types.js'
import {
  decodeBody,
  decodeEnvelope,
  encodeBody,
  encodeEnvelope,
  type Fields,
  type NativePart,
} from './envelope.js'
import { mediaKind, WIRE } from './maps.js'

const INLINE: Fields = { mimeType: 'string', data: 'string', displayName: 'string' }
const FILE: Fields = { mimeType: 'string', fileUri: 'string', displayName: 'string' }

/** Reads a part with inlineData or fileData; undefined when it has neither. */
export function decodeMedia(part: NativePart): MediaPart | undefined {
  const { inlineData, fileData } = part.value
  if (isObject(inlineData) && typeof inlineData.data === 'string') {
    const metadata = {
      ...decodeEnvelope(part, { inlineData: 'object' }),
      body: decodeBody(inlineData, INLINE),
    }
    return mediaPart(inlineData, { type: 'data', data: inlineData.data }, wireMetadata(WIRE, metadata))
  }
  if (isObject(fileData) && typeof fileData.fileUri === 'string') {
    const metadata = { ...decodeEnvelope(part, { fileData: 'object' }), body: decodeBody(fileData, FILE) }
    return mediaPart(fileData, { type: 'url', url: fileData.fileUri }, wireMetadata(WIRE, metadata))
  }
  return undefined
}

function mediaPart(
  data: JsonObject,
  source: MediaSource,
  providerMetadata: MediaPart['providerMetadata'],
): MediaPart {
  const mediaType = stringOr(data.mimeType, undefined)
  return compact({
    type: 'media' as const,
    kind: mediaKind(mediaType),
    mediaType,
    source,
    filename: stringOr(data.displayName, undefined),
    providerMetadata,
  })
}

/** The native part, or undefined with a notice. Text goes as a document, since it may be long. */
export function encodeMedia(media: MediaPart, path: string, context: Context): JsonObject | undefined {
  const { source, mediaType, filename } = media
  const named = { mimeType: mediaType, displayName: filename }
  const body = metadataOf(media, WIRE)?.body
  switch (source.type) {
    case 'data':
      return encodeEnvelope({ inlineData: encodeBody({ ...named, data: source.data }, body) }, media)
    case 'text': {
      const document = { ...named, mimeType: mediaType ?? 'text/plain', data: base64(source.text) }
      return encodeEnvelope({ inlineData: encodeBody(document, body) }, media)
    }
    case 'url':
      return encodeEnvelope({ fileData: encodeBody({ ...named, fileUri: source.url }, body) }, media)
    default:
      context.report({
        code: 'media-source-unsupported',
        severity: 'warning',
        path,
        message: 'this wire names files by URI; the file id of another provider is left out',
      })
      return undefined
  }
}

function base64(text: string): string {
  let binary = ''
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte)
  return btoa(binary)
}
