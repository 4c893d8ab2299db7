import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf, opaque } from '../../src/base/model/metadata.js'
import type { Part, ReasoningPart } from '../../src/base/model/types.js'
import { textBlock } from '../../src/codec/shape/common.js'
import { metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { encodeOpaque } from '../../src/codec/shape/losses.js'
import { decodeMedia, encodeMedia, IMAGE_URL } from './media.js'
import { proofOf } from './proof.js'
import { isCarriedPart } from './slots.js'

/** Fields for text and signature in thinking blocks. */
const THINKING: Readonly<Record<string, readonly [text: string, signature: string]>> = {
  reasoning: ['reasoning', 'signature'],
  thinking: ['thinking', 'signature'],
  redacted_thinking: ['', 'data'],
}

/** Decodes a block other than a call or result. Types without canonical meaning become opaque parts. */
export function decodeBlock(block: JsonValue, context: Context): Part {
  if (typeof block === 'string') return { type: 'opaque', wire: context.wire, value: block }
  if (!isObject(block)) return opaque(block, context)
  const text = textBlock.decode(block, context)
  return text ?? decodeReasoning(block, context) ?? decodeMedia(block, context) ?? opaque(block, context)
}

function decodeReasoning(block: JsonObject, context: Context): ReasoningPart | undefined {
  const type = stringOr(block.type, '')
  const [field, proof] = (Object.hasOwn(THINKING, type) ? THINKING[type] : undefined) ?? []
  if (field === undefined || proof === undefined) return undefined
  const text = field === '' ? '' : block[field]
  const signature = stringOr(block[proof], undefined)
  if (typeof text !== 'string' && signature === undefined) return undefined
  const isNative = type !== 'reasoning'
  const own = metadataFor(block, { type: 'string', [field]: 'string', [proof]: 'string' }, context, {
    block: isNative ? type : undefined,
    signature,
    absent: text === undefined ? [field] : undefined,
  })
  return compact({
    type: 'reasoning' as const,
    text: stringOr(text, ''),
    providerMetadata: isNative && signature !== undefined ? { ...proofOf(type, signature), ...own } : own,
  })
}

/** Returns the field of a block whose text grows in a stream, and the kind of the text. */
export function growing({
  type,
}: JsonObject): readonly [mode: 'text' | 'reasoning', field: string] | undefined {
  if (type === 'text') return ['text', 'text']
  if (type === 'reasoning' || type === 'thinking') return ['reasoning', type]
  return undefined
}

/**
 * Encodes the block of a part other than a call or result. Returns undefined for a part that is carried
 * elsewhere.
 */
export function encodeBlockOf(part: Part, context: Context): JsonValue | undefined {
  switch (part.type) {
    case 'text':
      return textBlock.encode(part, context)
    case 'reasoning':
      return encodeReasoning(part, context)
    case 'media':
      return encodeMedia(part, context)
    case 'opaque':
      return isCarriedPart(part, context) ? undefined : encodeOpaque(part, context)
    default:
      return undefined
  }
}

function encodeReasoning(part: ReasoningPart, context: Context): JsonObject {
  const own = metadataOf(part, context)
  const type = stringOr(own?.block, 'reasoning')
  const [field = 'reasoning', proof = 'signature'] = THINKING[type] ?? []
  const isBare = isArray(own?.absent) && part.text === ''
  return withExtras({ type, ...(field && !isBare && { [field]: part.text }), [proof]: own?.signature }, own)
}

/** Returns the text if the parts can be a single bare text. */
export function bareText(parts: readonly Part[], context: Context): string | undefined {
  const [first] = parts
  if (parts.length !== 1 || first?.type !== 'text' || metadataOf(first, context) !== undefined)
    return undefined
  return first.text
}

/** Decodes content without calls. */
export function decodeContent(content: JsonValue | undefined, context: Context): Part[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return isArray(content) ? content.map((block) => decodeBlock(block, context)) : []
}

/** Encodes parts as content blocks. */
export function encodeContent(parts: readonly Part[], context: Context): JsonArray {
  return parts.flatMap((part, index) => encodeBlockOf(part, contextAt(context, index)) ?? [])
}

/**
 * Returns true if the content needs LangChain's standard blocks, which integrations read only if the message
 * has a version.
 */
export function needsVersion(parts: readonly Part[], context: Context): boolean {
  return parts.some(
    (part) =>
      part.type !== 'text' &&
      !isCarriedPart(part, context) &&
      !(part.type === 'media' && metadataOf(part, context)?.form === IMAGE_URL),
  )
}
