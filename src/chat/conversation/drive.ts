import { sleep } from '../../base/http/timer.js'
import { compact } from '../../base/json/write-json.js'
import type { Message, ModelResponse, ToolCall, ToolResult } from '../../base/model/types.js'
import { digest } from '../../base/seal/digest.js'
import type { CallJournal } from '../../tools/executor/call-journal.js'
import type { Approval, ApprovalRequest } from '../../tools/policy/policy-types.js'
import { whenAborted } from '../../tools/signals.js'
import { ConversationError } from './conversation-error.js'
import type { Log } from './log.js'
import type { ConversationRecord, SaidRecord } from './records.js'
import { mayRunLater, type RecordedCall, type Transcript } from './transcript.js'

/** Options for becoming the driver. */
export interface DriveOptions {
  /** Overrides `whenBusy` of the conversation. */
  readonly whenBusy?: 'throw' | 'wait' | undefined
  /** A signal that ends the wait for another driver. */
  readonly signal?: AbortSignal | undefined
}

interface DriveSettings {
  readonly lease: number
  readonly interval: number
}

/**
 * Becomes the driver of the conversation, or waits until it is free. The wait for a stopped driver always
 * applies and ends with the lease of this driver.
 * @throws ConversationError `busy`; the reason of the signal.
 */
export async function startDrive(
  log: Log,
  settings: DriveSettings,
  { whenBusy = 'throw', signal }: DriveOptions,
): Promise<Drive> {
  const id = crypto.randomUUID()
  for (;;) {
    signal?.throwIfAborted()
    let isBusy = false
    let isStopping = false
    await log.commit((transcript, now) => {
      isBusy = transcript.isDriven(now)
      isStopping = transcript.isStopping(now)
      return isBusy ? [] : [{ type: 'driven', driver: id, until: now + settings.lease }]
    })
    if (!isBusy) return new Drive(log, settings, id)
    if (whenBusy === 'throw' && !isStopping)
      throw new ConversationError('busy', log.id, `The conversation "${log.id}" is running elsewhere.`)
    await sleep(settings.interval, signal)
    await log.refresh()
  }
}

/** The right to run a conversation, until it is released or lost. Adds the records of the run. */
export class Drive implements CallJournal {
  readonly #abort = new AbortController()
  readonly #timer: ReturnType<typeof setInterval>
  readonly #fence: number
  readonly #over = new AbortController()
  #watch: () => void = () => undefined
  #isUsed = false
  #isLeft = false
  #unlisten: () => void = () => undefined

  constructor(
    private readonly log: Log,
    private readonly settings: DriveSettings,
    private readonly id: string,
  ) {
    this.#fence = log.transcript.driver?.fence ?? 0
    this.#timer = setInterval(() => void this.look(), settings.interval)
    // A drive that is never released must not keep the process alive.
    if (typeof this.#timer === 'object') this.#timer.unref()
  }

  /** True until a loop uses the drive. Its lease is renewed only afterwards. */
  get isUnused(): boolean {
    return !this.#isUsed && !this.#isOver
  }

  /** True if the loop that uses the drive was left while calls still run. */
  get isLeft(): boolean {
    return this.#isLeft && !this.#isOver
  }

  /** True if the drive has the conversation and no loop uses the drive. */
  get isIdle(): boolean {
    return this.isUnused && this.#isDriver(this.log.transcript)
  }

  /** Marks the drive as used by a loop. Returns false if another loop uses it. */
  use(): boolean {
    if (!this.isUnused) return false
    this.#isUsed = true
    return true
  }

  /** Following drivers, also of other processes, wait for the end once the signal aborts. */
  leaveWith(signal: AbortSignal): void {
    this.#unlisten = whenAborted(signal, () => this.#leave())
  }

  /** Resolves when the drive has ended, or when the signal aborts. */
  ended(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      whenAborted(this.#over.signal, resolve)
      if (signal !== undefined) whenAborted(signal, resolve)
    })
  }

  /** Aborted when the conversation is stopped, or lost to another driver. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** The messages of the conversation. */
  get messages(): readonly Message[] {
    return this.log.transcript.messages
  }

  /**
   * The messages to send: the messages of the conversation without an answer that the next answer replaces.
   */
  get messagesToSend(): readonly Message[] {
    return this.log.transcript.messagesToSend
  }

  /** The answers to the requests for approval of the latest calls. */
  get approvals(): readonly Approval[] {
    return this.log.transcript.latestCalls.flatMap(({ approval, isApprovalUsed, results }) =>
      approval === undefined || isApprovalUsed === true || results.length > 0 ? [] : [approval],
    )
  }

  /** The answers since the message that began the run, with the results of their calls. */
  get answers(): Transcript['answers'] {
    return this.log.transcript.answers
  }

  /** True if the model has to answer. */
  get isUnanswered(): boolean {
    return this.log.transcript.isUnanswered
  }

