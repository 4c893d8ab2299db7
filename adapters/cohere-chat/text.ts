import type { JsonArray, JsonObject } from '../../src/base/json/json-types.js'
import { arrayOr, isArray } from '../../src/base/json/read-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, type Wired, wireMetadata, withMetadata } from '../../src/base/model/metadata.js'
import type { ReasoningPart, TextPart } from '../../src/base/model/types.js'
import { textBlock } from '../../src/codec/shape/common.js'
import { extraOf } from '../../src/codec/shape/fields.js'
import { is, needed, to } from '../../src/codec/shape/rows.js'
import { shape } from '../../src/codec/shape/shape.js'

/** Text of the model: answer text, thinking, or the plan for its calls. Each may have citations. */
export type ModelText = TextPart | ReasoningPart

/** `{type: "thinking", thinking}`, without a signature. */
const THINKING = /* @__PURE__ */ shape<ReasoningPart>(
  { type: 'reasoning' },
  { type: is('thinking'), thinking: needed(to('text')) },
)

/** Decodes a block of text or thinking. Returns undefined for other blocks. */
export function decodeWords(block: JsonObject, context: Context): ModelText | undefined {
  const { path } = context
  return textBlock.decode(block, context, path) ?? THINKING.decode(block, context, path)
}

/** Decodes `tool_plan`, which is next to the content: the model's thoughts before its calls. */
export function decodePlan(text: string, context: Wired): ReasoningPart {
  const part = { type: 'reasoning' as const, text }
  const providerMetadata = wireMetadata(context, { form: 'plan' })
  return providerMetadata === undefined ? part : { ...part, providerMetadata }
}

export function isPlan(part: Pick<ReasoningPart, 'providerMetadata'>, context: Wired): boolean {
  return metadataOf(part, context)?.form === 'plan'
}

/** Encodes the block, and separately its citations. */
export function encodeWords(
  part: ModelText,
  context: Context,
): { readonly block: JsonObject; readonly citations: JsonArray } {
  const { citations, ...block } =
    (part.type === 'text' ? textBlock.encode(part, context) : THINKING.encode(part, context)) ?? {}
  return { block, citations: arrayOr(citations, []) }
}

/** Returns the part with its citations. */
export function withCitations<Part extends ModelText>(
  part: Part,
  citations: JsonArray,
  context: Wired,
): Part {
  if (citations.length === 0) return part
  const own = metadataOf(part, context)
  return withMetadata(part, { ...own, extra: { ...extraOf(own), citations } }, context)
}

/** Returns the citations of a part. */
export function citationsOf(part: ModelText, context: Wired): JsonArray {
  const { citations } = extraOf(metadataOf(part, context))
  return isArray(citations) ? citations : []
}
