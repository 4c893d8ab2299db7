import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { contextAt, inform } from '../../src/base/model/context.js'
import { metadataOf, opaque } from '../../src/base/model/metadata.js'
import type { MediaPart, OpaquePart, TextPart } from '../../src/base/model/types.js'
import { type Fields, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { dropPart } from '../../src/codec/shape/losses.js'
import type { ChatContext } from './dialect.js'
import { decodeMedia, encodeMedia } from './media.js'

/** Parts of `content`, in either of its forms (a string or a list of parts). */
export type ContentPart = TextPart | MediaPart | OpaquePart

const TEXT_FIELDS: Fields = { type: 'string', text: 'string' }

export function decodeParts(parts: JsonArray, context: ChatContext): ContentPart[] {
  return parts.map((part) => decodePart(part, context))
}

export function decodePart(native: JsonValue, context: ChatContext): ContentPart {
  if (!isObject(native)) return opaque(native, context)
  if (native.type !== 'text' || typeof native.text !== 'string')
    return decodeMedia(native, context) ?? opaque(native, context)
  const providerMetadata = metadataFor(native, TEXT_FIELDS, context)
  return compact({ type: 'text', text: native.text, providerMetadata })
}

/** Encodes content parts. Parts without a form in this wire are dropped with a notice. */
export function encodeParts(parts: readonly ContentPart[], context: ChatContext): JsonValue[] {
  return parts.flatMap((part, index) => {
    const native = encodePart(part, contextAt(context, index))
    return native === undefined ? [] : [native]
  })
}

export function encodePart(part: ContentPart, context: ChatContext): JsonValue | undefined {
  switch (part.type) {
    case 'text':
      return withExtras({ type: 'text', text: part.text }, metadataOf(part, context))
    case 'media':
      if (part.source.type === 'text') return textOfDocument(part.source.text, context)
      return encodeMedia(part, context) ?? dropPart(part.kind, context)
    case 'opaque':
      return part.wire === context.wire ? part.value : dropPart(`a part of ${part.wire}`, context)
  }
}

function textOfDocument(text: string, context: ChatContext): JsonObject {
  inform('document-as-text', 'a text document becomes a text part: files of this wire are binary', context)
  return { type: 'text', text }
}
