import { toolMessage } from '../../base/model/create.js'
import type { AfterOptions } from '../../base/model/outcome.js'
import type { Message, ModelResponse, ToolCall, ToolResult } from '../../base/model/types.js'
import type { CallJournal } from '../../tools/executor/call-journal.js'
import { pendingCalls } from '../../tools/pending.js'
import type { Approval, ApprovalRequest } from '../../tools/policy/policy-types.js'
import type { StoredConversation } from '../conversation/conversation-types.js'
import type { Drive } from '../conversation/drive.js'
import { pendingApprovals } from './approvals.js'
import { type Spending, spendingIn, spendingOf } from './spending.js'

/** The conversation of a loop, in memory or in a store. */
export interface LoopHistory {
  readonly messages: readonly Message[]
  /** The messages to send: all messages without an answer that the next answer replaces. */
  readonly messagesToSend: readonly Message[]
  /** Answers to requests for approval. */
  readonly approvals: readonly Approval[]
  /** The requests for approval of calls that have not begun. */
  readonly requests: readonly ApprovalRequest[]
  /** The journal that records calls while they run, if the conversation is stored. */
  readonly journal?: CallJournal | undefined
  /** True if the model has to answer. */
  readonly isUnanswered: boolean
  /** True if the last answer was cut, so that the next answer replaces it. */
  readonly isCut: boolean
  /** The answers since the message that began the run, also of sub-agents, without those in `messages` of the loop's options. */
  readonly spending: readonly Spending[]
  /** Returns the calls that the client still has to answer. */
  pending(options: AfterOptions): readonly ToolCall[]
  /** Adds a message of the user. */
  said(message: Message): Promise<void>
  asked(wire: string, model: string): Promise<void>
  answered(response: ModelResponse): Promise<void>
  /** Keeps an answer that was stopped or interrupted, if the conversation is stored. */
  cut(response: ModelResponse): Promise<void>
  results(results: readonly ToolResult[]): Promise<void>
  /** Ends the use of the conversation. Does not reject. */
  close(): Promise<void>
}

/** The history of a conversation in memory. */
export class MemoryHistory implements LoopHistory {
  readonly messages: Message[]
  readonly approvals = []
  readonly isUnanswered = true
  readonly isCut = false
  readonly spending: Spending[] = []
  /** The open calls of the first messages. */
  #open: { readonly length: number; readonly calls: readonly ToolCall[] } | undefined

  constructor(messages: readonly Message[]) {
    this.messages = [...messages]
  }

  get messagesToSend(): readonly Message[] {
    return this.messages
  }

  get requests(): readonly ApprovalRequest[] {
    return this.pending({}).length === 0 ? [] : pendingApprovals(this.#lastTurn)
  }

  pending(options: AfterOptions): readonly ToolCall[] {
    if (options.alsoAfter !== undefined) return pendingCalls(this.#lastTurn, options)
    const { length } = this.messages
    if (this.#open?.length !== length) this.#open = { length, calls: pendingCalls(this.#lastTurn) }
    return this.#open.calls
  }

  /** The answers at the end and what follows them. Only their calls can be open. */
  get #lastTurn(): readonly Message[] {
    const { messages } = this
    let start = messages.findLastIndex(({ role }) => role === 'assistant')
    while (messages[start - 1]?.role === 'assistant') start -= 1
    return start === -1 ? [] : messages.slice(start)
  }

  async said(message: Message): Promise<void> {
    this.messages.push(message)
  }

  async asked(): Promise<void> {}

  async answered(response: ModelResponse): Promise<void> {
    this.messages.push(response.message)
    this.spending.push(spendingOf(response))
  }

  async cut(): Promise<void> {}

  async results(results: readonly ToolResult[]): Promise<void> {
    if (results.length > 0) this.messages.push(toolMessage(results))
    this.spending.push(...spendingIn(results))
  }

  async close(): Promise<void> {}
}

/**
 * Becomes the driver of a conversation.
 * @throws ConversationError `busy`.
 */
export async function driveOf(conversation: StoredConversation, signal: AbortSignal): Promise<Drive> {
  for (;;) {
    const drive = conversation.reserved ?? (await conversation.drive({ signal }))
    // Another loop of the same handle may already use the drive.
    if (drive.use()) return drive
  }
}

/** The history of a stored conversation. */
export class RecordedHistory implements LoopHistory {
  constructor(private readonly drive: Drive) {}

  get messages(): readonly Message[] {
    return this.drive.messages
  }
  get messagesToSend(): readonly Message[] {
    return this.drive.messagesToSend
  }
  get approvals(): readonly Approval[] {
    return this.drive.approvals
  }
  get requests(): readonly ApprovalRequest[] {
    return this.drive.requests
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
  get spending(): readonly Spending[] {
    return this.drive.answers.flatMap(({ response, results }) => [
      spendingOf(response),
      ...spendingIn(results),
    ])
  }

  said(message: Message): Promise<void> {
    return this.drive.said(message, { isSteering: true })
  }

  /** Returns the open calls. After a live session, calls of earlier answers may also be open. */
  pending(options: AfterOptions): readonly ToolCall[] {
    return [...this.drive.earlierCalls.map(({ call }) => call), ...pendingCalls(this.messages, options)]
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
