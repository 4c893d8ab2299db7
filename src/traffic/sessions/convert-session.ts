import { AdapterError } from '../../base/json/adapter-error.js'
import type { Conversation } from '../../base/model/types.js'
import { withToolsOf } from './agent-tools.js'
import { writeClaudeCode } from './claude-code-session.js'
import { writeCodex } from './codex-session.js'
import { writeOpencode } from './opencode-session.js'
import type { SessionAgent, SessionFacts, WriteSession, WrittenSession } from './session-types.js'

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
  facts: SessionFacts,
): Promise<ConvertedSession> {
  const messages = given.messages.filter(({ role }) => role !== 'system')
  if (messages.length === 0)
    throw new AdapterError(
      'missing-field',
      '/messages',
      'the conversation has no messages of a user or a model',
    )
  const { tools: _tools, ...settings } = given
  const { conversation, missing } = withToolsOf(agent, { ...settings, messages })
  return { ...(await WRITERS[agent](conversation, facts)), missing }
}
