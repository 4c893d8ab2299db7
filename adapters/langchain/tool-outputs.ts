import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { arrayOr, isArray, isObject, objectIn } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, withMetadata } from '../../src/base/model/metadata.js'
import type { Part, ToolCall, ToolResult } from '../../src/base/model/types.js'
import { encodeAssistant, ItemReader } from './family.js'
import { OPENAI } from './packages.js'

// OpenAI's integration keeps the complete items of OpenAI-executed tools in `additional_kwargs.tool_outputs`
// (https://github.com/langchain-ai/langchainjs, libs/providers/langchain-openai/src/converters/responses.ts).

const FIELD = 'tool_outputs'

/** A provider-executed call, or its result. */
export type Executed = ToolCall | ToolResult

/** Decodes the items of one message, also from a stream. */
export class ToolOutputs {
  readonly #context: Context
  readonly #reader: ItemReader
  #count = 0

  /**
   * @param place the position of the message, which distinguishes its minted ids from ids of other messages.
   */
  constructor(context: Context, place: string) {
    this.#context = context
    this.#reader = new ItemReader(ofItems(context), 'unsaid', place)
  }

  /** Decodes the calls and results of the next items. */
  read(kwargs: JsonValue | undefined): readonly Executed[] {
    return arrayOr(objectIn(kwargs)[FIELD], []).flatMap((item) => {
      const at = this.#count
      this.#count += 1
      const parts = isObject(item) ? this.#reader.parts(item, `/additional_kwargs/${FIELD}/${at}`) : []
      const executed = parts.filter(isExecuted)
      return executed.map((part) => withMetadata(part, { toolOutput: at }, this.#context))
    })
  }
}

function ofItems(context: Context): Context {
  return { ...context, wire: OPENAI }
}

function itemsOf(parts: readonly Part[], context: Context): JsonArray {
  return encodeAssistant({ role: 'assistant', parts }, undefined, { ...ofItems(context), path: '' })
}

function isExecuted(part: Part): part is Executed {
  return (part.type === 'tool-call' || part.type === 'tool-result') && part.providerExecuted
}

/** Returns the index of a part's item in the message, or undefined for parts without an item. */
function placeOf(part: Part, context: Context): number | undefined {
  const place = isExecuted(part) ? metadataOf(part, context)?.toolOutput : undefined
  return typeof place === 'number' ? place : undefined
}

export function isToolOutput(part: Part, context: Context): boolean {
  return placeOf(part, context) !== undefined
}

/** Returns `additional_kwargs` without the decoded items. */
export function withoutToolOutputs(kwargs: JsonObject, parts: readonly Part[], context: Context): JsonObject {
  const read = new Set(parts.map((part) => placeOf(part, context)))
  const items = kwargs[FIELD]
  if (!isArray(items) || !items.some((_, index) => read.has(index))) return kwargs
  const left = items.filter((_, index) => !read.has(index))
  return compact({ ...kwargs, [FIELD]: left.length === 0 ? undefined : left })
}

/**
 * Encodes the outputs of tools in `additional_kwargs`.
 * @param kept `additional_kwargs` with the unread items. Other items are inserted at their original index.
 */
export function encodeToolOutputs(
  parts: readonly Part[],
  kept: JsonObject,
  context: Context,
): JsonObject | undefined {
  const byPlace = new Map<number, Part[]>()
  for (const part of parts) {
    const place = placeOf(part, context)
    if (place !== undefined) byPlace.set(place, [...(byPlace.get(place) ?? []), part])
  }
  if (byPlace.size === 0) return undefined
  const items = [...arrayOr(kept[FIELD], [])]
  for (const [place, own] of [...byPlace].sort(([one], [other]) => one - other))
    items.splice(place, 0, ...itemsOf(own, context))
  return { [FIELD]: items }
}
