import type { JsonObject } from '../../base/json/json-types.js'
import { asJson, isArray, objectIn, objectsIn } from '../../base/json/read-json.js'
import { encodeConversation } from '../../translate/exchange/translate-conversation.js'
import { partsIn } from './decoded-parts.js'
import { jsonLines } from './json-lines.js'
import type { WriteSession } from './session-types.js'

/** The version of the program whose transcripts have these lines. */
const VERSION = '2.1.330'

/** Writes a transcript of Claude Code, which `claude --resume ID` continues in the folder of the session. */
export const writeClaudeCode: WriteSession = async (conversation, { folder, timeOf, load }) => {
  const to = await load('anthropic-messages')
  const { value, notices } = encodeConversation(conversation, {
    ...{ to, maxOutputTokens: 1, model: conversation.model ?? 'unknown' },
  })
  const id = crypto.randomUUID()
  const common = { isSidechain: false, userType: 'external', cwd: folder, sessionId: id, version: VERSION }
  let parentUuid: string | null = null
  const lines: JsonObject[] = []
  for (const message of objectsIn(objectIn(asJson(value)).messages)) {
    const uuid = crypto.randomUUID()
    const type = message.role === 'assistant' ? 'assistant' : 'user'
    const timestamp = new Date(timeOf(partsIn(message, to))).toISOString()
    const said = type === 'user' ? message : answerOf(message, conversation.model)
    lines.push({ parentUuid, ...common, timestamp, type, uuid, message: said })
    parentUuid = uuid
  }
  const project = folder.replace(/[^a-zA-Z0-9]/g, '-')
  return { id, path: `.claude/projects/${project}/${id}.jsonl`, text: jsonLines(lines), notices }
}

/** Returns an answer with the members that the program reads. */
function answerOf(message: JsonObject, model = 'unknown'): JsonObject {
  const calls = isArray(message.content) && objectsIn(message.content).some(({ type }) => type === 'tool_use')
  return {
    id: `msg_${crypto.randomUUID().replaceAll('-', '')}`,
    type: 'message',
    model,
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0 },
    ...message,
    stop_reason: calls ? 'tool_use' : 'end_turn',
  }
}
