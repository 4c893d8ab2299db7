import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject, objectIn, objectsIn, stringOr } from '../../base/json/read-json.js'
import type { TranscriptConversation, TranscriptFormat } from './log-types.js'

/**
 * Transcripts of Claude Code (`~/.claude/projects/**.jsonl`), and the output of `claude -p --output-format
 * stream-json`, whose lines name the session in `session_id`. The messages are those of Anthropic's API, with
 * one line for each block of an answer and one line for each result. Subagents are separate conversations,
 * and so are the messages after a compaction. Messages that the user rewound are omitted.
 */
export const claudeCode: TranscriptFormat = {
  title: 'a transcript of Claude Code',
  matches: ({ type, message, uuid, sessionId, session_id: session }) =>
    (type === 'user' || type === 'assistant') &&
    isObject(message) &&
    [uuid, sessionId, session].some((one) => typeof one === 'string') &&
    (message.role === 'user' || message.role === 'assistant'),
  read(lines) {
    const agents = new Agents()
    const byId = new Map(lines.map((line) => [line.uuid, line]))
    const conversations = new Map<string, JsonObject[]>()
    for (const line of lines) {
      const agent = agents.of(line)
      if (line.type === 'system' && line.subtype === 'compact_boundary') agents.compact(agent)
      if (!isMessage(line)) continue
      const key = agents.conversationOf(agent)
      conversations.set(key, [...(conversations.get(key) ?? []), line])
    }
    return [...conversations].map(([key, said]) => ({
      ...conversationOf(lastBranch(said, byId)),
      ...(!key.startsWith(' ') && { subagent: true as const }),
    }))
  },
}

/** Messages written by the program were never sent. */
function isMessage(line: JsonObject): boolean {
  if (!claudeCode.matches(line) || line.isApiErrorMessage === true) return false
  return objectIn(line.message).model !== '<synthetic>'
}

/** Maps each line to its agent. In older versions, an agent is identified by its first line. */
class Agents {
  readonly #rootOf = new Map<string, string>()
  readonly #compactions = new Map<string, number>()

  of({ isSidechain, agentId, uuid, parentUuid }: JsonObject): string {
    const parent = this.#rootOf.get(stringOr(parentUuid, ''))
    const own = stringOr(agentId, undefined) ?? parent ?? stringOr(uuid, '')
    const agent = isSidechain === true ? own : ''
    if (typeof uuid === 'string') this.#rootOf.set(uuid, agent)
    return agent
  }

  compact(agent: string): void {
    this.#compactions.set(agent, (this.#compactions.get(agent) ?? 0) + 1)
  }

  conversationOf(agent: string): string {
    return `${agent} ${this.#compactions.get(agent) ?? 0}`
  }
}

/**
 * Returns the messages of a conversation that lead to its last message. Each line names its predecessor. If
 * the predecessor is not in the file, all lines are kept. Only one line of an answer with several calls is
 * continued; the other lines and their results belong to the same answer.
 */
function lastBranch(
  said: readonly JsonObject[],
  byId: ReadonlyMap<JsonValue | undefined, JsonObject>,
): readonly JsonObject[] {
  const branch = new Set<JsonObject>()
  let first: JsonObject | undefined
  for (let line = said.at(-1); line !== undefined && !branch.has(line); line = byId.get(line.parentUuid)) {
    branch.add(line)
    first = line
  }
  if (first?.parentUuid !== null) return said
  const answers = new Set([...branch].flatMap(answerIn))
  const kept = new Set(
    said.filter((line) => branch.has(line) || answerIn(line).some((id) => answers.has(id))),
  )
  const calls = new Set([...kept].flatMap(callsIn))
  return said.filter((line) => kept.has(line) || resultsIn(line).some((id) => calls.has(id)))
}

/** Returns the id of the answer that a line is part of. */
function answerIn({ message }: JsonObject): JsonValue[] {
  const { role, id } = objectIn(message)
  return role === 'assistant' && typeof id === 'string' ? [id] : []
}

function callsIn({ message }: JsonObject): JsonValue[] {
  return objectsIn(objectIn(message).content).flatMap(({ type, id }) =>
    type === 'tool_use' ? (id ?? []) : [],
  )
}

function resultsIn({ message }: JsonObject): JsonValue[] {
  return objectsIn(objectIn(message).content).flatMap(({ type, tool_use_id: id }) =>
    type === 'tool_result' ? (id ?? []) : [],
  )
}

function conversationOf(lines: readonly JsonObject[]): TranscriptConversation {
  const messages: { role: string; id: JsonValue | undefined; content: JsonValue[]; time: JsonValue }[] = []
  let model: string | undefined
  for (const { message, timestamp: time = null } of lines) {
    const { role, content, id, model: name } = objectIn(message)
    model = stringOr(name, model)
    const blocks = isArray(content) ? content : [{ type: 'text', text: stringOr(content, '') }]
    const last = messages.at(-1)
    const goesOn =
      role === 'assistant'
        ? id !== undefined && last?.id === id
        : isResults(last?.content) && isResults(blocks)
    if (last !== undefined && last.role === role && goesOn) last.content.push(...blocks)
    else messages.push({ role: stringOr(role, 'user'), id, content: [...blocks], time })
  }
  const sent = messages.map(({ role, content }) => ({ role, content }))
  const request = { ...(model !== undefined && { model }), messages: sent }
  return { wire: 'anthropic-messages', request, times: messages.map(({ time }) => time) }
}

function isResults(content: JsonValue | undefined): boolean {
  return (
    isArray(content) && content.length > 0 && objectsIn(content).every(({ type }) => type === 'tool_result')
  )
}
