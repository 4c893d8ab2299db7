import { AdapterError } from '../../base/json/adapter-error.js'
import type { Conversation, Message } from '../../base/model/types.js'
import { withToolsOf } from './agent-tools.js'
import { writeClaudeCode } from './claude-code-session.js'
import { writeCodex } from './codex-session.js'
import { writeOpencode } from './opencode-session.js'
import { PartTimes } from './part-times.js'
import type {
  SessionAgent,
  SessionFacts,
  WriterFacts,
  WriteSession,
  WrittenSession,
} from './session-types.js'

const WRITERS: Readonly<Record<SessionAgent, WriteSession>> = {
  'claude-code': writeClaudeCode,
  codex: writeCodex,
  opencode: writeOpencode,
}

/** A session for another agent, and the tools that the agent does not have. */
export interface ConvertedSession extends WrittenSession {
  /** The names of tools whose calls became text. */
  readonly missing: readonly string[]
}

/**
 * Writes a conversation as a session of an agent. System messages are omitted: each agent sends its own instructions.
 * Reasoning that another provider signed or encrypted is omitted with a notice.
 * @throws AdapterError for a conversation without other messages.
 */
export async function convertSession(
  agent: SessionAgent,
  given: Conversation,
  { times = [], ...facts }: SessionFacts,
): Promise<ConvertedSession> {
  const isSaid = (_: unknown, index: number) => given.messages[index]?.role !== 'system'
  const messages = given.messages.filter(isSaid)
  if (messages.length === 0)
    throw new AdapterError(
      'missing-field',
      '/messages',
      'the conversation has no messages of a user or a model',
    )
  const { tools: _tools, ...settings } = given
  const { conversation, sources, missing } = withToolsOf(agent, { ...settings, messages })
  const said = given.messages.map((_, index) => times[index]).filter(isSaid)
  const timeOf = clockOf(conversation.messages, (index) => said[sources[index] ?? -1], facts.time)
  return { ...(await WRITERS[agent](conversation, { ...facts, timeOf })), missing }
}

/** Returns a function that returns the time of each written message. Without any known time, it is the session's. */
function clockOf(
  messages: readonly Message[],
  timeAt: (index: number) => number | undefined,
  sessionTime: number,
): WriterFacts['timeOf'] {
  const times = new PartTimes()
  let latest: number | undefined
  for (const [index, { parts }] of messages.entries()) {
    const time = timeAt(index)
    latest ??= time
    times.add(parts, time)
  }
  return (parts) => {
    latest = times.take(parts) ?? latest ?? sessionTime
    return latest
  }
}
