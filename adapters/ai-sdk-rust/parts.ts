import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { expectObject } from '../../src/base/json/read-json.js'
import type { Context } from '../../src/base/model/context.js'
import { mintId } from '../../src/base/model/ids.js'
import { metadataOf, opaque } from '../../src/base/model/metadata.js'
import type { Part, ReasoningPart, SourcePart, TextPart } from '../../src/base/model/types.js'
import { carried, withCarried } from '../../src/codec/format/carry.js'
import { sourceBlock } from '../../src/codec/shape/common.js'
import { dropPart } from '../../src/codec/shape/losses.js'
import { needed, to, usually } from '../../src/codec/shape/rows.js'
import { shape } from '../../src/codec/shape/shape.js'
import { decodeCall, encodeCall } from './calls.js'
import { decodeMedia, encodeMedia } from './media.js'
import { bear, bornePart, decodeResult, encodeResult } from './results.js'
import { CAMEL_CASE, closed, opened, SNAKE_METADATA } from './slots.js'

/** Position of a part: in a message of this role, or in an answer. */
export type PartPlace = 'user' | 'assistant' | 'tool' | 'answer'

/**
 * Names in snake_case in user messages, the only messages that spell the media type of a file in this way.
 */
const USER_NAMES: readonly string[] = ['mediaType', 'providerMetadata']

/** Creates the row of a type that may be absent. */
const typed = (type: string) => usually({ type: 'string' as const }, type)
const TEXT = /* @__PURE__ */ shape<TextPart>(
  { type: 'text' },
  { type: typed('text'), text: needed(to('text')) },
)
/** The shape of reasoning, with the text in `reasoning` or in `text`. */
const REASONING = /* @__PURE__ */ shape<ReasoningPart>(
  { type: 'reasoning' },
  { type: typed('reasoning'), reasoning: needed(to('text')) },
)
const OTHER_REASONING = /* @__PURE__ */ shape<ReasoningPart>(
  { type: 'reasoning' },
  { type: typed('reasoning'), text: needed(to('text')) },
  { field: 'text' },
)

/** Returns the names that are in snake_case in this part. */
export function namesOf(native: JsonObject, place: PartPlace): readonly string[] {
  return usualNames(nativeType(native), place)
}

function usualNames(type: string, place: PartPlace): readonly string[] {
  if (type === 'text' || type === 'reasoning') return SNAKE_METADATA
  return type === 'file' && place === 'user' ? USER_NAMES : CAMEL_CASE
}

/** Returns the type of a part. If the field is absent, the type is derived from the other fields. */
export function nativeType(native: JsonObject): string {
  if (typeof native.type === 'string') return native.type
  const has = (...names: readonly string[]) => names.some((name) => native[name] !== undefined)
  if (has('toolCallId', 'tool_call_id')) return has('output', 'result') ? 'tool-result' : 'tool-call'
  return ['text', 'reasoning'].find((name) => typeof native[name] === 'string') ?? ''
}

/** Decodes one part of a message or of an answer. */
export function decodePart(value: JsonValue, place: PartPlace, context: Context): Part {
  const { path } = context
  const object = expectObject(value, path)
  const type = nativeType(object)
  const open = opened(object, usualNames(type, place))
  const { native, slot, spelling } = open
  switch (type) {
    case 'text':
      return bornePart(open, path) ?? withCarried(TEXT.expect(native, context, { spelling }), slot)
    case 'reasoning': {
      const shape = native.reasoning === undefined ? OTHER_REASONING : REASONING
      return bornePart(open, path) ?? withCarried(shape.expect(native, context, { spelling }), slot)
    }
    case 'tool-call':
      return decodeCall(object, context)
    case 'tool-result':
      return decodeResult(object, place !== 'tool', context)
    case 'source':
      return withCarried(sourceBlock.expect(native, context, { spelling }), slot)
    default:
      return decodeMedia(open, context) ?? opaque(object, context)
  }
}

/**
 * Encodes a part. A part without a native form is carried by an empty text. Tool messages contain only
 * results, so other parts are dropped there.
 */
export function encodePart(part: Part, place: PartPlace, context: Context): JsonValue | undefined {
  if (part.type === 'opaque' && part.wire === context.wire) return part.value
  if (place === 'tool' && part.type !== 'tool-result') return dropPart(`a ${part.type}`, context)
  return nativePart(part, place, context) ?? bear(part)
}

function nativePart(part: Part, place: PartPlace, context: Context): JsonObject | undefined {
  if (part.type === 'text') return encodeText(part, context)
  if (part.type === 'media') return encodeMedia(part, 'message', usualNames('file', place), context)
  if (part.type === 'source') return place === 'answer' ? encodeSource(part, context) : undefined
  if (part.type === 'opaque' || place === 'user') return undefined
  if (part.type === 'tool-call') return encodeCall(part, context)
  return part.type === 'reasoning' ? encodeText(part, context) : encodeResult(part, place !== 'tool', context)
}

function encodeText(part: TextPart | ReasoningPart, context: Context): JsonObject {
  const native =
    part.type === 'text'
      ? TEXT.encode(part, context)
      : (OTHER_REASONING.encode(part, context) ?? REASONING.encode(part, context))
  return closed(native ?? {}, metadataOf(part, context), carried(part, context), SNAKE_METADATA)
}

function encodeSource(part: SourcePart, context: Context): JsonObject {
  const { url } = part
  const own = metadataOf(part, context)
  const usual = {
    sourceType: url === undefined ? 'document' : 'url',
    id: mintId(context.path, url ?? '', ''),
  }
  const native = { ...(own === undefined && usual), ...sourceBlock.encode(part, context) }
  return closed(native, own, carried(part, context), CAMEL_CASE)
}
