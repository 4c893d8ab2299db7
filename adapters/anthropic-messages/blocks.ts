import type { Context } from '../../src/adapter/context.js'
import { dropSource, encodeOpaque } from '../../src/adapter/losses.js'
import { opaque } from '../../src/adapter/metadata.js'
import { expectObject } from '../../src/json/read.js'
import type { JsonValue } from '../../src/json/types.js'
import type { Part } from '../../src/model/types.js'
import { decodeCall, encodeCall, isCallBlock } from './calls.js'
import { decodeMedia, encodeMedia } from './media.js'
import { decodeResult, encodeResult, isResultBlock } from './results.js'
import { decodeReasoning, decodeText, encodeReasoning, encodeText } from './text.js'

/**
 * One content block, of whatever role. Types without canonical meaning become opaque parts.
 * @param place what tells this block from others, for calls without id.
 */
export function decodeBlock(value: JsonValue, path: string, context: Context, place = path): Part {
  const block = expectObject(value, path)
  if (isCallBlock(block)) return decodeCall(block, path, context, place)
  if (isResultBlock(block)) return decodeResult(block, path, context)
  switch (block.type) {
    case 'text':
      return decodeText(block, path, context)
    case 'thinking':
    case 'redacted_thinking':
      return decodeReasoning(block, path, context)
    case 'image':
    case 'document':
      return decodeMedia(block, context) ?? opaque(block, context)
    default:
      return opaque(block, context)
  }
}

/**
 * The block of a part, or undefined with a notice when this wire has none for it.
 * @param cut whether the answer says that this part may be cut.
 */
export function encodePart(part: Part, path: string, context: Context, cut = false): JsonValue | undefined {
  switch (part.type) {
    case 'text':
      return encodeText(part, context)
    case 'reasoning':
      return encodeReasoning(part, path, context)
    case 'tool-call':
      return encodeCall(part, path, context, cut)
    case 'tool-result':
      return encodeResult(part, path, context)
    case 'media':
      return encodeMedia(part, path, context)
    case 'opaque':
      return encodeOpaque(part, path, context)
    case 'source':
      return dropSource(path, context)
  }
}
