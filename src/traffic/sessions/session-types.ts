import type { Notice } from '../../base/model/context.js'
import type { Conversation, Part } from '../../base/model/types.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'

/** The coding agents whose sessions can be written. */
export const sessionAgents = ['claude-code', 'codex', 'opencode'] as const

/** The id of an agent. */
export type SessionAgent = (typeof sessionAgents)[number]

/** The facts of a new session that are not part of its conversation. */
export interface SessionFacts {
  /** The folder in which the agent works. */
  readonly folder: string
  /** The time of the session in milliseconds since 1970. */
  readonly time: number
  /** The time of each message in milliseconds since 1970; undefined for an unknown time. Default: all unknown. */
  readonly times?: readonly (number | undefined)[] | undefined
  /** Loads the adapter of a wire. */
  readonly load: (wire: string) => Promise<Adapter>
}

/** The facts from which a session is written. */
export interface WriterFacts extends Omit<SessionFacts, 'times'> {
  /** Returns the time of the next message, which has these parts. An unknown time is that of the previous message. */
  readonly timeOf: (parts: readonly Part[]) => number
}

/** A session as a file of an agent. */
export interface WrittenSession {
  /** The id by which the agent resumes the session. */
  readonly id: string
  /** The path below the home folder at which the agent finds the session. Absent if the agent imports files. */
  readonly path?: string
  readonly text: string
  readonly notices: readonly Notice[]
}

/** Writes a conversation as a session. The names of its tools are those of the agent. */
export type WriteSession = (conversation: Conversation, facts: WriterFacts) => Promise<WrittenSession>