  /** True if the last answer was cut, so that the next answer replaces it. */
  get isCut(): boolean {
    return this.log.transcript.isCut
  }

  /** True if the model has to answer at the beginning of a live session. */
  get isDue(): boolean {
    return this.log.transcript.isDue
  }

  /** The calls without a result that may still run or wait. */
  get unfinishedCalls(): readonly RecordedCall[] {
    return this.latestCalls.filter(mayRunLater)
  }

  /** The unfinished calls of answers before the latest one. */
  get earlierCalls(): readonly RecordedCall[] {
    return this.log.transcript.earlierCalls
  }

  /** The requests for approval of calls that have not begun. */
  get requests(): readonly ApprovalRequest[] {
    return this.latestCalls.flatMap(({ request, isApprovalUsed, results }) =>
      request === undefined || isApprovalUsed === true || results.length > 0 ? [] : [request],
    )
  }

  /** The calls of the latest answer, after the unfinished calls of earlier answers. */
  get latestCalls(): readonly RecordedCall[] {
    return this.log.transcript.latestCalls
  }

  /** The latest calls that began in an earlier drive, without a result. */
  get unknownCalls(): readonly RecordedCall[] {
    const { transcript, now } = this.log
    return transcript.latestCalls.filter((call) => transcript.stateOf(call, now) === 'unknown')
  }

  /** Records that a request is sent. */
  asked(wire: string, model: string): Promise<void> {
    return this.#commit(() => [{ type: 'asked', wire, model }])
  }

  /**
   * Records an answer.
   * @param turn the number of a turn that `begun` recorded. Default: a new turn.
   */
  answered(response: ModelResponse, turn?: number): Promise<void> {
    return this.#commit(() => [compact({ type: 'answered' as const, turn, response })])
  }

