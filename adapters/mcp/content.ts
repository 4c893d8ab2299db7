import { withCarried } from '../../src/format/carry.js'
import { expectObject, isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type { Context } from '../../src/model/context.js'
import { metadataOf, opaque } from '../../src/model/metadata.js'
import type { MediaPart, ResultPart, TextPart } from '../../src/model/types.js'
import { anyOf, type Fields, innerExtras, metadataFor, withExtras } from '../../src/shape/fields.js'
import { dropMedia, encodeOpaque } from '../../src/shape/losses.js'
import { fileNameIn, mcpWords, mediaKindOf } from '../../src/tools/mcp/blocks.js'
import { openMeta, withMeta } from './meta.js'

const TEXT_FIELDS: Fields = { type: 'string', text: 'string' }
const MEDIA_FIELDS: Fields = { type: 'string', data: 'string', mimeType: 'string' }
const BLOB_FIELDS: Fields = { type: 'string', resource: 'object' }
const INNER_FIELDS: Fields = anyOf(['uri', 'mimeType', 'blob'])

/**
 * A block of content. Text and media are parts; a resource that is a text, a link to one and what is still to be invented
 * stay as they are, with the words that tell a model of them.
 */
export function decodeContent(value: JsonValue, path: string, context: Context): ResultPart {
  const { native, slot } = openMeta(expectObject(value, path))
  const part = decodeText(native, context) ?? decodeMedia(native, context) ?? decodeBlob(native, context)
  return part === undefined ? { ...opaque(value, context), text: mcpWords(value) } : withCarried(part, slot)
}

function decodeText(block: JsonObject, context: Context): TextPart | undefined {
  if (block.type !== 'text' || typeof block.text !== 'string') return undefined
  return compact({
    type: 'text' as const,
    text: block.text,
    providerMetadata: metadataFor(block, TEXT_FIELDS, context),
  })
}

function decodeMedia(block: JsonObject, context: Context): MediaPart | undefined {
  const { type, data } = block
  if ((type !== 'image' && type !== 'audio') || typeof data !== 'string') return undefined
  return compact({
    type: 'media' as const,
    kind: type,
    mediaType: stringOr(block.mimeType, undefined),
    source: { type: 'data' as const, data },
    providerMetadata: metadataFor(block, MEDIA_FIELDS, context),
  })
}

/** With both a text and a blob, the text counts. */
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
      resource: { uri, ...innerExtras(resource, { ...INNER_FIELDS, mimeType: 'string' }) },
    }),
  })
}

export function encodeText(part: TextPart, context: Context): JsonObject {
  const block = withExtras({ type: 'text', text: part.text }, metadataOf(part, context))
  return withMeta(block, part, context)
}

/** The block, or undefined with a notice: only data can be sent, and a message takes no files. */
export function encodeMedia(
  part: MediaPart,
  path: string,
  context: Context,
  inResult = false,
): JsonObject | undefined {
  const { kind, source, mediaType } = part
  const metadata = metadataOf(part, context)
  const isBlock = (kind === 'image' || kind === 'audio') && metadata?.resource === undefined
  if (source.type !== 'data' || !(isBlock || inResult)) return dropMedia(part, path, context)
  const block = isBlock
    ? { type: kind, data: source.data, mimeType: mediaType }
    : { type: 'resource', resource: blobOf(part, source.data, metadata?.resource) }
  return withMeta(withExtras(block, metadata), part, context)
}

/** A resource has to have an address; the one that it came with, while it bears its name. */
function blobOf(
  { kind, filename, mediaType }: MediaPart,
  blob: string,
  own: JsonValue | undefined,
): JsonObject {
  const kept = isObject(own) ? stringOr(own.uri, undefined) : undefined
  const isKept = kept !== undefined && fileNameIn(kept) === filename
  const uri = isKept ? kept : `file:///${filename ?? kind}`
  return withExtras({ uri, mimeType: mediaType, blob }, own)
}

export function encodeContent(part: ResultPart, path: string, context: Context): JsonValue | undefined {
  if (part.type === 'text') return encodeText(part, context)
  return part.type === 'media' ? encodeMedia(part, path, context, true) : encodeOpaque(part, path, context)
}
