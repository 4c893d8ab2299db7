import { carried } from '../../src/format/carry.js'
import { expectObject, expectString, isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type { Context } from '../../src/model/context.js'
import { mintId } from '../../src/model/ids.js'
import { metadataOf, opaque } from '../../src/model/metadata.js'
import type {
  OpaquePart,
  Part,
  ProviderMetadata,
  ReasoningPart,
  SourcePart,
  TextPart,
  ToolResult,
} from '../../src/model/types.js'
import { type Fields, metadataFor, withExtras } from '../../src/shape/fields.js'
import { dropOpaque, dropPart, dropSource } from '../../src/shape/losses.js'
import { decodeCall, encodeCall } from './calls.js'
import { decodeMedia, encodeMedia } from './media.js'
import { decodeResult, encodeResult } from './results.js'
import { opened, type Place, type SlotName, slotOf, TOLD, withKept } from './slots.js'

const TEXT_FIELDS: Fields = { type: 'string', text: 'string' }
const SOURCE_FIELDS: Fields = { type: 'string', url: 'string', title: 'string' }

/** What no package of the SDK has a meaning for, so that all of them pass it over. */
const CARRIER = 'toolwire.part'

/** One part of a prompt, of an answer or of a stream. */
export function decodePart(value: JsonValue, path: string, place: Place, context: Context): Part {
  const native = expectObject(value, path)
  const [, , kept] = opened(native, place.slot)
  // It was told as text, or not at all; what it was stands beside.
  if (isObject(kept.part) && (native.type === 'text' || native.kind === CARRIER))
    return decodePart(kept.part, path, TOLD, context)
  switch (native.type) {
    case 'text':
    case 'reasoning':
      return decodeText(native, native.type, path, place, context)
    case 'tool-call':
      return decodeCall(native, path, place, context)
    case 'tool-result':
    case 'tool-error':
      return decodeResult(native, path, place, context)
    case 'source':
      return decodeSource(native, place, context)
    case 'custom':
      return foreign(native, kept) ?? opaque(native, context)
    default:
      return decodeMedia(native, place, context) ?? opaque(native, context)
  }
}

function foreign({ kind }: JsonObject, { wire, value, text }: JsonObject): OpaquePart | undefined {
  if (kind !== CARRIER || typeof wire !== 'string' || value === undefined) return undefined
  return compact({ type: 'opaque' as const, wire, value, text: stringOr(text, undefined) })
}

function decodeText(
  part: JsonObject,
  type: 'text' | 'reasoning',
  path: string,
  place: Place,
  context: Context,
): TextPart | ReasoningPart {
  const [native, options, kept] = opened(part, place.slot)
  const text = expectString(native.text, `${path}/text`)
  const providerMetadata = metadataFor(native, TEXT_FIELDS, context)
  return withKept(compact({ type, text, providerMetadata }), options, kept)
}

function decodeSource(part: JsonObject, place: Place, context: Context): SourcePart {
  const [native, options, kept] = opened(part, place.slot)
  const source: SourcePart = compact({
    type: 'source' as const,
    url: stringOr(native.url, undefined),
    title: stringOr(native.title, undefined),
    providerMetadata: metadataFor(native, SOURCE_FIELDS, context),
  })
  return withKept(source, options, kept)
}

/** The part, or undefined with a notice where it may not stand. */
export function encodePart(part: Part, path: string, place: Place, context: Context): JsonValue | undefined {
  switch (part.type) {
    case 'text':
      return encodeText(part, place, context)
    case 'reasoning':
      if (place.role !== 'assistant') return dropPart('reasoning', path, context)
      return encodeText(part, place, context)
    case 'tool-call':
      if (place.role !== 'assistant') return dropPart('a call', path, context)
      return encodeCall(part, path, place, context)
    case 'tool-result':
      if (place.role === 'user') return dropPart('a result', path, context)
      if (isLone(part, place, context))
        return carrier(place, { part: encodeResult(part, path, TOLD, context) }, context)
      return encodeResult(part, path, place, context)
    case 'media':
      return encodeMedia(part, place, context)
    case 'source':
      return encodeSource(part, path, place, context)
    case 'opaque':
      return encodeOpaque(part, path, place, context)
  }
}

/** Of a call in an earlier answer, whose result the SDK and its interfaces refuse. */
function isLone(part: ToolResult, { calls }: Place, context: Context): boolean {
  return (
    part.providerExecuted && metadataOf(part, context)?.executed !== true && calls?.has(part.callId) === false
  )
}

/** Carries what is kept of a whole message: the SDK keeps only what stands beside its parts. */
export function encodeNote(
  message: { readonly providerMetadata?: ProviderMetadata },
  place: Place,
  context: Context,
): readonly JsonObject[] {
  const slot = carried(message, context, ['origin'])
  return slot === undefined ? [] : [carrier(place, { message: slot }, context)]
}

/** What is kept of a whole message, and its other parts. */
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

function encodeText(part: TextPart | ReasoningPart, place: Place, context: Context): JsonObject {
  const slot = slotOf(part, place, context)
  return withExtras({ type: part.type, text: part.text, ...slot }, metadataOf(part, context))
}

/** Answers have sources; in prompts, where no model expects them, one is kept for whoever reads it back. */
function encodeSource(part: SourcePart, path: string, place: Place, context: Context): JsonValue | undefined {
  const { url, title } = part
  const metadata = metadataOf(part, context)
  if (url === undefined && metadata === undefined) return dropSource(part, path, context)
  const slot = slotOf(part, place, context)
  const usual = { sourceType: 'url', id: mintId(path, url ?? '', '') }
  const native = withExtras({ type: 'source', url, title, ...slot }, metadata, usual)
  if (place.isPrompt !== true) return native
  return place.role === 'assistant'
    ? carrier(place, { part: native }, context)
    : dropSource(part, path, context)
}

/** What only another wire understands is kept for it where nobody minds. */
function encodeOpaque(part: OpaquePart, path: string, place: Place, context: Context): JsonValue | undefined {
  const { wire, value, text } = part
  if (wire === context.wire) return value
  const isTaken = place.role === 'assistant' || place.isPrompt !== true
  return isTaken ? carrier(place, { wire, value, text }, context) : dropOpaque(part, path, context)
}

function carrier(
  place: Place,
  kept: Readonly<Record<string, JsonValue | undefined>>,
  context: Context,
): JsonObject {
  return { type: 'custom', kind: CARRIER, ...slotOf({ type: 'opaque' }, place, context, kept) }
}
