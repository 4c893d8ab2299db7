import type { JsonMembers, JsonObject } from '../../src/base/json/json-types.js'
import { isArray } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { CallStage } from '../../src/base/model/arguments.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, metadataUnder, opaque, wireMetadata } from '../../src/base/model/metadata.js'
import type { Part, ToolCall, ToolResult } from '../../src/base/model/types.js'
import { extraFields, type Fields } from '../../src/codec/shape/fields.js'
import { decodeCall } from './calls.js'
import { type ContentCodec, contentCodec } from './content.js'
import { callItem, isResultItem, isServerSearch, itemType, nonEmpty, type Standing } from './maps.js'
import { decodeReasoning } from './reasoning.js'
import { type AnsweredCall, answeredId, decodeResult } from './results.js'

interface SeenCall extends AnsweredCall {
  readonly providerExecuted: boolean
}

export interface ItemOptions {
  /** The stage of the call's input in a stream. Default: derived from the item and its answer. */
  readonly stage?: CallStage | undefined
  /** The text of a reasoning item that was streamed, if the item has two. */
  readonly shownReasoning?: 'summary' | undefined
}

/**
 * Decodes items one after the other, and records the targets of later references: calls by their ids, hosted
 * searches by their order, and the reasoning that calls and messages depend on.
 */
export class ItemReader {
  readonly #context: Context
  readonly #place: string
  readonly #content: ContentCodec
  readonly #byCallId = new Map<string, SeenCall>()
  readonly #byItemId = new Map<string, SeenCall>()
  readonly #openSearches: SeenCall[] = []
  #reasoning: string | undefined
  standing: Standing

  /** @param place the id of the response, which makes the minted ids of its items unique. */
  constructor(context: Context, standing: Standing, place = '', content = contentCodec) {
    this.#context = context
    this.#content = content
    this.standing = standing
    this.#place = place
  }

  /** Must be called when the role changes. Later items do not depend on earlier reasoning. */
  endTurn(): void {
    this.#reasoning = undefined
  }

  /** Decodes an item of an assistant's turn into parts. */
  parts(item: JsonObject, path: string, { stage, shownReasoning }: ItemOptions = {}): Part[] {
    const type = itemType(item)
    if (type === 'message' || type === '') return this.#message(item)
    if (type === 'reasoning') {
      this.#reasoning = nonEmpty(item.id)
      return [decodeReasoning(item, this.#context, shownReasoning)]
    }
    const context = { ...this.#context, path }
    const spec = callItem(type)
    if (spec !== undefined) {
      const { call, result } = decodeCall(spec, item, {
        context,
        place: `${this.#place}${path}`,
        reasoning: this.#reasoning,
        standing: this.standing,
        stage,
      })
      this.#remember(call, type, item)
      return result === undefined ? [call] : [call, result]
    }
    if (isResultItem(type)) {
      // Items after an approval belong to another response.
      if (type === 'mcp_approval_response') this.endTurn()
      return [this.result(item, path, true)]
    }
    return [opaque(item, context)]
  }

  /**
   * Returns true if an output item belongs to the model's turn: the report of a provider-run call, or the
   * approval of one. Other output items are sent by the client for its own calls.
   */
  isHostedResult(type: string, item: JsonObject): boolean {
    if (type === 'program_output' || type === 'mcp_approval_response') return true
    if (type === 'tool_search_output') return isServerSearch(item)
    return type === 'shell_call_output' && this.#callOf(type, item)?.providerExecuted === true
  }

  result(item: JsonObject, path: string, providerExecuted: boolean): ToolResult {
    const type = itemType(item)
    const call = this.#callOf(type, item)
    return decodeResult({ type, item, call, providerExecuted }, { ...this.#context, path })
  }

  #callOf(type: string, item: JsonObject): SeenCall | undefined {
    const id = answeredId(type, item)
    if (id !== undefined) return this.#byCallId.get(id) ?? this.#byItemId.get(id)
    return type === 'tool_search_output' ? this.#openSearches.shift() : undefined
  }

  #remember(call: ToolCall, type: string, item: JsonObject): void {
    const { id, name, providerExecuted } = call
    const seen = { id, name, type, providerExecuted }
    this.#byCallId.set(id, seen)
    const itemId = nonEmpty(item.id)
    if (itemId !== undefined) this.#byItemId.set(itemId, seen)
    if (type === 'tool_search_call' && nonEmpty(item.call_id) === undefined) this.#openSearches.push(seen)
  }

  /** Decodes the content of an assistant message. The first part also records the fields of the item. */
  #message(item: JsonObject): Part[] {
    const { content } = item
    const rest = itemFields(item)
    const reasoning = this.#reasoning
    if (typeof content === 'string' && item.role === 'assistant') {
      // A bare role and text is the default of encoding, so only other forms are recorded.
      const place = Object.keys(rest).length === 0 ? { reasoning } : { item: rest, form: 'text', reasoning }
      return [compact({ type: 'text', text: content, providerMetadata: wireMetadata(this.#context, place) })]
    }
    if (item.role !== 'assistant' || !isArray(content) || content.length === 0)
      return [opaque(item, this.#context)]
    return content.map((native, index) => {
      const part = this.#content.decode(native, 'output_text', this.#context)
      if (index > 0) return placed(part, { continued: true }, this.#context)
      return placed(part, reasoning === undefined ? { item: rest } : { item: rest, reasoning }, this.#context)
    })
  }
}

const ITEM_FIELDS: Fields = { content: 'any', role: 'any', id: 'any', type: 'any', status: 'any' }

/** Returns the item's fields: `id`, `type` and `status` unchanged, other fields as `extra`. */
function itemFields(item: JsonObject): JsonObject {
  const { id, type, status } = item
  return compact({ id, type, status, extra: extraFields(item, ITEM_FIELDS) })
}

/**
 * Records the position of a part. Opaque parts have no metadata, so their value is wrapped in an envelope.
 */
function placed(part: Part, place: JsonMembers, context: Context): Part {
  if (part.type === 'opaque') {
    return { ...part, value: { content: part.value, ...wireMetadata(context, place)?.[context.wire] } }
  }
  // `Object.assign` is several times as fast as a spread of two objects.
  const metadata = compact(Object.assign({}, metadataOf(part, context), place))
  return Object.assign({}, part, { providerMetadata: metadataUnder(context, metadata) })
}
