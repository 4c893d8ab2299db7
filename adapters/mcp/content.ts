import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { expectObject, isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { mediaKindOf } from '../../src/base/model/media-kind.js'
import { metadataOf, opaque } from '../../src/base/model/metadata.js'
import type { MediaPart, ResultPart, TextPart } from '../../src/base/model/types.js'
import { withCarried } from '../../src/codec/format/carry.js'
import { textBlock } from '../../src/codec/shape/common.js'
import { type Fields, innerExtras, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { dropMedia, encodeOpaque } from '../../src/codec/shape/losses.js'
import { needed, source, to, wordOf } from '../../src/codec/shape/rows.js'
import { shape } from '../../src/codec/shape/shape.js'
import { fileNameIn, mcpWords } from '../../src/tools/mcp/blocks.js'
import { openMeta, withMeta } from './meta.js'

const KINDS = new Map([
  ['image', 'image'],
  ['audio', 'audio'],
])
const MEDIA = /* @__PURE__ */ shape<MediaPart>(
  { type: 'media' },
  { type: needed(wordOf('kind', 'type', KINDS)), data: source('data'), mimeType: to('mediaType') },
)
const BLOB_FIELDS: Fields = { type: 'string', resource: 'object' }
const INNER_FIELDS: Fields = { uri: 'any', mimeType: 'string', blob: 'any' }

/**
 * Decodes a content block. Text and media become parts. Text resources, resource links and unknown types are
 * kept unchanged, with a text that describes them to a model.
 */
export function decodeContent(value: JsonValue, context: Context): ResultPart {
  const { native, slot } = openMeta(expectObject(value, context.path))
  const part =
    textBlock.decode(native, context) ?? MEDIA.decode(native, context) ?? decodeBlob(native, context)
  return part === undefined ? { ...opaque(value, context), text: mcpWords(value) } : withCarried(part, slot)
}

/** Decodes a blob. If a resource has both a text and a blob, the text is used. */
function decodeBlob(block: JsonObject, context: Context): MediaPart | undefined {
  const { type, resource } = block
  if (type !== 'resource' || !isObject(resource) || typeof resource.text === 'string') return undefined
  const { uri, blob, mimeType } = resource
  if (typeof blob !== 'string' || typeof uri !== 'string') return undefined
  return compact({
    type: 'media' as const,
    kind: mediaKindOf(stringOr(mimeType, '')),
    mediaType: stringOr(mimeType, undefined),
    source: { type: 'data' as const, data: blob },
    filename: fileNameIn(uri),
    providerMetadata: metadataFor(block, BLOB_FIELDS, context, {
      resource: { uri, ...innerExtras(resource, INNER_FIELDS) },
    }),
  })
}

export function encodeText(part: TextPart, context: Context): JsonObject | undefined {
  return withMeta(textBlock.encode(part, context), part, context)
}

/**
 * Encodes the block. Returns undefined with a notice for sources other than data, and for files in messages.
 */
export function encodeMedia(part: MediaPart, context: Context, inResult = false): JsonObject | undefined {
  const metadata = metadataOf(part, context)
  const resource = inResult ? blobOf(part, metadata?.resource) : undefined
  const block =
    (metadata?.resource === undefined ? MEDIA.encode(part, context) : undefined) ??
    (resource && withExtras({ type: 'resource', resource }, metadata))
  return block === undefined ? dropMedia(part, context) : withMeta(block, part, context)
}

/** Builds a resource with its original URI if the file name is unchanged; a URI is required. */
function blobOf(
  { kind, filename, mediaType, source }: MediaPart,
  own: JsonValue | undefined,
): JsonObject | undefined {
  if (source.type !== 'data') return undefined
  const kept = isObject(own) ? stringOr(own.uri, undefined) : undefined
  const isKept = kept !== undefined && fileNameIn(kept) === filename
  const uri = isKept ? kept : `file:///${filename ?? kind}`
  return withExtras({ uri, mimeType: mediaType, blob: source.data }, own)
}

export function encodeContent(part: ResultPart, context: Context): JsonValue | undefined {
  if (part.type === 'text') return encodeText(part, context)
  return part.type === 'media' ? encodeMedia(part, context, true) : encodeOpaque(part, context)
}
