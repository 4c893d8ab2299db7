import { AdapterError } from '../../base/json/adapter-error.js'
import { compact } from '../../base/json/write-json.js'
import { expectSome } from '../../base/model/expect.js'
import { isGoodEnd, outcomeOf } from '../../base/model/outcome.js'
import { ResponseError } from '../../base/model/response-error.js'
import type { Message, ModelResponse, Outcome, ToolCall, ToolResult } from '../../base/model/types.js'
import type { RunnableTool } from '../../tools/define-tool.js'
import type { CallJournal } from '../../tools/executor/call-journal.js'
import { createExecutor } from '../../tools/executor/executor.js'
import type { Executor } from '../../tools/executor/executor-types.js'
import { expectOneOrigin, firstOfEach } from '../../tools/lookup.js'
import { approvalFor } from '../../tools/policy/approval.js'
import type { Approval } from '../../tools/policy/policy-types.js'
import { conversationContext } from '../conversation/conversation-extension.js'
import type { TurnInput } from '../output/answer-object.js'
import type { Provider } from '../provider/provider-types.js'
import { traced } from '../provider/traced.js'
import type { Turn } from '../provider/turn.js'
import { AsyncCalls } from './async-calls.js'
import { isSpent } from './budget.js'
import type { LoopEvent, LoopFinishReason, StepFinishEvent } from './loop-events.js'
import { driveOf, type LoopHistory, MemoryHistory, RecordedHistory } from './loop-history.js'
import type { LoopOptions, LoopResult, LoopStep } from './loop-types.js'
import { recordBeginnings, settleUnknownCalls } from './recorded-calls.js'
import { type RunCalls, startCalls } from './running-calls.js'
import { Steering } from './steering.js'
import { steppedCalls, steppedKeys, steppedTurn } from './step.js'
import { isStopped } from './stop-conditions.js'

/** The default maximum number of steps. */
export const DEFAULT_MAX_STEPS = 20

/** The steps of a loop and their results. */
export class Steps {
  readonly #responses: (ModelResponse & { readonly object?: unknown })[] = []
  readonly #options: LoopOptions
  readonly #executor: Executor
  readonly #settings: Omit<TurnInput, 'messages'>
  #signal: AbortSignal
  #history: LoopHistory
  /** The outcome of the turn that failed. */
  #failed: Outcome | undefined
  /** True if the latest provider continues a paused turn when the conversation is sent again. */
  #canResume = false
  /** Calls that began in an earlier process and that wait for the host's decision. */
  #unknown: ReadonlySet<string> = new Set()
  /** Calls that run while the model continues. */
  readonly #async = new AsyncCalls()
  /** Messages of the user to this run. */
  readonly #steering = new Steering(() => this.#async.wake())
  /** The seed of idempotency keys, stored by a workflow engine. */
  #seed: string | undefined
  /** Resolves when no call runs and everything is recorded. Never rejects. */
  #running: Promise<unknown> = Promise.resolve()

  constructor(options: LoopOptions, signal: AbortSignal) {
    const { tools = [], context, policy, approve, telemetry, messages, conversation } = options
    this.#history = new MemoryHistory(messages ?? conversation?.messages ?? [])
    this.#options = options
    this.#settings = settingsOf(options)
    this.#signal = signal
    this.#executor =
      options.executor ?? createExecutor(compact({ tools, context, policy, approve, telemetry }))
  }

  get messages(): readonly Message[] {
    return this.#history.messages
  }

  /**
   * Says a message to the model with the next request.
   * @throws AdapterError for steps of a workflow, which would not repeat the message.
   */
  async steer(message: Message | string): Promise<void> {
    if (this.#options.step !== undefined)
      throw new AdapterError('unsupported', '', 'a loop with `step` cannot be steered')
    return this.#steering.add(message)
  }

  /** Rejects the messages that were not said. */
  endSteering(reason: LoopFinishReason): void {
    this.#steering.end(reason)
  }

  /**
   * Runs the loop.
   * @returns the reason why the loop ended.
   */
  async *run(): AsyncGenerator<LoopEvent, LoopFinishReason> {
    try {
      await this.#open()
      return yield* this.#steps()
    } catch (error) {
      // The conversation is released first, since the caller may run it again immediately.
      await this.#close()
      throw error
    } finally {
      void this.#close()
    }
  }

  /** Ends the use of the conversation once no call runs. Does not reject. */
  #close(): Promise<unknown> {
    this.#running = this.#running.then(() => this.#settle()).then(() => this.#history.close())
    return this.#running
  }

  /** Waits for the calls that still run, and keeps their results. Does not reject. */
  async #settle(): Promise<void> {
    if (this.#async.size === 0) return
    try {
      await this.#history.results(await this.#async.settle())
    } catch {
      // The record shows that the calls began, and the loop has ended.
    }
  }

