import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { arrayOr, isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { ReasoningPart } from '../../src/base/model/types.js'
import { absentFields, type Fields, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { dropReasoning } from '../../src/codec/shape/losses.js'
import { nativeType, THOUGHT } from './maps.js'

const FIELDS: Fields = { type: 'string', signature: 'string', summary: 'array' }

/**
 * Decodes a thought, whose summary becomes the text. A summary that is not a single text is kept as
 * `summary`, and restored if the text is unchanged.
 */
export function decodeThought(step: JsonObject, context: Context): ReasoningPart {
  const { signature, summary } = step
  const isUsual = summary === undefined || plainText(summary) !== undefined
  return compact({
    type: 'reasoning' as const,
    text: textOf(summary),
    providerMetadata: metadataFor(step, FIELDS, context, {
      signature: stringOr(signature, undefined),
      summary: isArray(summary) && !isUsual ? summary : undefined,
      absent: absentFields(step, FIELDS, ['signature']),
    }),
  })
}

/**
 * Encodes the thought. In a history, returns undefined with a notice for a thought of another wire, which has
 * no signature.
 * @param isAnswer true for an answer, which may contain thinking of any model.
 */
export function encodeThought(
  part: ReasoningPart,
  isAnswer: boolean,
  context: Context,
): JsonObject | undefined {
  const own = metadataOf(part, context)
  if (own === undefined && !isAnswer) return dropReasoning(context)
  const kept = own?.summary
  const fresh = part.text === '' ? undefined : [{ type: 'text', text: part.text }]
  const summary = isArray(kept) && textOf(kept) === part.text ? kept : fresh
  return withExtras({ type: THOUGHT, signature: own?.signature, summary }, own)
}

/** Returns the texts of a summary, without the images. */
function textOf(summary: JsonValue | undefined): string {
  return arrayOr(summary, [])
    .map((entry) => (isObject(entry) && nativeType(entry) === 'text' ? stringOr(entry.text, '') : ''))
    .join('')
}

/** Returns the text of a summary that is a single text. */
function plainText(summary: JsonValue): string | undefined {
  const [only, ...others] = arrayOr(summary, [])
  const isPlain = others.length === 0 && isObject(only) && nativeType(only) === 'text'
  return isPlain && Object.keys(only).length === 2 ? stringOr(only.text, '') || undefined : undefined
}

/** Adds a streamed piece to the summary. Consecutive texts are joined. */
export function withPiece(summary: JsonArray, piece: JsonValue): JsonArray {
  const last = summary.at(-1)
  const [before, after] = [last, piece].map((entry) => plainText(entry === undefined ? [] : [entry]))
  if (before === undefined || after === undefined) return [...summary, piece]
  return [...summary.slice(0, -1), { type: 'text', text: before + after }]
}
