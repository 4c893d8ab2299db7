import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'
import { stringifyJson } from '../../src/base/json/write-json.js'
import { stableHash } from '../../src/base/model/ids.js'
import type { CompactionBinding } from '../../src/codec/wire/server.js'

const TRIGGER = 'compaction_trigger'
const ITEM = 'compaction'

/** The introduction that marks the text as a summary, not a question of the user. */
const INTRODUCTION =
  'What follows is a summary of this conversation up to here. It was written by the assistant, and stands in place of the messages. Go on from it.'

/**
 * The number of characters of the latest user messages that are kept next to the summary, about 20,000
 * tokens.
 */
const KEPT_CHARACTERS = 80_000

/** https://developers.openai.com/api/docs/guides/compaction */
export const compaction: CompactionBinding = {
  isAsked: ({ input }) => isArray(input) && input.some((item) => isObject(item) && item.type === TRIGGER),
  question: ({ text: _format, ...request }) =>
    isArray(request.input)
      ? { ...request, input: request.input.filter((item) => !isObject(item) || item.type !== TRIGGER) }
      : request,
  sealed: ({ input }) =>
    itemsOf(input).flatMap((item, index) =>
      isObject(item) && item.type === ITEM && typeof item.encrypted_content === 'string'
        ? [{ path: `/input/${index}/encrypted_content`, text: item.encrypted_content }]
        : [],
    ),
  opened: (request, texts) => ({
    ...request,
    input: itemsOf(request.input).map((item) => {
      const sealed = isObject(item) && item.type === ITEM ? item.encrypted_content : undefined
      const text = typeof sealed === 'string' ? texts.get(sealed) : undefined
      return text === undefined ? item : { type: 'message', role: 'user', content: shown(text) }
    }),
  }),
  shown,
  item: (sealed) => ({ type: ITEM, id: `cmp_${stableHash(sealed)}`, encrypted_content: sealed }),
  answer: ({ id, item, request, usage, now }) => ({
    id,
    object: 'response.compaction',
    created_at: now,
    output: [...keptMessages(request), item],
    usage,
  }),
}

function shown(summary: string): string {
  return `${INTRODUCTION}\n\n${summary}`
}

function itemsOf(input: JsonValue | undefined): JsonArray {
  if (isArray(input)) return input
  return typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : []
}

/** Returns the latest messages of the user, as items of an answer. */
function keptMessages({ input }: JsonObject): JsonObject[] {
  const kept: JsonObject[] = []
  let left = KEPT_CHARACTERS
  for (const item of itemsOf(input).toReversed()) {
    if (!isObject(item) || item.role !== 'user') continue
    const content = contentOf(item)
    left -= stringifyJson(content).length
    if (left < 0) break
    const id = typeof item.id === 'string' ? item.id : `msg_${stableHash(stringifyJson(item))}`
    kept.unshift({ type: 'message', id, status: 'completed', role: 'user', content })
  }
  return kept
}

function contentOf({ content }: JsonObject): JsonArray {
  if (isArray(content)) return content
  return typeof content === 'string' ? [{ type: 'input_text', text: content }] : []
}
