import { type Job, WaitingError } from 'bullmq'
import { atMost, sleep } from '../../base/http/timer.js'
import { compact } from '../../base/json/write-json.js'
import type { ToolCall } from '../../base/model/types.js'
import { byteLengthOf } from '../../base/seal/digest.js'
import type { StateStore, ToolContext } from '../context/context-types.js'
import { readExecutionContext } from '../context/execution.js'
import { isInMemory, noState } from '../context/memory-state.js'
import { contextOf } from '../context/tool-context.js'
import type { RunnableTool } from '../define-tool.js'
import { toToolError } from '../errors/to-tool-error.js'
import { ToolError } from '../errors/tool-error.js'
import type { ToolEvents } from '../events/bus.js'
import type { ToolEvent } from '../events/event-types.js'
import type { CallJournal } from '../executor/call-journal.js'
import { executorWith } from '../executor/executor.js'
import type { CallOutcome, ExecutorOptions } from '../executor/executor-types.js'
import { Gate } from '../executor/gate.js'
import { toolOf } from '../lookup.js'
import type { LifeSigns, WorkerCall } from './life-signs.js'
import { cancelled, lost, ShutDown, spent, tooLarge } from './queue-errors.js'
import {
  type CallEnding,
  type CallMessage,
  failed,
  type JobOutcome,
  readCallMessage,
  readOutcome,
  write,
} from './queue-messages.js'
import type { ToolWorkerOptions } from './queue-types.js'
import type { RedisCalls, ScriptResult } from './redis-calls.js'

/** The shared state of all runs of a worker. */
export interface Shop {
  readonly calls: RedisCalls
  readonly events: ToolEvents
  readonly executor: Omit<ExecutorOptions, 'tools' | 'context' | 'approvalState'>
  /** Records used approvals for all workers. */
  readonly usedApprovals: StateStore
  readonly tools: readonly RunnableTool[]
  readonly context: NonNullable<ToolWorkerOptions['context']>
  readonly limits: { readonly lease: number; readonly maxRuns: number; readonly maxResultBytes: number }
  readonly lifeSigns: LifeSigns
  /** Puts a job at the end of the queue. */
  giveBack(id: string, token: string | undefined): Promise<unknown>
  /** Names of tools whose calls were returned to the queue. */
  readonly missing: Set<string>
  warn(message: string, cause: unknown): void
}

/** A call that this worker fetched from the queue. */
interface Task extends WorkerCall {
  readonly shop: Shop
  readonly asked: CallMessage
  readonly job: string
  readonly tool: RunnableTool
  readonly gate: Gate
}

/**
 * Runs the call of a job, or determines that it must not run. Returns nothing: `finish` stores the outcome.
 * @throws WaitingError if the job was returned to the queue.
 */
export async function runJob(shop: Shop, given: Job): Promise<void> {
  const { id: job = '', data } = given
  const asked = readCallMessage(data.asked)
  const { key, keep, call, version } = asked
  const owner = crypto.randomUUID()
  const tool = toolOf(call, shop.tools)
  if (tool?.execute === undefined || (version !== undefined && version !== tool.version))
    return passOn(shop, given, call)
  const stop = new AbortController()
  const task: Task = { shop, asked, job, tool, key, keep, owner, stop, gate: new Gate(Infinity) }
  const [word, text] = await claim(task)
  if (word === 'gone') return
  if (word === 'known') return void (await shop.calls.tell(key, job, '{}', keep))
  if (word !== 'run') return finish(task, failed(call, errorOf(word, shop.limits.maxRuns)))
  let hasBegun = false
  let outcome: JobOutcome | undefined
  await shop.lifeSigns.show(task, async () => {
    outcome = await outcomeOf(task, Number(text), () => {
      hasBegun = true
    })
    if (goesBack(task, outcome, hasBegun)) await release(task, hasBegun)
    else await finish(task, outcome)
  })
  if (outcome !== undefined && goesBack(task, outcome, hasBegun)) {
    await given.moveToWait(given.token)
    throw new WaitingError()
  }
  // A tool that still runs occupies its slot until it ends.
  if (shop.executor.releaseAbandoned !== true) await task.gate.idle()
}

/**
 * Returns a call to the queue for a worker that has its tool. A call that was already returned waits a
 * moment, because no worker may have the tool.
 */
async function passOn(shop: Shop, job: Job, { name }: ToolCall): Promise<never> {
  if (!shop.missing.has(name)) {
    shop.missing.add(name)
    shop.warn(
      `this worker gives back calls of ${name}: it has no such tool, or another version of it`,
      undefined,
    )
  }
  if (job.attemptsStarted > 1) await sleep(AGAIN)
  await shop.giveBack(job.id ?? '', job.token)
  throw new WaitingError()
}

