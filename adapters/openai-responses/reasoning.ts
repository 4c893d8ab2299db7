import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, numberOr, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, type OwnMetadata, wireMetadata } from '../../src/base/model/metadata.js'
import type { ReasoningPart } from '../../src/base/model/types.js'
import { extraFields, extraOf, type Fields, withExtras } from '../../src/codec/shape/fields.js'

/** The separator between the entries of one reasoning item, in its text and in its streamed deltas. */
export const ENTRY_SEPARATOR = '\n\n'

const FIELDS: Fields = {
  type: 'string',
  id: 'string',
  encrypted_content: 'string',
  summary: 'any',
  content: 'any',
}

/**
 * Decodes one reasoning item into one part. The text of the part is the raw reasoning (`content`) if the
 * server sends it, otherwise the summary. `split` records the lengths of the entries if there are several.
 * The other list is kept in `extra`.
 * @param shown the list that was streamed.
 */
export function decodeReasoning(item: JsonObject, context: Context, shown?: 'summary'): ReasoningPart {
  const content = entryTexts(item.content, 'reasoning_text')
  const summary = entryTexts(item.summary, 'summary_text')
  const fromContent = content !== undefined && content.length > 0 && shown !== 'summary'
  const texts = (fromContent ? content : summary) ?? []
  return compact({
    type: 'reasoning' as const,
    text: texts.join(ENTRY_SEPARATOR),
    providerMetadata: wireMetadata(context, {
      itemId: stringOr(item.id, undefined),
      signature: stringOr(item.encrypted_content, undefined),
      form: fromContent ? 'content' : 'summary',
      split: needsSplit(texts) ? texts.map((text) => text.length) : undefined,
      extra: reasoningExtras(item, fromContent, summary),
      absent: item.summary === undefined ? ['summary'] : undefined,
    }),
  })
}

function needsSplit(texts: readonly string[]): boolean {
  return texts.length > 1 || texts[0] === ''
}

/**
 * Returns the texts of a list of plain `{type, text}` entries, or undefined if the list contains other
 * entries.
 */
function entryTexts(list: JsonValue | undefined, type: string): string[] | undefined {
  if (!isArray(list)) return undefined
  const texts: string[] = []
  for (const entry of list) {
    if (!isObject(entry) || entry.type !== type || typeof entry.text !== 'string') return undefined
    if (Object.keys(entry).length !== 2) return undefined
    texts.push(entry.text)
  }
  return texts
}

function reasoningExtras(
  item: JsonObject,
  fromContent: boolean,
  summary: readonly string[] | undefined,
): JsonObject | undefined {
  const kept = compact({
    ...extraFields(item, FIELDS),
    summary: summary === undefined || (fromContent && summary.length > 0) ? item.summary : undefined,
    content: fromContent ? undefined : item.content,
  })
  return Object.keys(kept).length > 0 ? kept : undefined
}

/**
 * Returns the reasoning item, or undefined if the part comes from another wire, whose signatures are not
 * valid on this wire.
 */
export function encodeReasoning(part: ReasoningPart, context: Context): JsonObject | undefined {
  const metadata = metadataOf(part, context)
  if (metadata === undefined) return undefined
  const extra = extraOf(metadata)
  const fromContent = metadata.form === 'content'
  const entries = splitText(part.text, metadata).map((text) => ({
    type: fromContent ? 'reasoning_text' : 'summary_text',
    text,
  }))
  return withExtras(
    {
      type: 'reasoning',
      id: stringOr(metadata.itemId, undefined),
      summary: fromContent || entries.length === 0 || extra.summary !== undefined ? undefined : entries,
      content: fromContent ? entries : undefined,
      encrypted_content: stringOr(metadata.signature, undefined),
    },
    metadata,
    { summary: [] },
  )
}

/** Splits a text into its entries. Edited text becomes a single entry. */
function splitText(text: string, metadata: OwnMetadata): string[] {
  if (text === '' && metadata.split === undefined) return []
  const lengths = isArray(metadata.split) ? splitLengths(metadata.split) : [text.length]
  const total = lengths.reduce((sum, length) => sum + length, (lengths.length - 1) * ENTRY_SEPARATOR.length)
  if (total !== text.length) return [text]
  let start = 0
  return lengths.map((length) => {
    const entry = text.slice(start, start + length)
    start += length + ENTRY_SEPARATOR.length
    return entry
  })
}

function splitLengths(split: JsonArray): number[] {
  return split.map((length) => numberOr(length, 0))
}
