import { AdapterError } from '../../base/json/adapter-error.js'
import { asChecked } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import {
  expectAmongSettings,
  expectGiven,
  expectList,
  expectMessages,
  expectOptions,
  expectSome,
  type KnownOptions,
  type NothingBeside,
} from '../../base/model/expect.js'
import { ResponseError } from '../../base/model/response-error.js'
import type { Message } from '../../base/model/types.js'
import { expectDistinct } from '../../tools/lookup.js'
import { expectStored } from '../conversation/expect-stored.js'
import type { ObjectIn } from '../output/answer-object.js'
import { ReadOnce } from '../provider/read-once.js'
import type { Budget } from './budget.js'
import type { LoopEvent, LoopFinishReason } from './loop-events.js'
import type { Loop, LoopOptions, LoopResult } from './loop-types.js'
import { DEFAULT_MAX_STEPS, Steps } from './steps.js'

/**
 * Requests model turns and runs their calls until the model makes no more calls. The loop starts when it is
 * iterated or its `result` is read. Calls run only if their turn ended normally; otherwise the loop ends with
 * `incomplete` or `error`. A paused turn is continued if the provider supports continuation by sending the
 * conversation again.
 *
 * A call that needs approval ends the loop with `approval` once the other calls are done. The request is in
 * `messages` (`pendingApprovals`), so a later run, also of another process, continues from the stored
 * messages and the `approvals`. Calls whose results were not stored when a process died run again.
 * @throws AdapterError for an invalid option.
 * @example
 * const loop = runLoop({ provider: gpt, messages: [userMessage('Do I need an umbrella in Oslo?')], tools: [weather] })
 * for await (const event of loop) if (event.type === 'text-delta') process.stdout.write(event.delta)
 * const { messages } = await loop.result
 */
export function runLoop<const Options extends LoopOptions>(
  options: Options & NothingBeside<LoopOptions, Options>,
): Loop<Exclude<ObjectIn<Options>, undefined>> {
  expectLoop(options)
  return new OpenLoop(options)
}

/** Options that are not settings. */
const OWN = {
  provider: true,
  conversation: true,
  unknownCalls: true,
  step: true,
  budget: true,
  executor: true,
  approvals: true,
  steps: true,
  until: true,
  beforeStep: true,
  outputRetries: true,
  signal: true,
  context: true,
  policy: true,
  approve: true,
  alsoAfter: true,
  telemetry: true,
} as const
/** Option names of other libraries, with the correct name of each. */
const ELSEWHERE = {
  maxsteps: 'steps',
  maxturns: 'steps',
  stopwhen: 'until',
  preparestep: 'beforeStep',
  abortsignal: 'signal',
  output: 'outputFormat',
  outputschema: 'outputFormat',
}

const BUDGET: KnownOptions<Budget> = {
  maxTokens: true,
  maxCost: true,
  costOf: true,
  timeoutMs: true,
  turnTimeoutMs: true,
}

function expectLoop(options: LoopOptions): void {
  expectGiven(options, ['runLoop needs options', 'runLoop({ provider, messages, tools })'])
  const { provider, messages, conversation, tools = [], steps = DEFAULT_MAX_STEPS, budget = {} } = options
  if (typeof provider?.turn !== 'function')
    throw new AdapterError(
      'missing-field',
      '/provider',
      'a loop needs `provider`: what `provider(…)` returns',
    )
  expectAmongSettings(options, OWN, ['an option of runLoop', ELSEWHERE])
  expectStored(options, 'a loop')
  if (conversation === undefined) {
    expectSome(options)
    expectMessages(messages, '/messages')
  }
  expectOptions(budget, BUDGET, ['budget', 'budget: { maxTokens, maxCost, costOf }'])
  if (budget.maxCost !== undefined && typeof budget.costOf !== 'function')
    throw new AdapterError(
      'missing-field',
      '/budget/costOf',
      '`maxCost` needs `costOf`, which returns the cost of an answer',
    )
  expectList(tools, ['tools is not a list', 'runLoop({ provider, messages, tools: [tool] })'], '/tools')
  expectDistinct(tools)
  if (!(steps >= 1))
    throw new AdapterError('wrong-type', '/steps', `the steps of a loop have to be 1 or more, got ${steps}`)
}

class OpenLoop<Output> extends ReadOnce<LoopEvent, LoopResult<Output>> implements Loop<Output> {
  readonly #abort = new AbortController()
  readonly #steps: Steps
  readonly #events: AsyncGenerator<LoopEvent, undefined>
  #reason: LoopFinishReason = 'aborted'

  constructor(options: LoopOptions) {
    super('a loop can be iterated only once; iterate it, then await its result')
    const own = this.#abort.signal
    const { signal, budget } = options
    const signals = [own, ...(signal === undefined ? [] : [signal])]
    if (budget?.timeoutMs !== undefined) signals.push(AbortSignal.timeout(budget.timeoutMs))
    this.#steps = new Steps(options, signals.length === 1 ? own : AbortSignal.any(signals))
    this.#events = this.#run()
  }

  get messages(): readonly Message[] {
    return this.#steps.messages
  }

  get result(): Promise<LoopResult<Output>> {
    return this.whole
  }

  steer(message: Message | string): Promise<void> {
    return this.#steps.steer(message)
  }

  async *#run(): AsyncGenerator<LoopEvent, undefined> {
    let failure: ResponseError | undefined
    try {
      this.#reason = yield* this.#steps.run()
    } catch (error) {
      this.#reason = 'error'
      if (!(error instanceof ResponseError)) throw error
      failure = error
    } finally {
      this.#steps.endSteering(this.#reason)
    }
    const { reason, outcome, messages, approvals } = await this.#steps.result(this.#reason)
    yield compact({ type: 'loop-finish' as const, reason, outcome, messages, approvals })
    // A program that reads only texts must not treat a failure as an answer.
    if (failure !== undefined) throw failure
  }

  protected read(): Promise<IteratorResult<LoopEvent, undefined>> {
    return this.#events.next()
  }

  protected async leave(): Promise<void> {
    this.#abort.abort()
    this.#steps.endSteering(this.#reason)
    await this.#events.return(undefined).catch(() => undefined)
  }

  protected async complete(): Promise<LoopResult<Output>> {
    return asChecked(await this.#steps.result(this.#reason))
  }
}
