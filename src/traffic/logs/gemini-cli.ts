import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { arrayOr, isArray, isObject, objectIn, objectsIn, stringOr } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { LogFormat, TranscriptFormat } from './log-types.js'

const WIRE = 'google-generate-content'

/** Chats of Gemini CLI (`~/.gemini/tmp/*\/chats/*.json`). Calls and their results are next to the text. */
export const geminiCli: LogFormat = {
  title: 'a chat of Gemini CLI',
  read({ sessionId, messages }) {
    if (typeof sessionId !== 'string' || !isArray(messages)) return undefined
    const known = objectsIn(messages).filter(isMessage)
    if (known.length === 0) return undefined
    const { request: value, times } = chatOf(known)
    return { id: sessionId, wire: WIRE, request: { path: '', value }, times }
  },
}

/**
 * The same chats as JSON lines (`chats/*.jsonl`). A message is written again when it grows. `$rewindTo`
 * removes a message and all later ones. `$set` may replace all messages; after a compression the new messages
 * begin a separate conversation.
 */
export const geminiCliLines: TranscriptFormat = {
  title: 'a chat of Gemini CLI, line by line',
  matches: (line) =>
    (typeof line.id === 'string' && isMessage(line)) ||
    (typeof line.sessionId === 'string' && typeof line.projectHash === 'string' && !isArray(line.messages)),
  read(lines) {
    const conversations: Map<string, JsonObject>[] = []
    let messages = new Map<string, JsonObject>()
    for (const line of lines) {
      const { messages: all } = objectIn(line.$set)
      if (isArray(all)) {
        const others = byId(objectsIn(all))
        if (![...messages.keys()].some((id) => others.has(id)) && others.size > 0)
          conversations.push(messages)
        messages = others
      } else if (typeof line.$rewindTo === 'string') rewind(messages, line.$rewindTo)
      else if (typeof line.id === 'string') messages.set(line.id, line)
    }
    return [...conversations, messages].flatMap((conversation) => {
      const known = [...conversation.values()].filter(isMessage)
      return known.length === 0 ? [] : [{ wire: WIRE, ...chatOf(known) }]
    })
  },
}

function isMessage({ type, content, message }: JsonObject): boolean {
  const isSaid = typeof content === 'string' || isArray(content) || isObject(content)
  return (type === 'user' || type === 'gemini') && isSaid && message === undefined
}

function byId(messages: readonly JsonObject[]): Map<string, JsonObject> {
  return new Map(messages.map((message) => [stringOr(message.id, ''), message]))
}

/** If the message does not exist, all messages are removed, as the program does. */
function rewind(messages: Map<string, JsonObject>, to: string): void {
  const ids = [...messages.keys()]
  for (const id of ids.slice(Math.max(ids.indexOf(to), 0))) messages.delete(id)
}

/** Returns the request of a chat, and the times of its contents. */
function chatOf(messages: readonly JsonObject[]) {
  const model = messages.findLast(({ model }) => typeof model === 'string')?.model
  const listed = new Set(
    messages.flatMap(({ toolCalls }) => objectsIn(toolCalls).flatMap(({ id }) => stringOr(id, []))),
  )
  const isFirst = firstResults()
  const contents = messages.flatMap((message) => {
    const { timestamp: time = null } = message
    return contentsOf(message, listed).flatMap((content) => {
      const parts = arrayOr(content.parts, []).filter(isFirst)
      return parts.length === 0 ? [] : [{ content: { ...content, parts }, time }]
    })
  })
  const request = compact({ model, contents: contents.map(({ content }) => content) })
  return { request, times: contents.map(({ time }) => time) }
}

/** Returns false for results of calls that have a result: the program writes some again when it resumes a chat. */
function firstResults(): (part: JsonValue) => boolean {
  const answered = new Set<string>()
  return (part) => {
    const id = stringOr(objectIn(objectIn(part).functionResponse).id, '')
    const isRepeated = answered.has(id)
    if (id !== '') answered.add(id)
    return !isRepeated
  }
}

/**
 * Converts an entry of the log to contents.
 * @param listed calls in `toolCalls` with their results; the content may repeat them.
 */
function contentsOf({ type, content, toolCalls }: JsonObject, listed: ReadonlySet<string>): JsonObject[] {
  const parts = partsOf(content).filter((part) => !listed.has(callIn(part)))
  if (type === 'user') return parts.length > 0 ? [{ role: 'user', parts }] : []
  const calls = objectsIn(toolCalls)
  const called = calls.map(({ id, name, args }) => ({
    functionCall: compact({ id, name, args: args ?? {} }),
  }))
  const results = calls.flatMap(({ result }) => (isArray(result) ? result : [])).filter(isObject)
  const said = [...parts, ...called]
  return [
    ...(said.length > 0 ? [{ role: 'model', parts: said }] : []),
    ...(results.length > 0 ? [{ role: 'user', parts: results }] : []),
  ]
}

/** Returns the id of the call that a part contains or answers. */
function callIn(part: JsonValue): string {
  const { functionCall, functionResponse } = objectIn(part)
  return stringOr(objectIn(functionCall ?? functionResponse).id, '')
}

function partsOf(content: JsonValue | undefined): JsonValue[] {
  if (isArray(content)) return content.map((part) => (typeof part === 'string' ? { text: part } : part))
  if (isObject(content)) return [content]
  const text = stringOr(content, '')
  return text === '' ? [] : [{ text }]
}
