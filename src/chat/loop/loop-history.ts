import { toolMessage } from '../../base/model/create.js'
import type { Message, ModelResponse, ToolResult } from '../../base/model/types.js'
import type { CallJournal } from '../../tools/executor/call-journal.js'
import type { Approval } from '../../tools/policy/policy-types.js'
import type { StoredConversation } from '../conversation/conversation-types.js'
import type { Drive } from '../conversation/drive.js'

/** Keeps the conversation of a loop: in memory, or in a stored conversation. */
export interface LoopHistory {
  readonly messages: readonly Message[]
  /** Answers to requests for approval. */
  readonly approvals: readonly Approval[]
  /** Records the calls while they run, if the conversation is stored. */
  readonly journal?: CallJournal | undefined
  /** True if the model has to answer. */
  readonly isUnanswered: boolean
  /** True if the next answer replaces the last one, which was cut. */
  readonly isCut: boolean
  /** The earlier answers to the user's last message. */
  readonly answers: readonly Pick<ModelResponse, 'usage'>[]
  asked(wire: string, model: string): Promise<void>
  answered(response: ModelResponse): Promise<void>
  /** Keeps an answer that was stopped or interrupted, if the conversation is stored. */
  cut(response: ModelResponse): Promise<void>
  results(results: readonly ToolResult[]): Promise<void>
  /** Ends the use of the conversation. Does not reject. */
  close(): Promise<void>
}

/** Keeps the conversation in memory. */
export class MemoryHistory implements LoopHistory {
  readonly messages: Message[]
  readonly approvals = []
  readonly isUnanswered = true
  readonly isCut = false
  readonly answers = []

  constructor(messages: readonly Message[]) {
    this.messages = [...messages]
  }

  async asked(): Promise<void> {}

  async answered({ message }: ModelResponse): Promise<void> {
    this.messages.push(message)
  }

  async cut(): Promise<void> {}

  async results(results: readonly ToolResult[]): Promise<void> {
    if (results.length > 0) this.messages.push(toolMessage(results))
  }

  async close(): Promise<void> {}
}

/**
 * Becomes the driver of a conversation.
 * @throws ConversationError `busy`.
 */
export async function driveOf(conversation: StoredConversation, signal: AbortSignal): Promise<Drive> {
  for (;;) {
    const drive = await conversation.drive({ signal })
    // Another loop of the same handle may use it.
    if (drive.use()) return drive
  }
}

/** Keeps the conversation in its record. */
export class RecordedHistory implements LoopHistory {
  constructor(private readonly drive: Drive) {}

  get messages(): readonly Message[] {
    return this.drive.messages
  }
  get approvals(): readonly Approval[] {
    return this.drive.approvals
  }
  get journal(): CallJournal {
    return this.drive
  }
  get isUnanswered(): boolean {
    return this.drive.isUnanswered
  }
  get isCut(): boolean {
    return this.drive.isCut
  }
  get answers(): readonly Pick<ModelResponse, 'usage'>[] {
    return this.drive.answers
  }

  asked(wire: string, model: string): Promise<void> {
    return this.drive.asked(wire, model)
  }

  answered(response: ModelResponse): Promise<void> {
    return this.drive.answered(response)
  }

  async cut(response: ModelResponse): Promise<void> {
    if (response.message.parts.length > 0) await this.drive.answered(response)
  }

  results(results: readonly ToolResult[]): Promise<void> {
    return this.drive.results(results)
  }

  close(): Promise<void> {
    return this.drive.release()
  }
}
