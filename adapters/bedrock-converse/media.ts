import type { JsonObject } from '../../src/base/json/json-types.js'
import { isObject, stringOr } from '../../src/base/json/read-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, withMore } from '../../src/base/model/metadata.js'
import type { MediaPart } from '../../src/base/model/types.js'
import { dropMedia } from '../../src/codec/shape/losses.js'
import { inside, needed, noted, source, to, usually, wordOf } from '../../src/codec/shape/rows.js'
import { type CodedRow, fields, oneOf, shape } from '../../src/codec/shape/shape.js'
import { MEDIA, MEDIA_KEY } from './maps.js'
import { isOnly } from './union.js'

const S3 = 's3://'

/** The row of a location in S3, which only this account can read, like a file id. */
const LOCATION: CodedRow<'source'> = {
  .../* @__PURE__ */ source('file-id'),
  write({ value: { source }, kept }) {
    if (!isObject(source)) return undefined
    const isOwn = kept.source !== undefined && source.type === 'file-id'
    const uri = source.id ?? source.url
    return isOwn || (typeof uri === 'string' && uri.startsWith(S3)) ? uri : undefined
  },
}

const SOURCE = /* @__PURE__ */ oneOf(
  fields({ bytes: source('data') }),
  fields({ text: source('text') }),
  fields({ s3Location: needed(inside('location', { uri: LOCATION })) }),
)

/** Blocks of media by their key. Every document has a name, which the model receives. */
const BLOCKS = /* @__PURE__ */ new Map(
  [...MEDIA].map(([key, { kind, types }]) => {
    const format = wordOf('mediaType', 'format', types, bareType)
    const media = needed(inside('source', SOURCE, 'kept'))
    const body =
      key === 'document'
        ? inside('body', { format: noted(format), name: usually(to('filename'), 'document'), source: media })
        : inside('body', { format, source: media })
    return [key, shape<MediaPart>({ type: 'media', kind }, { [key]: needed(body) })]
  }),
)

/** Returns the media type without parameters. A text source is always text. */
function bareType({ mediaType, source }: JsonObject): string | undefined {
  const [type] = stringOr(mediaType, '').split(';', 1)
  const isText = isObject(source) && source.type === 'text'
  const types = MEDIA.get('document')?.types.values() ?? []
  return isText && ![...types].includes(type ?? '') ? 'text/plain' : type
}

/** Decodes a media block. Returns undefined for a source that media cannot express. */
export function decodeMedia(native: JsonObject, context: Context): MediaPart | undefined {
  for (const [key, block] of BLOCKS) if (isObject(native[key])) return block.decode(native, context)
  return undefined
}

/** Decodes an image for a guardrail to check. */
export function decodeGuardedMedia(block: JsonObject, context: Context): MediaPart | undefined {
  const { guardContent } = block
  if (!isOnly(block, 'guardContent') || !isOnly(guardContent, 'image')) return undefined
  const media = decodeMedia(guardContent, context)
  const guarded = { extra: { guardContent: true } }
  return media && withMore(media, { guarded }, context)
}

/**
 * Encodes the block. Returns undefined with a notice for media that cannot be sent: this wire fetches only
 * from S3.
 */
export function encodeMedia(part: MediaPart, context: Context): JsonObject | undefined {
  const block = BLOCKS.get(MEDIA_KEY[part.kind])?.encode(part, context)
  if (block === undefined) return dropMedia(part, context)
  return metadataOf(part, context)?.guarded === undefined ? block : { guardContent: block }
}