  async *#steps(): AsyncGenerator<LoopEvent, LoopFinishReason> {
    const { steps = DEFAULT_MAX_STEPS, budget = {} } = this.#options
    // The message after a paused turn follows once the turn has ended.
    let isResumed = false
    for (let step = 1; ; step += 1) {
      const isOpen = step === 1 && this.#isOpen()
      if (!isOpen && !this.#history.isUnanswered && !this.#steering.isWaiting) return 'answered'
      if (!isOpen && isSpent(budget, this.#history.spending)) return 'budget'
      if (!isOpen && !isResumed) await this.#steering.sayTo((message) => this.#history.said(message))
      if (step === 1) expectSome({ ...this.#options, messages: this.messages })
      const calls = isOpen ? this.#pending().filter((call) => this.#executor.handles(call)) : []
      const replaces = !isOpen && this.#history.isCut ? (true as const) : undefined
      yield compact({
        type: 'step-start' as const,
        step,
        calls: calls.length > 0 ? calls : undefined,
        replaces,
      })
      const response = isOpen ? undefined : yield* this.#answer(step)
      if (response === 'aborted') return response
      const ran = yield* this.#runCalls(step)
      const results = this.#async.size === 0 ? ran : [...ran, ...(yield* this.#lateResults(response, ran))]
      const done: StepFinishEvent = compact({ type: 'step-finish' as const, step, response, results })
      yield done
      const ended = { ...done, messages: this.messages }
      const reason = await this.#reasonToEnd(ended)
      const isSteered = reason === 'answered' && this.#steering.isWaiting && !this.#signal.aborted
      if (reason !== undefined && !isSteered) return reason
      isResumed = this.#isPaused(ended)
      if (step >= steps) return 'steps'
    }
  }

  /** Becomes the driver of a stored conversation. */
  async #open(): Promise<void> {
    const { conversation, unknownCalls, tools = [] } = this.#options
    if (conversation === undefined) return
    const drive = await driveOf(conversation, this.#signal)
    drive.leaveWith(this.#signal)
    this.#history = new RecordedHistory(drive)
    this.#signal = AbortSignal.any([this.#signal, drive.signal])
    this.#unknown = await settleUnknownCalls(drive, { executor: this.#executor, tools, unknownCalls })
  }

  /** Returns the result of the steps, once no call runs. */
  async result(reason: LoopFinishReason): Promise<LoopResult<unknown>> {
    await this.#running
    const { messages } = this
    const responses = this.#responses
    const last = responses.at(-1)
    const object = reason === 'answered' ? last?.object : undefined
    const outcome = this.#failed ?? (last && outcomeOf(last.finish))
    const { requests: approvals, spending } = this.#history
    return compact({ reason, outcome, messages, responses, object, approvals, spending })
  }

  /**
   * Returns true if calls of an earlier answer come first. If a user message followed, the model answers it.
   */
  #isOpen(): boolean {
    const { messages } = this
    return this.#callsToRun().length > 0 || (messages.at(-1)?.role !== 'user' && this.#pending().length > 0)
  }

  async *#answer(step: number): AsyncGenerator<LoopEvent, ModelResponse | 'aborted'> {
    const { provider, conversation } = await this.#request(step)
    const { outputRetries, budget } = this.#options
    this.#canResume = provider.resumesPaused === true
    await this.#history.asked(provider.wire, provider.model)
    const signal = withTimeout(this.#signal, budget?.turnTimeoutMs)
    const open = () => this.#traced(provider).turn(conversation, compact({ signal, outputRetries }))
    const run = this.#options.step
    const turn = run === undefined ? open() : steppedTurn(run, `answer ${step}`, open)
    let isLeft = true
    try {
      yield* turn
      isLeft = false
      const response = await turn.response
      await this.#history.answered(response)
      this.#responses.push(response)
      return response
    } catch (error) {
      isLeft = false
      if (error instanceof ResponseError) await this.#history.cut(error.response)
      if (signal.aborted) return 'aborted'
      if (error instanceof ResponseError) this.#failed = outcomeOf(error.response.finish)
      throw error
    } finally {
      if (isLeft) this.#running = this.#keepPart(turn)
    }
  }

  #traced(provider: Provider): Provider {
    const { telemetry, conversation, context } = this.#options
    if (telemetry === undefined) return provider
    const conversationId = context?.conversationId ?? conversation?.id
    return traced(provider, telemetry, { conversationId })
  }

  /** Keeps the part of an answer that came before the loop was left. */
  async #keepPart(turn: Pick<Turn, 'response'>): Promise<void> {
    try {
      await this.#history.cut(await turn.response)
    } catch {
      // The caller has left the loop; the record then contains a request without an answer.
    }
  }

  async #request(step: number): Promise<StepRequest> {
    const { messagesToSend: messages } = this.#history
    const { provider, tools = [], beforeStep } = this.#options
    const { definitions } = this.#executor
    expectOneOrigin(tools, definitions)
    const all = firstOfEach<RunnableTool>([...tools, ...definitions])
    const changes = await beforeStep?.({ step, messages })
    const { provider: other = provider, ...sent } = changes ?? {}
    const own = { messages: [...messages], ...(all.length > 0 && { tools: all }) }
    return { provider: other, conversation: { ...own, ...this.#settings, ...sent } }
  }

  async *#runCalls(step: number): AsyncGenerator<LoopEvent, ToolResult[]> {
    const all = this.#callsToRun()
    if (all.length === 0) return []
    const history = this.#history
    const journal = history.journal ?? (await this.#keys(step))
    const { conversation } = this.#options
    const context = conversation
      ? conversationContext(this.#options.context, conversation)
      : this.#options.context
    await recordBeginnings(this.#executor, history.journal, all)
    const options = compact({ context, approvals: this.#approvals, signal: this.#signal, journal })
    const calls = all.filter((call) => !this.#isAsync(call))
    for (const call of all)
      if (!calls.includes(call)) this.#async.add(call.id, startCalls(this.#executor, [call], options))
    if (calls.length === 0) return []
    const { events, results } = startCalls(this.#executor, calls, options, this.#inSteps(step))
    const kept = results.then(async (given) => {
      await history.results(given)
      return given
    })
    this.#running = kept.catch(() => undefined)
    yield* events
    return kept
  }

  /** Returns true for a call without whose result the model continues. Steps of a workflow are in a fixed order, so they do not overlap. */
  #isAsync(call: ToolCall): boolean {
    return call.async === true && this.#options.step === undefined && this.#executor.handles(call)
  }

  /** Returns the results of async calls, and waits for one if the model has no other results to continue with. */
  async *#lateResults(
    response: ModelResponse | undefined,
    ran: readonly ToolResult[],
  ): AsyncGenerator<LoopEvent, ToolResult[]> {
    const isGood = response === undefined || isGoodEnd(outcomeOf(response.finish))
    const isDue = () => isGood && ran.length === 0 && !this.#steering.isWaiting
    const results = yield* this.#async.collect(isDue)
    await this.#history.results(results)
    return results
  }

  /** Runs calls as steps of a durable workflow. Default: the executor runs them at once. */
  #inSteps(number: number): RunCalls | undefined {
    const { step } = this.#options
    return step && ((calls, run) => steppedCalls(step, `call ${number}`, calls, run))
  }

  /** Returns the journal with the idempotency keys of calls that run as steps. */
  async #keys(number: number): Promise<CallJournal | undefined> {
    const { step } = this.#options
    if (step === undefined) return undefined
    this.#seed ??= await step('keys', async () => crypto.randomUUID())
    return steppedKeys(this.#seed, `call ${number}`)
  }

  get #approvals(): readonly Approval[] {
    return [...this.#history.approvals, ...(this.#options.approvals ?? [])]
  }

  /**
   * Returns the calls to run. Approval for a waiting call is requested again only if an answer is possible.
   * Calls of an earlier question run only if they are approved.
   */
  #callsToRun(): ToolCall[] {
    const { approve } = this.#options
    const isEarlier = this.messages.at(-1)?.role === 'user'
    const waiting = new Map(this.#history.requests.map((request) => [request.callId, request]))
    return this.#pending().filter(({ id }) => {
      if (this.#unknown.has(id)) return false
      const request = waiting.get(id)
      if (request === undefined) return !isEarlier
      return (approve !== undefined && !isEarlier) || approvalFor(this.#approvals, request) !== undefined
    })
  }

  #isPaused({ response }: LoopStep): boolean {
    return this.#canResume && response !== undefined && outcomeOf(response.finish) === 'paused'
  }

  #pending(): readonly ToolCall[] {
    const { alsoAfter } = this.#options
    const pending = this.#history.pending(compact({ alsoAfter }))
    return this.#async.size === 0 ? pending : pending.filter(({ id }) => !this.#async.has(id))
  }

  async #reasonToEnd(step: LoopStep): Promise<LoopFinishReason | undefined> {
    const isPending = this.#pending().length > 0
    if (step.results.length === 0 && !isPending && !this.#isPaused(step)) return reasonOf(step)
    if (this.#signal.aborted) return 'aborted'
    if (this.#unknown.size > 0) return 'unknown'
    if (this.#history.requests.length > 0) return 'approval'
    if (isPending) return 'client'
    return (await isStopped(this.#options.until, step)) ? 'until' : undefined
  }
}

/** Returns the reason why a step without calls is the last one. */
function reasonOf({ response }: LoopStep): LoopFinishReason {
  return response === undefined || isGoodEnd(outcomeOf(response.finish)) ? 'answered' : 'incomplete'
}

/** Returns a signal that also aborts after the given time. */
function withTimeout(signal: AbortSignal, milliseconds: number | undefined): AbortSignal {
  return milliseconds === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(milliseconds)])
}

interface StepRequest {
  readonly provider: Provider
  readonly conversation: TurnInput
}

/** Returns the options that are sent to the provider. */
function settingsOf({
  provider: _provider,
  messages: _messages,
  conversation: _conversation,
  unknownCalls: _unknownCalls,
  budget: _budget,
  step: _step,
  tools: _tools,
  executor: _executor,
  approvals: _approvals,
  steps: _steps,
  until: _until,
  beforeStep: _beforeStep,
  outputRetries: _outputRetries,
  signal: _signal,
  context: _context,
  policy: _policy,
  approve: _approve,
  alsoAfter: _alsoAfter,
  telemetry: _telemetry,
  ...settings
}: LoopOptions) {
  return settings
}
