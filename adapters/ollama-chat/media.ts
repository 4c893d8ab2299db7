import type { JsonValue } from '../../src/base/json/json-types.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, opaque, wireMetadata } from '../../src/base/model/metadata.js'
import type { MediaPart, OpaquePart } from '../../src/base/model/types.js'
import { dropMedia } from '../../src/codec/shape/losses.js'

const DATA_URL = /^data:([^;,]{0,100});base64,/

/**
 * Decodes one of `images`: bare base64, whose type the server detects from the first bytes (also audio). Some
 * clients send a data URL, which the server rejects (OLLAMA-CONTENT-03).
 */
export function decodeImage(image: JsonValue, context: Context): MediaPart | OpaquePart {
  if (typeof image !== 'string') return opaque({ images: [image] }, context)
  const [prefix = '', mediaType] = DATA_URL.exec(image) ?? []
  return compact({
    type: 'media' as const,
    kind: 'image' as const,
    mediaType: mediaType || undefined,
    source: { type: 'data' as const, data: image.slice(prefix.length) },
    providerMetadata: prefix === '' ? undefined : wireMetadata(context, { form: 'data-url' }),
  })
}

/** Returns undefined with a notice for sources other than base64. */
export function encodeImage(part: MediaPart, context: Context): string | undefined {
  const { source, mediaType = '' } = part
  if (source.type !== 'data') return dropMedia(part, context)
  return metadataOf(part, context)?.form === 'data-url'
    ? `data:${mediaType};base64,${source.data}`
    : source.data
}
