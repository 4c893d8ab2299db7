import type { JsonValue } from '../../src/base/json/json-types.js'
import { expectObject } from '../../src/base/json/read-json.js'
import type { Context } from '../../src/base/model/context.js'
import { opaque } from '../../src/base/model/metadata.js'
import type { MediaPart, OpaquePart, ResultPart, TextPart } from '../../src/base/model/types.js'
import { textBlock } from '../../src/codec/shape/common.js'
import { encodeOpaque } from '../../src/codec/shape/losses.js'
import { decodeMedia, encodeMedia } from './media.js'

/** Content of steps and results. */
export type ContentPart = TextPart | MediaPart | OpaquePart

/**
 * Decodes content of a step or of a result. Types without canonical meaning become opaque parts. Citations of
 * a text stay in `extra`.
 */
export function decodeContent(value: JsonValue, context: Context): ContentPart {
  const native = expectObject(value, context.path)
  return textBlock.decode(native, context) ?? decodeMedia(native, context) ?? opaque(native, context)
}

/** Encodes the content. Returns undefined with a notice for parts without content in this wire. */
export function encodeContent(part: ResultPart, context: Context): JsonValue | undefined {
  if (part.type === 'text') return textBlock.encode(part, context)
  return part.type === 'media' ? encodeMedia(part, context) : encodeOpaque(part, context)
}
