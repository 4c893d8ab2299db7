import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { arrayOr, isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { ReasoningPart } from '../../src/base/model/types.js'
import { absentFields, type Fields, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { dropReasoning } from '../../src/codec/shape/losses.js'
import { THOUGHT, typeOf } from './maps.js'

const FIELDS: Fields = { type: 'string', signature: 'string', summary: 'array' }

/**
 * A thought: its summary is the text. One that is more than a single text is kept as `summary`, and goes back for as long as the
 * text is the same.
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
 * The thought. In a history undefined with a notice for one that another wire wrote: it has no signature.
 * @param isAnswer whether it stands in an answer: there is thinking of whoever gave it.
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

/** The texts of a summary; images in it say nothing here. */
function textOf(summary: JsonValue | undefined): string {
  return arrayOr(summary, [])
    .map((entry) => (isObject(entry) && typeOf(entry) === 'text' ? stringOr(entry.text, '') : ''))
    .join('')
}

/** The text of a summary that is one text and nothing else. */
function plainText(summary: JsonValue): string | undefined {
  const [only, ...others] = arrayOr(summary, [])
  const isPlain = others.length === 0 && isObject(only) && typeOf(only) === 'text'
  return isPlain && Object.keys(only).length === 2 ? stringOr(only.text, '') || undefined : undefined
}

/** The summary with a further piece, as streams bring them: texts that follow each other are one. */
export function withPiece(summary: JsonArray, piece: JsonValue): JsonArray {
  const last = summary.at(-1)
  const [before, after] = [last, piece].map((entry) => plainText(entry === undefined ? [] : [entry]))
  if (before === undefined || after === undefined) return [...summary, piece]
  return [...summary.slice(0, -1), { type: 'text', text: before + after }]
}
