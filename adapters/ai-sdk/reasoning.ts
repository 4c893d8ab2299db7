import type { JsonObject } from '../../src/base/json/json-types.js'
import { isArray } from '../../src/base/json/read-json.js'
import type { Wired } from '../../src/base/model/metadata.js'
import type { Part, ReasoningPart } from '../../src/base/model/types.js'
import { OPENAI } from './packages.js'

/** The wire whose reasoning items are several parts in the SDK, one for each part of the summary. */
const ITEMS = OPENAI.wire
const SEPARATOR = '\n\n'

function itemOf(part: Part | undefined): JsonObject | undefined {
  const own = part?.type === 'reasoning' ? part.providerMetadata?.[ITEMS] : undefined
  return typeof own?.itemId === 'string' ? own : undefined
}

/**
 * Joins the parts of one item, as in the wire of the item, since the provider rejects an item that is sent
 * twice.
 */
export function joinReasoning(parts: readonly Part[], { wire }: Wired): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const before = joined.at(-1)
    const [item, own] = [itemOf(before), itemOf(part)]
    const isSame = item !== undefined && item.itemId === own?.itemId
    if (!isSame || before?.type !== 'reasoning' || part.type !== 'reasoning') {
      joined.push(part)
      continue
    }
    const split = [...(isArray(item.split) ? item.split : [before.text.length]), part.text.length]
    const kept = before.providerMetadata?.[wire]
    const pieces = [
      ...(isArray(kept?.pieces) ? kept.pieces : [kept ?? {}]),
      part.providerMetadata?.[wire] ?? {},
    ]
    const whole: ReasoningPart = {
      ...before,
      text: before.text + SEPARATOR + part.text,
      providerMetadata: {
        ...before.providerMetadata,
        [ITEMS]: { ...item, ...own, split },
        [wire]: { pieces },
      },
    }
    joined[joined.length - 1] = whole
  }
  return joined
}

/** Splits an item into the SDK's parts. An edited text stays one part. */
export function splitReasoning(part: Part, { wire }: Wired): readonly Part[] {
  const item = itemOf(part)
  if (part.type !== 'reasoning' || !isArray(item?.split)) return [part]
  const lengths = item.split.map((length) => (typeof length === 'number' ? length : 0))
  const total = lengths.reduce((sum, length) => sum + length, (lengths.length - 1) * SEPARATOR.length)
  if (total !== part.text.length) return [part]
  const { split: _split, ...own } = item
  const { [wire]: kept, ...others } = part.providerMetadata ?? {}
  const pieces = isArray(kept?.pieces) ? kept.pieces : []
  let start = 0
  return lengths.map((length, index) => {
    const text = part.text.slice(start, start + length)
    start += length + SEPARATOR.length
    const piece = pieces[index]
    const mine = typeof piece === 'object' && piece !== null && !isArray(piece) ? { [wire]: piece } : {}
    return { type: 'reasoning', text, providerMetadata: { ...others, [ITEMS]: own, ...mine } }
  })
}
