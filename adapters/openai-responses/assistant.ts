import { at, isObject } from '../../src/json/read.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/json/types.js'
import type { Context } from '../../src/model/context.js'
import { stableHash } from '../../src/model/ids.js'
import { metadataOf } from '../../src/model/metadata.js'
import type {
  MediaPart,
  Message,
  OpaquePart,
  Part,
  TextPart,
  ToolCall,
  ToolResult,
} from '../../src/model/types.js'
import { withExtras } from '../../src/shape/fields.js'
import { dropExecutedResult, dropMedia, dropReasoning } from '../../src/shape/losses.js'
import { encodeCall, nativeTypeOf } from './calls.js'
import { encodeContentPart } from './content.js'
import { ANSWERS } from './maps.js'
import { encodeReasoning } from './reasoning.js'
import { encodeResult } from './results.js'

/**
 * The items of an assistant message.
 * @param responseId set when the items are those of a response: then items that did not come from this wire get the
 * ids and states that every output item has.
 */
export function encodeAssistant(
  message: Message,
  responseId: string | undefined,
  context: Context,
): JsonArray {
  const writer = new AssistantWriter(message.parts, responseId, context)
  message.parts.forEach((part, index) => {
    writer.add(part, at(`${context.path}/parts`, index))
  })
  return writer.items
}

interface OpenItem {
  readonly fields: JsonObject
  readonly content: JsonValue[]
}

export type ContentPart = TextPart | MediaPart | OpaquePart

class AssistantWriter {
  readonly #parts: readonly Part[]
  readonly #responseId: string | undefined
  readonly #context: Context
  readonly items: JsonValue[] = []
  #open: OpenItem | undefined
  readonly #merged = new Set<ToolResult>()

  constructor(parts: readonly Part[], responseId: string | undefined, context: Context) {
    this.#parts = parts
    this.#responseId = responseId
    this.#context = context
  }

  add(part: Part, path: string): void {
    const place = placeOf(part, this.#context)
    if (isContent(part) && (part.type !== 'opaque' || place !== undefined)) {
      this.#addContent(part, place, path)
      return
    }
    this.#open = undefined
    const item = this.#encode(part, path)
    if (item !== undefined) this.items.push(item)
  }

  #encode(part: Part, path: string): JsonValue | undefined {
    switch (part.type) {
      case 'tool-call':
        return encodeCall(part, this.#resultInside(part), this.#responseId !== undefined, {
          ...this.#context,
          path,
        })
      case 'tool-result':
        return this.#encodeResult(part, path)
      case 'reasoning':
        return encodeReasoning(part, this.#context) ?? dropReasoning({ ...this.#context, path })
      default:
        return encodeContentPart(part, 'output_text', { ...this.#context, path })
    }
  }

  /** Content parts of one message item; a part that does not continue one starts the next. */
  #addContent(part: ContentPart, place: JsonObject | undefined, path: string): void {
    if (part.type === 'media' && place === undefined) {
      this.#dropMedia(part, path)
      return
    }
    const native = encodeContentPart(unwrapped(part, this.#context), 'output_text', {
      ...this.#context,
      path,
    })
    if (native === undefined) return
    if (place?.continued === true && this.#open !== undefined) {
      this.#open.content.push(native)
      return
    }
    const fields = isObject(place?.item) ? nativeItem(place.item) : undefined
    if (fields === undefined && this.#responseId === undefined && part.type === 'text') {
      this.#open = undefined
      this.items.push({ role: 'assistant', content: part.text })
    } else if (place?.form === 'text' && part.type === 'text') {
      this.#open = undefined
      this.items.push({ ...fields, role: 'assistant', content: part.text })
    } else if (fields !== undefined) this.#openItem(fields, native)
    else
      this.#openItem(
        this.#freshFields(),
        isObject(native) ? { annotations: [], logprobs: [], ...native } : native,
      )
  }

  #openItem(fields: JsonObject, native: JsonValue): void {
    this.#open = { fields, content: [native] }
    this.items.push({ ...fields, role: 'assistant', content: this.#open.content })
  }

  #freshFields(): JsonObject {
    if (this.#responseId === undefined) return {}
    return { type: 'message', id: messageId(this.#responseId, this.items.length), status: 'completed' }
  }

  /** The result of a provider-run call, where the call's item holds it. */
  #resultInside(call: ToolCall): ToolResult | undefined {
    const type = nativeTypeOf(call, this.#context)
    if (!call.providerExecuted || type === undefined || ANSWERS.has(type)) return undefined
    const start = this.#parts.indexOf(call)
    const result = this.#parts.find(
      (part, index): part is ToolResult =>
        index > start && part.type === 'tool-result' && part.callId === call.id && !this.#merged.has(part),
    )
    if (result !== undefined) this.#merged.add(result)
    return result
  }

  #encodeResult(result: ToolResult, path: string): JsonValue | undefined {
    if (this.#merged.has(result)) return undefined
    const call = this.#parts.find(
      (part): part is ToolCall => part.type === 'tool-call' && part.id === result.callId,
    )
    const type = call === undefined ? undefined : nativeTypeOf(call, this.#context)
    if (metadataOf(result, this.#context)?.type !== undefined || (type !== undefined && ANSWERS.has(type)))
      return encodeResult(result, type, { ...this.#context, path })
    return dropExecutedResult(result, { ...this.#context, path })
  }

  /** The model's messages take text only. */
  #dropMedia(part: MediaPart, path: string): void {
    this.#open = undefined
    dropMedia(part, { ...this.#context, path })
  }
}

/** The id of a message item that did not come from this wire, by its place in the output. */
export function messageId(responseId: string, index: number): string {
  return `msg_${stableHash(`${responseId}\n${index}`)}`
}

export function isContent(part: Part): part is ContentPart {
  return part.type === 'text' || part.type === 'media' || part.type === 'opaque'
}

/** Where a content part stood: metadata of this wire, for opaque parts in the envelope that decoding put around them. */
export function placeOf(part: Part, context: Context): JsonObject | undefined {
  if (part.type === 'opaque')
    return part.wire === context.wire && isEnvelope(part.value) ? part.value : undefined
  return metadataOf(part, context)
}

/** The native fields around the content of a message item, from what decoding kept of them. */
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
