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
  /** What a stream shows of the call's input. Default: the item and its answer decide. */
  readonly stage?: CallStage | undefined
  /** Which text of a reasoning item was streamed, when it has two. */
  readonly shownReasoning?: 'summary' | undefined
}

/**
 * Reads items one after the other and remembers what later ones refer to: calls by their ids, hosted searches by
 * their order, and the reasoning that calls and messages depend on.
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

  /** @param place of the items, to tell ids minted here from others: the response's id. */
  constructor(context: Context, standing: Standing, place = '', content = contentCodec) {
    this.#context = context
    this.#content = content
    this.standing = standing
    this.#place = place
  }

  /** To be called where another speaker takes over: what comes then does not depend on reasoning from before. */
  endTurn(): void {
    this.#reasoning = undefined
  }

  /** The parts of an item that stands in an assistant's turn. */
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
      // What comes after an approval is another response.
      if (type === 'mcp_approval_response') this.endTurn()
      return [this.result(item, path, true)]
    }
    return [opaque(item, context)]
  }

  /**
   * Whether an output item belongs to the model's turn: the report of what the provider ran, or the leave to run it.
   * Others are what the client sends for its own calls.
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

  /** The content of an assistant message. The first part also says what the item around it was like. */
  #message(item: JsonObject): Part[] {
    const { content } = item
    const rest = itemFields(item)
    const reasoning = this.#reasoning
    if (typeof content === 'string' && item.role === 'assistant') {
      // A bare role and text is what encoding writes anyway.
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

/** What the item was like: `id`, `type` and `status` as they were, other fields as `extra`. */
function itemFields(item: JsonObject): JsonObject {
  const { id, type, status } = item
  return compact({ id, type, status, extra: extraFields(item, ITEM_FIELDS) })
}

/** Adds to a part where it stood. Opaque parts have no metadata, so their value is put into an envelope. */
function placed(part: Part, place: JsonMembers, context: Context): Part {
  if (part.type === 'opaque') {
    return { ...part, value: { content: part.value, ...wireMetadata(context, place)?.[context.wire] } }
  }
  // Object.assign is several times as fast as spreading two objects.
  const metadata = compact(Object.assign({}, metadataOf(part, context), place))
  return Object.assign({}, part, { providerMetadata: metadataUnder(context, metadata) })
}
