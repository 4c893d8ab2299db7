import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject } from '../../src/base/json/read-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { stableHash } from '../../src/base/model/ids.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type {
  MediaPart,
  Message,
  OpaquePart,
  Part,
  TextPart,
  ToolCall,
  ToolResult,
} from '../../src/base/model/types.js'
import { withExtras } from '../../src/codec/shape/fields.js'
import { dropExecutedResult, dropMedia, dropReasoning } from '../../src/codec/shape/losses.js'
import { encodeCall, nativeTypeOf } from './calls.js'
import { type ContentCodec, contentCodec } from './content.js'
import { callItem } from './maps.js'
import { encodeReasoning } from './reasoning.js'
import { encodeResult } from './results.js'

/**
 * Returns the items of an assistant message.
 * @param responseId set if the items belong to a response. Items of other wires then get the ids and states
 * that every output item has.
 */
export function encodeAssistant(
  { parts }: Message,
  responseId: string | undefined,
  context: Context,
  content = contentCodec,
): JsonArray {
  const writer = new AssistantWriter(parts, responseId, content)
  for (const [index, part] of parts.entries()) writer.add(part, contextAt(context, 'parts', index))
  return writer.items
}

export type ContentPart = TextPart | MediaPart | OpaquePart

class AssistantWriter {
  readonly items: JsonValue[] = []
  /** The content of the message item that the next part may continue. */
  #content: JsonValue[] | undefined
  readonly #merged = new Set<ToolResult>()

  constructor(
    private readonly parts: readonly Part[],
    private readonly responseId: string | undefined,
    private readonly content: ContentCodec,
  ) {}

  add(part: Part, context: Context): void {
    const place = placeOf(part, context)
    if (isContent(part) && (part.type !== 'opaque' || place !== undefined))
      this.#addContent(part, place, context)
    else this.#addItem(this.#encode(part, context))
  }

  #encode(part: Part, context: Context): JsonValue | undefined {
    switch (part.type) {
      case 'tool-call':
        return encodeCall(part, context, {
          inResponse: this.responseId !== undefined,
          result: this.#resultInside(part, context),
        })
      case 'tool-result':
        return this.#encodeResult(part, context)
      case 'reasoning':
        return encodeReasoning(part, context) ?? dropReasoning(context)
      default:
        return this.content.encode(part, 'output_text', context)
    }
  }

  #addItem(item: JsonValue | undefined): void {
    this.#content = undefined
    if (item !== undefined) this.items.push(item)
  }

  /**
   * Adds content parts to a message item. A part that does not continue a message starts the next message.
   */
  #addContent(part: ContentPart, place: JsonObject | undefined, context: Context): void {
    // Messages of the model accept text only.
    if (part.type === 'media' && place === undefined) {
      this.#addItem(dropMedia(part, context))
      return
    }
    const native = this.content.encode(unwrapped(part, context), 'output_text', context)
    if (native === undefined) return
    if (place?.continued === true && this.#content !== undefined) {
      this.#content.push(native)
      return
    }
    const fields = isObject(place?.item) ? nativeItem(place.item) : undefined
    const isBare = place?.form === 'text' || (fields === undefined && this.responseId === undefined)
    if (part.type === 'text' && isBare) this.#addItem({ ...fields, role: 'assistant', content: part.text })
    else if (fields !== undefined) this.#openItem(fields, native)
    else this.#openItem(this.#freshFields(), isObject(native) ? { ...this.content.usual, ...native } : native)
  }

  #openItem(fields: JsonObject, native: JsonValue): void {
    this.#content = [native]
    this.items.push({ ...fields, role: 'assistant', content: this.#content })
  }

  #freshFields(): JsonObject {
    if (this.responseId === undefined) return {}
    return { type: 'message', id: messageId(this.responseId, this.items.length), status: 'completed' }
  }

  /** Returns the result of a provider-run call, if the call's item contains it. */
  #resultInside(call: ToolCall, context: Context): ToolResult | undefined {
    const type = nativeTypeOf(call, context)
    if (!call.providerExecuted || type === undefined || isAnswered(type)) return undefined
    const start = this.parts.indexOf(call)
    const result = this.parts.find(
      (part, index): part is ToolResult =>
        index > start && part.type === 'tool-result' && part.callId === call.id && !this.#merged.has(part),
    )
    if (result !== undefined) this.#merged.add(result)
    return result
  }

  #encodeResult(result: ToolResult, context: Context): JsonValue | undefined {
    if (this.#merged.has(result)) return undefined
    const call = this.parts.find(
      (part): part is ToolCall => part.type === 'tool-call' && part.id === result.callId,
    )
    const type = call && nativeTypeOf(call, context)
    if (metadataOf(result, context)?.type !== undefined || isAnswered(type))
      return encodeResult(result, type, context)
    return dropExecutedResult(result, context)
  }
}

/** Returns true if separate items answer calls of this type. */
function isAnswered(type = ''): boolean {
  return callItem(type)?.answer !== undefined
}

/**
 * Returns the id of a message item that does not come from this wire, derived from its index in the output.
 */
export function messageId(responseId: string, index: number): string {
  return `msg_${stableHash(`${responseId}\n${index}`)}`
}

export function isContent(part: Part): part is ContentPart {
  return part.type === 'text' || part.type === 'media' || part.type === 'opaque'
}

/**
 * Returns the position of a content part: metadata of this wire, or for opaque parts the envelope that
 * decoding added.
 */
export function placeOf(part: Part, context: Context): JsonObject | undefined {
  if (part.type === 'opaque')
    return part.wire === context.wire && isEnvelope(part.value) ? part.value : undefined
  return metadataOf(part, context)
}

/** Returns the native fields around the content of a message item, from the fields that decoding kept. */
export function nativeItem({ extra, ...fields }: JsonObject): JsonObject {
  return withExtras(fields, { extra: extra ?? null })
}

function isEnvelope(value: JsonValue): value is JsonObject {
  return isObject(value) && value.content !== undefined && (isObject(value.item) || value.continued === true)
}

export function unwrapped(part: ContentPart, context: Context): ContentPart {
  const envelope = part.type === 'opaque' ? placeOf(part, context) : undefined
  return part.type === 'opaque' && envelope?.content !== undefined
    ? { ...part, value: envelope.content }
    : part
}
