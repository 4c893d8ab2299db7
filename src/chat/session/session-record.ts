import { compact } from '../../base/json/write-json.js'
import { userMessage } from '../../base/model/create.js'
import { finishOf, isGoodEnd, outcomeOf, withWithheldCalls } from '../../base/model/outcome.js'
import type { Message, ModelResponse, ToolCall, ToolResult } from '../../base/model/types.js'
import type { RunnableTool } from '../../tools/define-tool.js'
import type { CallJournal } from '../../tools/executor/call-journal.js'
import type { Executor } from '../../tools/executor/executor-types.js'
import type { Approval } from '../../tools/policy/policy-types.js'
import { whenAborted } from '../../tools/signals.js'
import type { StoredConversation } from '../conversation/conversation-types.js'
import type { Drive } from '../conversation/drive.js'
import type { RecordedCall } from '../conversation/transcript.js'
import { driveOf } from '../loop/loop-history.js'
import { answerTwins, settleUnknownCalls } from '../loop/recorded-calls.js'
import type { ResultRecord, Utterance } from './session-messages.js'
import type { ModelTurn, SessionTurn } from './turns.js'

/** Options of the record of a session. */
export interface SessionRecordOptions {
  readonly conversation: StoredConversation
  readonly executor: Executor
  readonly tools: readonly RunnableTool[]
  /** The wire id, recorded with each request. */
  readonly wire: string
  readonly model: string
  /** Called when the conversation is stopped, lost to another driver, or cannot be stored. */
  ended(reason: unknown): void
  /** Called after the records of other processes were read. */
  changed(): void
}

/**
 * The record of a session in a stored conversation. Records are added one after another, in the order of the
 * method calls.
 */
export class SessionRecord {
  readonly #opened: Promise<Drive>
  #latest: Promise<unknown>
  #drive: Drive | undefined
  /** True if the model had to answer a message of the user, or results, when the session was opened. */
  isDue = false
  /** The running turn. */
  #turn: ModelTurn | undefined
  /** Speech whose latest text is not recorded. */
  readonly #unsaved = new Set<Utterance>()
  /** Running calls. */
  readonly #running = new Set<Promise<unknown>>()
  readonly #closing = new AbortController()
  #closed: Promise<void> | undefined
  #isReleased = false

  constructor(private readonly options: SessionRecordOptions) {
    this.#opened = this.#open()
    this.#latest = this.#opened
    // `opened` reports the rejection.
    this.#opened.catch(() => undefined)
  }

  /**
   * Resolves with the messages of the conversation when this session drives it.
   * @throws ConversationError `busy`; errors of the store.
   */
  async opened(): Promise<readonly Message[]> {
    return (await this.#opened).messages
  }

  /** The calls without a result, and the answers to their requests for approval. */
  get unfinished(): { readonly calls: readonly RecordedCall[]; readonly approvals: readonly Approval[] } {
    const { unfinishedCalls: calls = [], approvals = [] } = this.#drive ?? {}
    return { calls, approvals }
  }

  /** Returns the recorded state of a call. */
  stateOf({ id }: ToolCall, { record }: SessionTurn): RecordedCall | undefined {
    return this.#drive?.call(id, record.number)
  }

  /** Records a message for the model. */
  said(message: Message): void {
    this.#saveSpeech()
    this.#add((drive) => drive.said(message))
  }

  /** Records speech when it is complete, or before the next record. */
  heard(saying: Utterance, isWhole: boolean): void {
    this.#unsaved.add(saying)
    if (isWhole) this.#saveSpeech()
  }

  /** Records that an answer is requested. */
  asked(): void {
    const { wire, model } = this.options
    this.#saveSpeech()
    this.#add((drive) => drive.asked(wire, model))
  }

  /** Records that the model begins to answer. */
  begun(turn: ModelTurn): void {
    const { record } = turn
    const { response } = record
    this.#turn = turn
    this.#saveSpeech()
    this.#add(async (drive) => {
      record.number = await drive.begun(response)
    })
  }

  /** Records the answer, or the received part of an answer. */
  finished(turn: ModelTurn): void {
    const { record } = turn
    this.#turn = undefined
    this.#saveSpeech()
    this.#add(async (drive) => {
      const { number, results } = record
      await drive.answered(responseOf(turn), number)
      // Calls may end before the answer that contains them.
      if (results.length > 0) await drive.results(results, number)
    })
  }

  /** Records the result of a call. Results of a running turn are recorded together with the answer. */
  answered(record: ResultRecord, result: ToolResult): void {
    this.#add((drive) => drive.results([result], record.number))
  }

  /**
   * Resolves when all records before the call are stored.
   * @param approvals answers to requests for approval. An answer in the record takes precedence.
   * @throws an error if the session has ended.
   */
  prepare(
    { id }: ToolCall,
    { record }: SessionTurn,
    approvals: readonly Approval[],
  ): Promise<{ readonly journal: CallJournal; readonly approvals: readonly Approval[] }> {
    return this.#next(async (drive) => {
      const { number = 0 } = record
      const given = approvals.find(({ request }) => request.callId === id)
      const decided = given && ((await drive.decided(number, given)) ?? given)
      return { journal: drive.ofTurn(number), approvals: decided === undefined ? [] : [decided] }
    })
  }

  /** Keeps the conversation until the work of a call has ended. */
  hold(work: Promise<unknown>): void {
    this.#running.add(work)
    void work.finally(() => this.#running.delete(work))
  }

  /** Answers repeated calls with the result of the first one. */
  async answerTwins(): Promise<void> {
    await this.#next(answerTwins)
  }

  /** Completes the record, and releases the conversation. Does not reject. */
  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #open(): Promise<Drive> {
    const { conversation, executor, tools } = this.options
    const drive = await driveOf(conversation, this.#closing.signal)
    this.#drive = drive
    whenAborted(drive.signal, () => this.options.ended(drive.signal.reason))
    drive.watch(() => this.options.changed())
    await settleUnknownCalls(drive, { executor, tools, unknownCalls: 'answer' })
    this.isDue = drive.isDue
    return drive
  }

  async #close(): Promise<void> {
    this.#closing.abort()
    await this.#opened.catch(() => undefined)
    if (this.#turn !== undefined) this.finished(this.#turn)
    this.#saveSpeech()
    await this.#latest.catch(() => undefined)
    await Promise.allSettled(this.#running)
    await this.#latest.catch(() => undefined)
    this.#isReleased = true
    await this.#drive?.release()
  }

  #saveSpeech(): void {
    for (const saying of this.#unsaved)
      this.#add((drive) => {
        const { id: utterance, text, before } = saying
        return drive.said(userMessage(text), compact({ utterance, beforeTurn: before?.number }))
      })
    this.#unsaved.clear()
  }

  #add(work: (drive: Drive) => Promise<void>): void {
    if (!this.#isReleased) void this.#next(work).catch(() => undefined)
  }

  /** Runs work after all earlier work. After a failure, no further records are added. */
  #next<Value>(work: (drive: Drive) => Promise<Value>): Promise<Value> {
    const next = Promise.all([this.#opened, this.#latest]).then(([drive]) => work(drive))
    this.#latest = next
    next.catch((error: unknown) => this.options.ended(error))
    return next
  }
}

/**
 * Returns the answer. If a person stopped the answer, its outcome is `interrupted`, regardless of the
 * provider's report.
 */
function responseOf({ record, end }: ModelTurn): ModelResponse {
  const { response } = record
  const isCut = end !== undefined && isGoodEnd(outcomeOf(response.finish))
  return isCut ? withWithheldCalls({ ...response, finish: finishOf('interrupted') }) : response
}
