import type { JsonValue } from '../../src/base/json/json-types.js'
import { expectObject, isObject } from '../../src/base/json/read-json.js'
import type { Context } from '../../src/base/model/context.js'
import { opaque } from '../../src/base/model/metadata.js'
import type { Part } from '../../src/base/model/types.js'
import { partEncoder } from '../../src/codec/shape/encode-parts.js'
import { decodeCall, encodeCall } from './calls.js'
import { decodeGuardedMedia, decodeMedia, encodeMedia } from './media.js'
import { decodeResult, encodeResult } from './results.js'
import {
  decodeCitedText,
  decodeGuardedText,
  decodeReasoning,
  encodeReasoning,
  encodeText,
  TEXT,
} from './text.js'

/**
 * Decodes one content block by its key. Keys without canonical meaning (`searchResult`, `toolAddition` …)
 * become an opaque part.
 * @param isAnswer true for a block of the assistant.
 * @param place distinguishes this block from other blocks, for calls without an id.
 */
export function decodeBlock(
  value: JsonValue,
  context: Context,
  isAnswer: boolean,
  place = context.path,
): Part {
  const { path } = context
  const block = expectObject(value, path)
  const text = TEXT.decode(block, context)
  if (text !== undefined) return text
  if (isObject(block.toolUse)) return decodeCall(block, context, place)
  if (isObject(block.toolResult)) return decodeResult(block, context, isAnswer)
  if (isObject(block.citationsContent)) return decodeCitedText(block, context)
  if (isObject(block.guardContent))
    return decodeGuardedText(block, context) ?? decodeGuardedMedia(block, context) ?? opaque(block, context)
  return decodeReasoning(block, context) ?? decodeMedia(block, context) ?? opaque(block, context)
}

export const encodePart = /* @__PURE__ */ partEncoder({
  text: encodeText,
  reasoning: encodeReasoning,
  call: encodeCall,
  result: encodeResult,
  media: encodeMedia,
})
