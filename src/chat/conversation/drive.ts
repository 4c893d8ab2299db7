import { sleep } from '../../base/http/timer.js'
import type { Message, ModelResponse, ToolCall, ToolResult } from '../../base/model/types.js'
import { digest } from '../../base/seal/digest.js'
import type { CallJournal } from '../../tools/executor/call-journal.js'
import type { Approval, ApprovalRequest } from '../../tools/policy/policy-types.js'
import { ConversationError } from './conversation-error.js'
import type { Log } from './log.js'
import type { ConversationRecord } from './records.js'
import type { RecordedCall, Transcript } from './transcript.js'

/** Options for becoming the driver. */
export interface DriveOptions {
  /** Overrides `whenBusy` of the conversation. */
  readonly whenBusy?: 'throw' | 'wait' | undefined
  /** Ends the wait for another driver. */
  readonly signal?: AbortSignal | undefined
}

interface DriveSettings {
  readonly lease: number
  readonly interval: number
}

/**
 * Takes the conversation, or waits until it is free.
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
    await log.commit((transcript, now) => {
      isBusy = transcript.isDriven(now)
      return isBusy ? [] : [{ type: 'driven', driver: id, until: now + settings.lease }]
    })
    if (!isBusy) return new Drive(log, settings, id)
    if (whenBusy === 'throw')
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
  #renewed: number
  #isOver = false
  #isUsed = false

  constructor(
    private readonly log: Log,
    private readonly settings: DriveSettings,
    private readonly id: string,
  ) {
    this.#fence = log.transcript.driver?.fence ?? 0
    this.#renewed = log.now
    this.#timer = setInterval(() => void this.look(), settings.interval)
    // A forgotten driver must not keep the process alive.
    if (typeof this.#timer === 'object') this.#timer.unref()
  }

  /** True until a loop uses the drive. Its lease is renewed only afterwards. */
  get isUnused(): boolean {
    return !this.#isUsed && !this.#isOver
  }

  /** True if it drives the conversation and no loop uses it. */
  get isIdle(): boolean {
    return this.isUnused && this.#isDriver(this.log.transcript)
  }

  /** Marks the drive as used by a loop. Returns false if another loop uses it. */
  use(): boolean {
    if (!this.isUnused) return false
    this.#isUsed = true
    return true
  }

  /** Aborted when the conversation is stopped, or lost to another driver. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** The messages of the conversation. */
  get messages(): readonly Message[] {
    return this.log.transcript.messages
  }

  /** The answers to the requests for approval of the latest calls. */
  get approvals(): readonly Approval[] {
    return this.log.transcript.latestCalls.flatMap(({ approval, isApprovalUsed, results }) =>
      approval === undefined || isApprovalUsed === true || results.length > 0 ? [] : [approval],
    )
  }

  /** The answers since the user's last message. */
  get answers(): readonly Pick<ModelResponse, 'message' | 'finish' | 'usage'>[] {
    return this.log.transcript.answers
  }

  /** True if the model has to answer. */
  get isUnanswered(): boolean {
    return this.log.transcript.isUnanswered
  }

  /** True if the next answer replaces the last one, which was cut. */
  get isCut(): boolean {
    return this.log.transcript.isCut
  }

  /** The calls of the latest answer. */
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

  /** Records an answer. */
  answered(response: ModelResponse): Promise<void> {
    return this.#commit(() => [{ type: 'answered', response }])
  }

  /** Allows an unknown call of a retryable tool to begin again. */
  retry({ turn, call }: RecordedCall): Promise<void> {
    return this.#commit(() => [{ type: 'call-retried', turn, callId: call.id }])
  }

  async begin(call: ToolCall): Promise<string> {
    const { turn } = this.#expectCall(call)
    const callId = call.id
    const key = await digest(JSON.stringify([this.log.id, turn, callId]), 32)
    await this.#commit((transcript, now) => {
      const known = transcript.call(callId, turn)
      const state = known && transcript.stateOf(known, now)
      if (known === undefined || (state !== 'open' && state !== 'withheld'))
        throw new ConversationError('superseded', this.log.id, `The call "${callId}" already began or ended.`)
      return [...usedApproval(known), { type: 'call-begun', turn, callId, key }]
    })
    return key
  }

  end(call: ToolCall, result: ToolResult): Promise<void> {
    const { turn } = this.#expectCall(call)
    return this.#commit(() => [{ type: 'call-ended', turn, callId: call.id, result }])
  }

  wait(call: ToolCall, request: ApprovalRequest): Promise<void> {
    const { turn } = this.#expectCall(call)
    return this.#commit(() => [{ type: 'approval-asked', turn, callId: call.id, request }])
  }

  /** Records the results that the executor did not record. */
  async results(results: readonly ToolResult[]): Promise<void> {
    await this.#commit((transcript) => missingResults(transcript, results))
  }

  /** Releases the conversation. Never rejects: the lease ends by itself. */
  async release(): Promise<void> {
    if (this.#isOver) return
    this.#end()
    await this.log
      .commit((transcript) => (this.#isDriver(transcript) ? [this.#released()] : []))
      .catch(() => {})
  }

  #released(): ConversationRecord {
    return { type: 'released', driver: this.id }
  }

  #expectCall(call: ToolCall): RecordedCall {
    const known = this.log.transcript.call(call.id)
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
    this.#renewed = this.log.now
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
    this.#isOver = true
    clearInterval(this.#timer)
    if (reason !== undefined) this.#abort.abort(reason)
  }

  /** Looks for a stop or another driver, and renews the lease. A failing store is asked again at the next look. */
  async look(): Promise<void> {
    try {
      await this.log.refresh()
      if (this.#isOver) return
      const { transcript } = this.log
      if (!this.#isDriver(transcript)) return void this.#lost()
      // A drive that no loop uses must not look forever.
      if (this.isUnused && !transcript.isDriven(this.log.now)) return this.#end()
      if (transcript.stop !== undefined && !this.signal.aborted)
        this.#abort.abort(stopReason(transcript.stop))
      if (!this.#isUsed || this.log.now - this.#renewed < this.settings.lease / 3) return
      await this.#commit((_, now) => [{ type: 'driven', driver: this.id, until: now + this.settings.lease }])
    } catch (error) {
      if (error instanceof ConversationError && error.code === 'lost') this.#end(error)
    }
  }
}

function usedApproval({ turn, call, approval }: RecordedCall): ConversationRecord[] {
  if (approval === undefined) return []
  return [{ type: 'approval-used', turn, callId: call.id, requestId: approval.request.id }]
}

function stopReason({
  reason = 'The conversation was stopped.',
}: NonNullable<Transcript['stop']>): DOMException {
  return new DOMException(reason, 'AbortError')
}

/** Equal calls with one id have a result each, of which the executor records one. */
function missingResults(transcript: Transcript, results: readonly ToolResult[]): ConversationRecord[] {
  const counts = new Map<string, number>()
  return results.flatMap((result): ConversationRecord[] => {
    const { callId } = result
    const known = transcript.call(callId)
    if (known === undefined || result.preliminary === true) return []
    const count = (counts.get(callId) ?? 0) + 1
    counts.set(callId, count)
    return count > known.results.length ? [{ type: 'call-ended', turn: known.turn, callId, result }] : []
  })
}
