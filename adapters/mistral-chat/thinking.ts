import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { arrayOr, isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact, equalJson } from '../../src/base/json/write-json.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import { type Fields, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import type { ThinkingChunks } from './family.js'

const FIELDS: Fields = { type: 'string', thinking: 'array', signature: 'string' }

/**
 * `{type: "thinking", thinking: [{type: "text", text}, …], signature?, closed?}`, next to the text in
 * `content`.
 */
export const thinking: ThinkingChunks = {
  read(chunk, context) {
    if (chunk.type !== 'thinking' || !isArray(chunk.thinking)) return undefined
    const text = textOf(chunk.thinking)
    const signature = stringOr(chunk.signature, undefined)
    const providerMetadata = metadataFor(chunk, FIELDS, context, {
      form: 'chunk',
      signature,
      thinking: equalJson(chunk.thinking, texts(text)) ? undefined : chunk.thinking,
    })
    return compact({ type: 'reasoning' as const, text, providerMetadata })
  },

  write(part, context) {
    const metadata = metadataOf(part, context)
    const kept = arrayOr(metadata?.thinking, [])
    const thinking = kept.length > 0 && textOf(kept) === part.text ? kept : texts(part.text)
    const signature = stringOr(metadata?.signature, undefined)
    return withExtras({ type: 'thinking', thinking, signature }, metadata)
  },

  join({ thinking: before, ...chunk }, { thinking: next, ...piece }) {
    return { ...chunk, ...compact(piece), thinking: joined(arrayOr(before, []), arrayOr(next, [])) }
  },
}

function isText(entry: JsonValue | undefined): entry is JsonObject & { readonly text: string } {
  return isObject(entry) && entry.type === 'text' && typeof entry.text === 'string'
}

function textOf(entries: JsonArray): string {
  return entries.map((entry) => (isText(entry) ? entry.text : '')).join('')
}

function texts(text: string): JsonArray {
  return text === '' ? [] : [{ type: 'text', text }]
}

/** Joins entries: consecutive pieces of text become one entry. */
function joined(before: JsonArray, next: JsonArray): JsonArray {
  const last = before.at(-1)
  const [first, ...rest] = next
  if (!isText(last) || !isText(first)) return [...before, ...next]
  return [...before.slice(0, -1), { ...last, ...first, text: last.text + first.text }, ...rest]
}
