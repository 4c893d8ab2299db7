import type { JsonObject } from '../../base/json/json-types.js'
import { asJson, objectIn, objectsIn } from '../../base/json/read-json.js'
import { encodeConversation } from '../../translate/exchange/translate-conversation.js'
import { partsIn } from './decoded-parts.js'
import { jsonLines } from './json-lines.js'
import type { WriteSession } from './session-types.js'

/** The version of the program whose rollouts have these lines. */
const VERSION = '0.169.0'

/** Writes a rollout of Codex, which `codex resume ID` continues. */
export const writeCodex: WriteSession = async (conversation, { folder, time, timeOf, load }) => {
  const to = await load('openai-responses')
  const { value, notices } = encodeConversation(conversation, { to, model: conversation.model ?? 'unknown' })
  const id = crypto.randomUUID()
  const timestamp = new Date(time).toISOString()
  const meta = {
    ...{ id, timestamp, cwd: folder, originator: 'codex_cli_rs', cli_version: VERSION, source: 'cli' },
  }
  const lines = [
    { timestamp, type: 'session_meta', payload: meta },
    ...itemsOf(value).map((item) => ({
      timestamp: new Date(timeOf(partsIn(item, to))).toISOString(),
      type: 'response_item',
      payload: wholeItem(item),
    })),
  ]
  const [day = '', clock = ''] = timestamp.split(/[T.]/)
  const name = `rollout-${day}T${clock.replaceAll(':', '-')}-${id}.jsonl`
  return {
    ...{ id, text: jsonLines(lines), notices },
    path: `.codex/sessions/${day.replaceAll('-', '/')}/${name}`,
  }
}

/** Returns the items of a request. A request with only a text has no items. */
function itemsOf(request: object): readonly JsonObject[] {
  const { input } = objectIn(asJson(request))
  return typeof input === 'string' ? [{ role: 'user', content: input }] : objectsIn(input)
}

/** Returns an item in its long form: the program reads no messages without a type or with a text as content. */
function wholeItem(item: JsonObject): JsonObject {
  const { role, content } = item
  if (typeof role !== 'string') return item
  const type = role === 'assistant' ? 'output_text' : 'input_text'
  return {
    type: 'message',
    ...item,
    ...(typeof content === 'string' && { content: [{ type, text: content }] }),
  }
}
