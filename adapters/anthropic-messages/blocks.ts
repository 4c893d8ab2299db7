import type { JsonValue } from '../../src/base/json/json-types.js'
import { expectObject } from '../../src/base/json/read-json.js'
import type { Context } from '../../src/base/model/context.js'
import { opaque } from '../../src/base/model/metadata.js'
import type { Part } from '../../src/base/model/types.js'
import { textBlock } from '../../src/codec/shape/common.js'
import { partEncoder } from '../../src/codec/shape/encode-parts.js'
import { decodeCall, encodeCall, isCallBlock } from './calls.js'
import { decodeMedia, encodeMedia } from './media.js'
import { decodeResult, encodeResult, isResultBlock } from './results.js'
import { changingBlock } from './state-changes.js'
import { encodeReasoning, REDACTED_THINKING, THINKING } from './text.js'

/**
 * Decodes one content block of any role. Types without canonical meaning become opaque parts.
 * @param place distinguishes this block from other blocks, for calls without an id.
 */
export function decodeBlock(value: JsonValue, context: Context, place = context.path): Part {
  const { path } = context
  const block = expectObject(value, path)
  if (isCallBlock(block)) return decodeCall(block, context, place)
  if (isResultBlock(block)) return decodeResult(block, context)
  switch (block.type) {
    // Citations stay in `extra`, since they refer to documents of this wire.
    case 'text':
      return textBlock.expect(block, context)
    case 'thinking':
      return THINKING.expect(block, context)
    case 'redacted_thinking':
      return REDACTED_THINKING.expect(block, context)
    case 'image':
    case 'document':
      return decodeMedia(block, context) ?? opaque(block, context)
    default:
      return changingBlock(block, context) ?? opaque(block, context)
  }
}

export const encodePart = /* @__PURE__ */ partEncoder({
  text: (part, context) => textBlock.encode(part, context),
  reasoning: encodeReasoning,
  call: encodeCall,
  result: encodeResult,
  media: encodeMedia,
})