/** Milliseconds. */
const AGAIN = 250

/**
 * Returns true if another worker should run the call: this one shuts down, and running the call again does no
 * harm.
 */
function goesBack(task: Task, outcome: JobOutcome, hasBegun: boolean): boolean {
  if (
    !(task.stop.signal.reason instanceof ShutDown) ||
    outcome.status === 'waiting' ||
    !outcome.result.isError
  )
    return false
  return !hasBegun || isRepeatable(task)
}

/** Work that still runs has a moment to end: another worker then starts the call again. */
async function release({ shop, key, owner, gate }: Task, hasBegun: boolean): Promise<void> {
  await atMost(MOMENT, gate.idle())
  await shop.calls.release(key, owner, hasBegun)
}

/** Milliseconds. */
const MOMENT = 300

function isRepeatable({ asked, tool }: Task): boolean {
  return asked.retryable && tool.retryable === true
}

function errorOf(word: string, maxRuns: number): ToolError {
  if (word === 'spent') return spent(maxRuns)
  return word === 'cancelled' ? cancelled() : lost()
}

/**
 * Claims a call. It may be delivered twice although its worker is alive, if Redis was away for longer than
 * the lease. The first worker sends a heartbeat within a second, and its result is awaited.
 */
async function claim(task: Task): Promise<ScriptResult> {
  const { shop, key, owner } = task
  const { lease, maxRuns } = shop.limits
  let isSure = false
  for (;;) {
    const answer = await shop.calls.claim(key, {
      owner,
      isRepeatable: isRepeatable(task),
      maxRuns,
      lease,
      isSure,
    })
    if (answer[0] !== 'elsewhere' && answer[0] !== 'unsure') return answer
    isSure = answer[0] === 'unsure'
    await sleep(1000)
  }
}

async function outcomeOf(task: Task, run: number, onBegin: () => void): Promise<JobOutcome> {
  const { asked, tool, shop, stop, gate } = task
  const { call, approvals, mode, allowedTools, trace } = asked
  // One executor per call: its events then belong to this call, whatever ids other conversations use.
  const approvalState = usedBy(asked.batch, shop.usedApprovals)
  const executor = executorWith({ ...shop.executor, approvalState, tools: [tool] }, gate)
  const told = new EventOutbox(task, run)
  executor.subscribe((event) => shop.events.emit(event))
  executor.subscribe((event) => {
    if (event.type === 'started') onBegin()
    return told.hear(event)
  })
  try {
    if (run > 1) await told.hear(again(call, run))
    const context = await contextFor(task)
    const journal = keyedBy(asked.key)
    const options = compact({ signal: stop.signal, context, approvals, mode, allowedTools, journal })
    const work = () => executor.dispatch([call], options)
    const { telemetry } = shop.executor
    const [outcome] = await (trace && telemetry?.resume ? telemetry.resume(trace, work) : work())
    await executor.flush()
    await told.whenTold()
    return outcomeFrom(call, outcome, told.ending)
  } catch (thrown) {
    return failed(call, toToolError(thrown))
  }
}

/** Gives the tool its idempotency key. The client records the call. */
function keyedBy(key: string): CallJournal {
  return { begin: async () => key, end: async () => {}, wait: async () => {} }
}

/**
 * Limits approvals to one batch, even if the call is started again after its worker was lost or returned it.
 */
function usedBy(batch: string, store: StateStore): StateStore {
  const own = JSON.stringify(batch)
  return {
    get isBroken() {
      return store.isBroken ?? false
    },
    async get(key) {
      const text = await store.get(key)
      return text === own ? undefined : text
    },
    set: (key) => store.set(key, own),
    ...(store.replace !== undefined && {
      replace: async (key: string, expected: string | undefined) =>
        (await store.replace?.(key, expected, own)) === true || (await store.get(key)) === own,
    }),
  }
}

/** Listeners see the call begin a second time. */
function again({ id: callId, name }: ToolCall, run: number): ToolEvent {
  const message = 'The worker of the call ended.'
  return { type: 'retrying', callId, name, attempt: run - 1, delay: 0, message, sequence: 0, time: 0 }
}

/** The error message for state in memory on a worker. */
export const NOT_SHARED =
  'A worker cannot have state in memory, since the next call may run in another process: give createToolWorker ' +
  'a state that all workers share, such as redisState, as `state` of its `context` or as `approvalState`.'