  /**
   * Records that the model begins to answer, for live answers, during which other records may be added.
   * @param response the answer so far: without parts, and cut.
   * @returns the number of the turn.
   */
  async begun(response: ModelResponse): Promise<number> {
    let turn = 0
    await this.#commit((transcript) => {
      turn = transcript.turns + 1
      return [{ type: 'answered', turn, response }]
    })
    return turn
  }

  /** Records a message that the user said to the model during the run. */
  said(
    message: Message,
    place: Pick<SaidRecord, 'utterance' | 'beforeTurn' | 'isSteering'> = {},
  ): Promise<void> {
    return this.#commit(() => [{ type: 'said', message, ...place }])
  }

  /**
   * Records the answer to a request for approval, unless the request has an answer.
   * @returns the answer to the request; undefined if the request does not belong to the call.
   */
  async decided(turn: number, approval: Approval): Promise<Approval | undefined> {
    const { id, callId } = approval.request
    const find = (transcript: Transcript) => {
      const known = transcript.call(callId, turn)
      return known?.request?.id === id ? known : undefined
    }
    await this.#commit((transcript, now) => {
      const known = find(transcript)
      if (known === undefined || transcript.stateOf(known, now) !== 'waiting') return []
      return [{ type: 'approval-answered', turn, callId, approval }]
    })
    return find(this.log.transcript)?.approval
  }

  /** Allows an unknown call of a retryable tool to begin again. */
  retry({ turn, call }: RecordedCall): Promise<void> {
    return this.#commit(() => [{ type: 'call-retried', turn, callId: call.id }])
  }

  /** Returns the journal for the calls of one turn. A provider may use the same id again in a later turn. */
  ofTurn(turn: number): CallJournal {
    return {
      begin: (call) => this.begin(call, turn),
      end: (call, result) => this.end(call, result, turn),
      wait: (call, request) => this.wait(call, request, turn),
    }
  }

  /** Returns a call of a turn. */
  call(callId: string, turn?: number): RecordedCall | undefined {
    return this.log.transcript.call(callId, turn)
  }

  /** Calls `watch` each time the records of other processes were read. */
  watch(watch: () => void): void {
    this.#watch = watch
  }

  async begin(call: ToolCall, ofTurn?: number): Promise<string> {
    const { turn } = this.#expectCall(call, ofTurn)
    const callId = call.id
    const key = await digest(JSON.stringify([this.log.id, turn, callId]), 32)
    await this.#commit((transcript, now) => {
      const known = transcript.call(callId, turn)
      const state = known && transcript.stateOf(known, now)
      const mayBegin = state === 'open' || state === 'withheld' || state === 'waiting'
      if (known === undefined || !mayBegin)
        throw new ConversationError('superseded', this.log.id, `The call "${callId}" already began or ended.`)
      return [...usedApproval(known), { type: 'call-begun', turn, callId, key }]
    })
    return key
  }

  end(call: ToolCall, result: ToolResult, ofTurn?: number): Promise<void> {
    const { turn } = this.#expectCall(call, ofTurn)
    const callId = call.id
    // Calls may already have ended: a session ends interrupted calls before their tools have stopped.
    return this.#commit((transcript) =>
      transcript.call(callId, turn)?.results.length === 0
        ? [{ type: 'call-ended', turn, callId, result }]
        : [],
    )
  }

  wait(call: ToolCall, request: ApprovalRequest, ofTurn?: number): Promise<void> {
    const { turn } = this.#expectCall(call, ofTurn)
    return this.#commit(() => [{ type: 'approval-asked', turn, callId: call.id, request }])
  }

  /** Records the results that the executor did not record. */
  async results(results: readonly ToolResult[], turn?: number): Promise<void> {
    await this.#commit((transcript) => missingResults(transcript, results, turn))
  }

  /** Releases the conversation. Never rejects, since the lease also ends without a release. */
  async release(): Promise<void> {
    if (this.#isOver) return
    this.#end()
    await this.log
      .commit((transcript) => (this.#isDriver(transcript) ? [this.#released()] : []))
      .catch(() => {})
  }

  #leave(): void {
    this.#isLeft = true
    const stopped = { type: 'stopped' } as const
    const isRunning = (transcript: Transcript) => this.#isDriver(transcript) && transcript.stop === undefined
    this.log.commit((transcript) => (isRunning(transcript) ? [stopped] : [])).catch(() => {})
  }

  get #isOver(): boolean {
    return this.#over.signal.aborted
  }

  #released(): ConversationRecord {
    return { type: 'released', driver: this.id }
  }

  #expectCall(call: ToolCall, turn?: number): RecordedCall {
    const known = this.log.transcript.call(call.id, turn)
    if (known !== undefined) return known
    const message = `The conversation "${this.log.id}" has no call "${call.id}".`
    throw new ConversationError('unknown-id', this.log.id, message)
  }

  async #commit(
    records: (transcript: Transcript, now: number) => readonly ConversationRecord[],
  ): Promise<void> {
    await this.log.commit((transcript, now) => {
      if (this.#isOver || !this.#isDriver(transcript)) throw this.#lost()
      return records(transcript, now)
    })
  }

  #isDriver({ driver }: Transcript): boolean {
    return driver?.id === this.id && driver.fence === this.#fence
  }

  #lost(): ConversationError {
    const error = new ConversationError(
      'lost',
      this.log.id,
      `Another process runs the conversation "${this.log.id}" now.`,
    )
    this.#end(error)
    return error
  }

  #end(reason?: unknown): void {
    clearInterval(this.#timer)
    this.#unlisten()
    this.#over.abort()
    if (reason !== undefined) this.#abort.abort(reason)
  }

  /**
   * Checks for a stop request or another driver, and renews the lease. If the store fails, the next check
   * tries again.
   */
  async look(): Promise<void> {
    try {
      await this.log.refresh()
      if (this.#isOver) return
      const { transcript } = this.log
      if (!this.#isDriver(transcript)) return void this.#lost()
      // A drive that no loop uses stops the checks when its lease ends.
      if (this.isUnused && !transcript.isDriven(this.log.now)) return this.#end()
      if (transcript.stop !== undefined && !this.isLeft && !this.signal.aborted)
        this.#abort.abort(stopReason(transcript.stop))
      this.#watch()
      const { lease } = this.settings
      const { until = 0 } = transcript.driver ?? {}
      // Only records of this driver extend the lease; records of other processes, such as approvals, do not.
      if (!this.#isUsed || until - this.log.now > (lease * 2) / 3) return
      await this.#commit((_, now) => [{ type: 'driven', driver: this.id, until: now + lease }])
    } catch (error) {
      if (error instanceof ConversationError && error.code === 'lost') this.#end(error)
    }
  }
}

/**
 * Returns the record of a used approval. A waiting call can begin with an approval that the host passed and
 * that is not in the record.
 */
function usedApproval({ turn, call, request }: RecordedCall): ConversationRecord[] {
  if (request === undefined) return []
  return [{ type: 'approval-used', turn, callId: call.id, requestId: request.id }]
}

function stopReason({
  reason = 'The conversation was stopped.',
}: NonNullable<Transcript['stop']>): DOMException {
  return new DOMException(reason, 'AbortError')
}

/**
 * Returns the results that are not recorded. Equal calls with the same id have one result each, but the
 * executor records only one of them.
 */
function missingResults(
  transcript: Transcript,
  results: readonly ToolResult[],
  turn: number | undefined,
): ConversationRecord[] {
  const counts = new Map<string, number>()
  return results.flatMap((result): ConversationRecord[] => {
    const { callId } = result
    const known = transcript.call(callId, turn)
    if (known === undefined || result.preliminary === true) return []
    const count = (counts.get(callId) ?? 0) + 1
    counts.set(callId, count)
    return count > known.results.length ? [{ type: 'call-ended', turn: known.turn, callId, result }] : []
  })
}
