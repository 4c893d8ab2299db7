import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject, objectIn, objectsIn, stringOr } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { TranscriptFormat } from './log-types.js'

const ROLES = new Set(['user', 'assistant', 'toolResult'])

/**
 * Sessions of pi (`~/.pi/agent/sessions/**.jsonl`): a tree of messages in pi's format. The last branch is
 * read.
 */
export const pi: TranscriptFormat = {
  title: 'a session of pi',
  matches: ({ type, message, id }) =>
    type === 'message' &&
    typeof id === 'string' &&
    isObject(message) &&
    ROLES.has(stringOr(message.role, '')),
  read(lines) {
    const said = lastBranch(lines).filter(pi.matches)
    const messages = said.map(({ message }) => messageOf(objectIn(message)))
    const times = said.map(({ timestamp = null }) => timestamp)
    return messages.length === 0 ? [] : [{ wire: 'ai-sdk', request: { messages }, times }]
  },
}

/** Returns the messages that lead to the last one. Each line names its predecessor. */
function lastBranch(lines: readonly JsonObject[]): readonly JsonObject[] {
  const byId = new Map(lines.map((line) => [line.id, line]))
  const branch = new Set<JsonObject>()
  for (
    let line = lines.at(-1);
    line !== undefined && !branch.has(line);
    line = byId.get(line.parentId ?? null)
  )
    branch.add(line)
  return [...branch].reverse()
}

function messageOf({ role, content, toolCallId, toolName, isError }: JsonObject): JsonObject {
  if (role !== 'toolResult') return { role: stringOr(role, 'user'), content: contentOf(content) }
  const text = objectsIn(content)
    .map(({ text }) => stringOr(text, ''))
    .join('')
  const output = { type: isError === true ? 'error-text' : 'text', value: text }
  return { role: 'tool', content: [compact({ type: 'tool-result', toolCallId, toolName, output })] }
}

function contentOf(content: JsonValue | undefined): JsonValue {
  if (!isArray(content)) return stringOr(content, '')
  return objectsIn(content).map((part): JsonObject => {
    const { type, id, name, arguments: input, thinking, data, mimeType } = part
    if (type === 'toolCall') return compact({ type: 'tool-call', toolCallId: id, toolName: name, input })
    if (type === 'thinking') return { type: 'reasoning', text: stringOr(thinking, '') }
    if (type === 'image') return compact({ type: 'file', data, mediaType: mimeType })
    return part
  })
}
