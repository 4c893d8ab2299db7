import { compact } from '../../base/json/write-json.js'
import { toolMessage } from '../../base/model/create.js'
import { isGoodEnd, outcomeOf } from '../../base/model/outcome.js'
import { ResponseError } from '../../base/model/response-error.js'
import type { Message, ModelResponse, Outcome, ToolCall, ToolResult } from '../../base/model/types.js'
import type { RunnableTool } from '../../tools/define-tool.js'
import { createExecutor } from '../../tools/executor/executor.js'
import type { Executor } from '../../tools/executor/executor-types.js'
import { firstOfEach } from '../../tools/lookup.js'
import { pendingCalls } from '../../tools/pending.js'
import { approvalFor } from '../../tools/policy/approval.js'
import type { TurnInput } from '../output/answer-object.js'
import type { Provider } from '../provider/provider-types.js'
import { pendingApprovals } from './approvals.js'
import type { LoopEvent, LoopFinishReason, StepFinishEvent } from './loop-events.js'
import type { LoopOptions, LoopResult, LoopStep } from './loop-types.js'
import { startCalls } from './running-calls.js'

/** The default maximum number of steps. */
export const STEPS = 20

/** The steps of a loop and their results. */
export class Steps {
  readonly messages: Message[]
  readonly #responses: (ModelResponse & { readonly object?: unknown })[] = []
  readonly #options: LoopOptions
  readonly #signal: AbortSignal
  readonly #executor: Executor
  /** The outcome of the turn that failed. */
  #failed: Outcome | undefined
  /** True if the latest provider continues a paused turn when the conversation is sent again. */
  #canResume = false
  /** Resolves when no call runs. Never rejects. */
  #running: Promise<unknown> = Promise.resolve()

  constructor(options: LoopOptions, signal: AbortSignal) {
    const { tools = [], context, policy, approve } = options
    this.messages = [...options.messages]
    this.#options = options
    this.#signal = signal
    this.#executor = options.executor ?? createExecutor(compact({ tools, context, policy, approve }))
  }

  /** @returns the reason why it ended. */
  async *run(): AsyncGenerator<LoopEvent, LoopFinishReason> {
    const { steps = STEPS } = this.#options
    for (let step = 1; ; step += 1) {
      yield { type: 'step-start', step }
      const response = step === 1 && this.#isOpen() ? undefined : yield* this.#answer(step)
      if (response === 'aborted') return response
      const results = yield* this.#runCalls()
      const done: StepFinishEvent = compact({ type: 'step-finish' as const, step, response, results })
      yield done
      const reason = await this.#reasonToEnd({ ...done, messages: this.messages })
      if (reason !== undefined) return reason
      if (step >= steps) return 'steps'
    }
  }

  /** Returns the result of the steps, once no call runs. */
  async result(reason: LoopFinishReason): Promise<LoopResult<unknown>> {
    await this.#running
    const { messages } = this
    const responses = this.#responses
    const last = responses.at(-1)
    const object = reason === 'answered' ? last?.object : undefined
    const outcome = this.#failed ?? (last && outcomeOf(last.finish))
    return compact({ reason, outcome, messages, responses, object, approvals: pendingApprovals(messages) })
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
    const { outputRetries } = this.#options
    this.#canResume = provider.resumesPaused === true
    const turn = provider.turn(conversation, compact({ signal: this.#signal, outputRetries }))
    try {
      yield* turn
      const response = await turn.response
      this.#responses.push(response)
      this.messages.push(response.message)
      return response
    } catch (error) {
      if (this.#signal.aborted) return 'aborted'
      if (error instanceof ResponseError) this.#failed = outcomeOf(error.response.finish)
      throw error
    }
  }

  async #request(step: number): Promise<StepRequest> {
    const { messages } = this
    const { provider, tools = [], beforeStep } = this.#options
    const all = firstOfEach<RunnableTool>([...tools, ...this.#executor.definitions])
    const changes = await beforeStep?.({ step, messages })
    const { provider: other = provider, ...sent } = changes ?? {}
    const own = { messages: [...messages], ...(all.length > 0 && { tools: all }) }
    return { provider: other, conversation: { ...own, ...settingsOf(this.#options), ...sent } }
  }

  async *#runCalls(): AsyncGenerator<LoopEvent, ToolResult[]> {
    const calls = this.#callsToRun()
    if (calls.length === 0) return []
    const { context, approvals = [] } = this.#options
    const { events, results } = startCalls(
      this.#executor,
      calls,
      compact({ context, approvals, signal: this.#signal }),
    )
    const kept = results.then((given) => {
      if (given.length > 0) this.messages.push(toolMessage(given))
      return given
    })
    this.#running = kept
    yield* events
    return kept
  }

  /** Approval for a waiting call is requested again only if an answer is possible. */
  #callsToRun(): ToolCall[] {
    const { approvals = [], approve } = this.#options
    const waiting = new Map(pendingApprovals(this.messages).map((request) => [request.callId, request]))
    return this.#pending().filter(({ id }) => {
      const request = waiting.get(id)
      return request === undefined || approve !== undefined || approvalFor(approvals, request) !== undefined
    })
  }

  #isPaused({ response }: LoopStep): boolean {
    return this.#canResume && response !== undefined && outcomeOf(response.finish) === 'paused'
  }

  #pending(): ToolCall[] {
    const { alsoAfter } = this.#options
    return pendingCalls(this.messages, compact({ alsoAfter }))
  }

  async #reasonToEnd(step: LoopStep): Promise<LoopFinishReason | undefined> {
    const isPending = this.#pending().length > 0
    if (step.results.length === 0 && !isPending && !this.#isPaused(step)) return reasonOf(step)
    if (this.#signal.aborted) return 'aborted'
    if (pendingApprovals(this.messages).length > 0) return 'approval'
    if (isPending) return 'client'
    return (await this.#options.until?.(step)) === true ? 'until' : undefined
  }
}

/** Returns the reason why a step without calls is the last one. */
function reasonOf({ response }: LoopStep): LoopFinishReason {
  return response === undefined || isGoodEnd(outcomeOf(response.finish)) ? 'answered' : 'incomplete'
}

interface StepRequest {
  readonly provider: Provider
  readonly conversation: TurnInput
}

/** Returns the options that are sent. */
function settingsOf({
  provider: _provider,
  messages: _messages,
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
  ...settings
}: LoopOptions) {
  return settings
}
