import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { expectObject, isObject } from '../../src/base/json/read-json.js'
import type { Context } from '../../src/base/model/context.js'
import { mintId } from '../../src/base/model/ids.js'
import { metadataOf, opaque } from '../../src/base/model/metadata.js'
import type {
  OpaquePart,
  Part,
  ProviderMetadata,
  SourcePart,
  ToolResult,
} from '../../src/base/model/types.js'
import { carried, carriedOpaque, opaqueSlot } from '../../src/codec/format/carry.js'
import { reasoningBlock, sourceBlock, textBlock } from '../../src/codec/shape/common.js'
import { dropOpaque, dropPart, dropSource } from '../../src/codec/shape/losses.js'
import { decodeCall, encodeCall } from './calls.js'
import { decodeMedia, encodeMedia } from './media.js'
import { decodeResult, encodeResult } from './results.js'
import { opened, type PartPlace, type SlotName, slotOf, TOLD, withKept } from './slots.js'

/** A kind that the SDK's packages do not know and therefore skip. */
const CARRIER = 'toolwire.part'

/** Decodes one part of a prompt, of an answer or of a stream. */
export function decodePart(value: JsonValue, place: PartPlace, context: Context): Part {
  const part = expectObject(value, context.path)
  const [native, options, kept] = opened(part, place.slot)
  // A part that was described as text or hidden. The original is carried in its slot.
  if (isObject(kept.part) && (part.type === 'text' || part.kind === CARRIER))
    return decodePart(kept.part, TOLD, context)
  switch (part.type) {
    case 'text':
      return withKept(textBlock.expect(native, context), options, kept)
    case 'reasoning':
      return withKept(reasoningBlock.expect(native, context), options, kept)
    case 'tool-call':
      return decodeCall(part, place, context)
    case 'tool-result':
    case 'tool-error':
      return decodeResult(part, place, context)
    case 'source':
      return withKept(sourceBlock.expect(native, context), options, kept)
    case 'custom':
      return (part.kind === CARRIER ? carriedOpaque(kept) : undefined) ?? opaque(part, context)
    default:
      return decodeMedia(part, place, context) ?? opaque(part, context)
  }
}

/** Encodes the part. Returns undefined with a notice if the part is not allowed in this position. */
export function encodePart(part: Part, place: PartPlace, context: Context): JsonValue | undefined {
  switch (part.type) {
    case 'text':
      return { ...textBlock.encode(part, context), ...slotOf(part, place, context) }
    case 'reasoning':
      if (place.role !== 'assistant') return dropPart('reasoning', context)
      return { ...reasoningBlock.encode(part, context), ...slotOf(part, place, context) }
    case 'tool-call':
      if (place.role !== 'assistant') return dropPart('a call', context)
      return encodeCall(part, place, context)
    case 'tool-result':
      if (place.role === 'user') return dropPart('a result', context)
      if (isLone(part, place, context))
        return carrier(place, { part: encodeResult(part, TOLD, context) }, context)
      return encodeResult(part, place, context)
    case 'media':
      return encodeMedia(part, place, context)
    case 'source':
      return encodeSource(part, place, context)
    case 'opaque':
      return encodeOpaque(part, place, context)
  }
}

/**
 * Returns true for the result of a call in an earlier answer. The SDK and its interfaces reject this result.
 */
function isLone(part: ToolResult, { calls }: PartPlace, context: Context): boolean {
  return (
    part.providerExecuted && metadataOf(part, context)?.executed !== true && calls?.has(part.callId) === false
  )
}

/** Encodes a part that carries data of the message, because the SDK keeps only data of parts. */
export function encodeNote(
  message: { readonly providerMetadata?: ProviderMetadata },
  place: PartPlace,
  context: Context,
): readonly JsonObject[] {
  const slot = carried(message, context, ['origin'])
  return slot === undefined ? [] : [carrier(place, { message: slot }, context)]
}

/** Separates the carried data of the message from the other parts. */
export function takeNotes(
  content: readonly JsonValue[],
  slot: SlotName,
): readonly [content: readonly JsonValue[], note: JsonObject | undefined] {
  let note: JsonObject | undefined
  const rest = content.filter((part) => {
    const found = isObject(part) && part.kind === CARRIER ? opened(part, slot)[2].message : undefined
    if (isObject(found)) note = found
    return !isObject(found)
  })
  return [rest, note]
}

/**
 * Encodes a source. Prompts for models have no sources, so in a prompt the source is carried for later
 * decoding.
 */
function encodeSource(part: SourcePart, place: PartPlace, context: Context): JsonValue | undefined {
  const { url } = part
  if (url === undefined && metadataOf(part, context) === undefined) return dropSource(part, context)
  const usual = { sourceType: 'url', id: mintId(context.path, url ?? '', '') }
  const native = { ...usual, ...sourceBlock.encode(part, context), ...slotOf(part, place, context) }
  if (place.isPrompt !== true) return native
  return place.role === 'assistant' ? carrier(place, { part: native }, context) : dropSource(part, context)
}

/**
 * Encodes an opaque part. A part of another wire is carried for that wire if the position accepts custom
 * parts.
 */
function encodeOpaque(part: OpaquePart, place: PartPlace, context: Context): JsonValue | undefined {
  if (part.wire === context.wire) return part.value
  const isTaken = place.role === 'assistant' || place.isPrompt !== true
  return isTaken ? carrier(place, opaqueSlot(part), context) : dropOpaque(part, context)
}

function carrier(
  place: PartPlace,
  kept: Readonly<Record<string, JsonValue | undefined>>,
  context: Context,
): JsonObject {
  return { type: 'custom', kind: CARRIER, ...slotOf({ type: 'opaque' }, place, context, kept) }
}