/** Returns the host's context with the caller's data from the client. */
async function contextFor({ asked, shop }: Task): Promise<ToolContext> {
  const { execution, ...from } = asked.context
  const given = typeof shop.context === 'function' ? await shop.context(from) : shop.context
  const where = execution === undefined ? undefined : readExecutionContext(execution)
  const context = contextOf(given)
  const state = isInMemory(context.state) ? noState(NOT_SHARED) : undefined
  return context.derive(compact({ ...from, execution: where, state }))
}

/** Sends events of a running call to clients: all except its end, which is sent with the outcome. */
class EventOutbox {
  ending: CallEnding | undefined
  #count = 0
  #latest = Promise.resolve()

  constructor(
    private readonly task: Task,
    private readonly run: number,
  ) {}

  /**
   * Sends an event. The next event waits until this one is sent, which limits the number of events in
   * transit.
   */
  hear(event: ToolEvent): Promise<void> {
    const { type } = event
    if (type === 'denied') this.ending = compact({ type, reason: event.reason })
    else if (type === 'completed' || type === 'failed') this.ending = { type, duration: event.duration }
    else if (this.task.asked.isHeard) this.#latest = this.#latest.then(() => this.#tellAll(piecesOf(event)))
    return this.#latest
  }

  /** Resolves when all events are sent. */
  whenTold(): Promise<void> {
    return this.#latest
  }

  async #tellAll(events: readonly ToolEvent[]): Promise<void> {
    for (const event of events) await this.#tell(event)
  }

  async #tell(event: ToolEvent): Promise<void> {
    this.#count += 1
    const { key, job, keep, shop } = this.task
    try {
      const text = write({ event, number: this.run * 2 ** 32 + this.#count })
      if (text.length > MOST_EVENT)
        throw new Error(`It has ${text.length} characters; the limit is ${MOST_EVENT}.`)
      await shop.calls.tell(key, job, text, keep)
    } catch (cause) {
      shop.warn(`an event (${event.type}) of ${event.callId} was not forwarded`, cause)
    }
  }
}

/** The maximum characters of an event's JSON: Redis stores unread events. */
const MOST_EVENT = 256 * 1024
/** The maximum characters of a chunk in one event. */
const MOST_CHUNK = 16 * 1024
/**
 * The maximum characters of an outcome that is sent directly; a larger one is looked up, so that it is stored
 * only once.
 */
const MOST_TOLD = 16 * 1024

function piecesOf(event: ToolEvent): readonly ToolEvent[] {
  if (event.type !== 'output-chunk' || event.chunk.length <= MOST_CHUNK) return [event]
  const pieces = event.chunk.match(PIECE) ?? []
  return pieces.map((chunk) => ({ ...event, chunk }))
}

/** Splits between code points. */
const PIECE = new RegExp(`[^]{1,${MOST_CHUNK}}`, 'gu')

function outcomeFrom(
  call: ToolCall,
  outcome: CallOutcome | undefined,
  ending: CallEnding | undefined,
): JobOutcome {
  if (outcome?.status === 'waiting') return { status: 'waiting', request: outcome.request }
  if (outcome === undefined || !('result' in outcome))
    return failed(call, new ToolError('The call was not run.'))
  const { result } = outcome
  const type = result.isError ? 'failed' : 'completed'
  return { status: outcome.status, result, ending: ending ?? { type, duration: 0 } }
}

/**
 * Stores the outcome of the call. It is retried for as long as the outcome would be kept, because no other
 * process knows it.
 */
async function finish(task: Task, outcome: JobOutcome): Promise<void> {
  const { shop, key, owner, job, keep } = task
  const text = fitting(task, outcome)
  const news = text.length <= MOST_TOLD ? write({ outcome: readOutcome(text) }) : '{}'
  const end = { owner, job, news, outcome: text, isWaiting: outcome.status === 'waiting', keep }
  const start = performance.now()
  for (let delay = 250; ; delay = Math.min(2 * delay, LONGEST_DELAY)) {
    try {
      await shop.calls.finish(key, end)
      return
    } catch (cause) {
      shop.warn(`the outcome of ${task.asked.call.id} could not be stored`, cause)
      if (performance.now() - start > keep) throw cause
      await sleep(delay)
    }
  }
}

/** Milliseconds between two attempts. */
const LONGEST_DELAY = 2000

/** Returns the outcome as JSON, reduced if it is too large. */
function fitting({ shop, asked }: Task, outcome: JobOutcome): string {
  const { maxResultBytes: most } = shop.limits
  const text = write(outcome)
  if (outcome.status === 'waiting' || byteLengthOf(text) <= most) return text
  const { raw: _, ...result } = outcome.result
  const shorter = write({ ...outcome, result })
  if (byteLengthOf(shorter) <= most) return shorter
  return write(failed(asked.call, tooLarge('The result', byteLengthOf(text), most)))
}
