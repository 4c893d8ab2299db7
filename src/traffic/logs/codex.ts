import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject, objectIn, stringOr } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { TranscriptConversation, TranscriptFormat } from './log-types.js'

const LINES = new Set(['session_meta', 'response_item', 'turn_context', 'event_msg', 'compacted'])

/**
 * Rollouts of Codex (`~/.codex/sessions/**.jsonl`). The items are those of the Responses API; `event_msg`
 * lines repeat them for the screen. After a compaction the conversation continues from the items that were
 * kept.
 */
export const codex: TranscriptFormat = {
  title: 'a rollout of Codex',
  matches: ({ type, payload }) => typeof type === 'string' && LINES.has(type) && isObject(payload),
  read(lines) {
    const conversations: Item[][] = [[]]
    let instructions: string | undefined
    let model: string | undefined
    for (const { type, payload, timestamp: time = null } of lines) {
      const given = objectIn(payload)
      if (type === 'session_meta')
        instructions = stringOr(
          objectIn(given.base_instructions).text,
          stringOr(given.instructions, instructions),
        )
      if (type === 'turn_context' || type === 'session_meta') model = stringOr(given.model, model)
      if (type === 'response_item') conversations.at(-1)?.push({ value: given, time })
      if (type === 'compacted') conversations.push(leftOf(given).map((value) => ({ value, time })))
    }
    const isAnything = ({ length }: { readonly length: number }) => length > 0
    return conversations.filter(isAnything).map(
      (items): TranscriptConversation => ({
        wire: 'openai-responses',
        request: compact({ model, instructions, input: items.map(({ value }) => value) }),
        times: items.map(({ time }) => time),
      }),
    )
  },
}

interface Item {
  readonly value: JsonValue
  readonly time: JsonValue
}

function leftOf({ replacement_history: items, message }: JsonObject): JsonValue[] {
  if (isArray(items)) return [...items]
  const text = stringOr(message, '')
  return text === '' ? [] : [{ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }]
}
