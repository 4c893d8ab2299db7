import type { JsonObject } from '../../src/base/json/json-types.js'
import { isObject } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { MediaPart } from '../../src/base/model/types.js'
import { type Fields, innerExtras, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { dropMedia } from '../../src/codec/shape/losses.js'

const DATA_URL = /^data:([^;,]*);base64,/
const FIELDS: Fields = { type: 'any', image_url: 'any' }

/**
 * Decodes `{type: "image_url", image_url: {url, detail?}}`: a link, or base64 in a data URL. Returns
 * undefined for other blocks.
 */
export function decodeImage(block: JsonObject, context: Context): MediaPart | undefined {
  const { image_url: image } = block
  if (block.type !== 'image_url' || !isObject(image) || typeof image.url !== 'string') return undefined
  const { url } = image
  const [prefix, mediaType] = DATA_URL.exec(url) ?? []
  return compact({
    type: 'media' as const,
    kind: 'image' as const,
    mediaType: mediaType || undefined,
    source:
      prefix === undefined
        ? { type: 'url' as const, url }
        : { type: 'data' as const, data: url.slice(prefix.length) },
    providerMetadata: metadataFor(block, FIELDS, context, { body: innerExtras(image, { url: 'any' }) }),
  })
}

/** Returns undefined with a notice for media without a block in this wire. */
export function encodeImage(part: MediaPart, context: Context): JsonObject | undefined {
  const url = urlOf(part)
  if (part.kind !== 'image' || url === undefined) return dropMedia(part, context)
  const metadata = metadataOf(part, context)
  return withExtras({ type: 'image_url', image_url: withExtras({ url }, metadata?.body) }, metadata)
}

function urlOf({ source, mediaType = '' }: MediaPart): string | undefined {
  if (source.type === 'url') return source.url
  return source.type === 'data' ? `data:${mediaType};base64,${source.data}` : undefined
}
