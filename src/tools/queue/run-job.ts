import { type Job, WaitingError } from 'bullmq'
import { atMost, sleep } from '../../base/http/timer.js'
import { compact } from '../../base/json/write-json.js'
import type { ToolCall } from '../../base/model/types.js'
import type { StateStore, ToolContext } from '../context/context-types.js'
import { readExecutionContext } from '../context/execution.js'
import { isInMemory, noState } from '../context/memory-state.js'
import { contextOf } from '../context/tool-context.js'
import { toToolError } from '../errors/to-tool-error.js'
import { ToolError } from '../errors/tool-error.js'
import type { ToolEvent } from '../events/event-types.js'
import type { CallJournal } from '../executor/call-journal.js'
import { executorWith } from '../executor/executor.js'
import type { CallOutcome } from '../executor/executor-types.js'
import { Gate } from '../executor/slots.js'
import { toolOf } from '../lookup.js'
import { claimCall } from './claim-call.js'
import { EventOutbox } from './event-outbox.js'
import { cancelled, lost, ShutDown, spent } from './queue-errors.js'
import { type CallEnding, failed, type JobOutcome, readCallMessage } from './queue-messages.js'
import { storeOutcome } from './store-outcome.js'
import { isRepeatable, type Task, type WorkerSetup } from './worker-task.js'

/**
 * Runs the call of a job, or determines that it must not run. Returns nothing: `storeOutcome` stores the outcome.
 * @throws WaitingError if the job was returned to the queue.
 */
export async function runJob(setup: WorkerSetup, given: Job): Promise<void> {
  const { id: job = '', data } = given
  const asked = readCallMessage(data.asked)
  const { key, keep, call, version } = asked
  const owner = crypto.randomUUID()
  const tool = toolOf(call, setup.tools)
  if (tool?.execute === undefined || (version !== undefined && version !== tool.version))
    return passOn(setup, given, call)
  const stop = new AbortController()
  const task: Task = { setup, asked, job, tool, key, keep, owner, stop, gate: new Gate(Infinity) }
  const [word, text] = await claimCall(task)
  if (word === 'gone') return
  if (word === 'known') return void (await setup.calls.tell(key, job, '{}', keep))
  if (word !== 'run') return storeOutcome(task, failed(call, errorOf(word, setup.limits.maxRuns)))
  let hasBegun = false
  let outcome: JobOutcome | undefined
  await setup.lifeSigns.show(task, async () => {
    outcome = await outcomeOf(task, Number(text), () => {
      hasBegun = true
    })
    if (goesBack(task, outcome, hasBegun)) await release(task, hasBegun)
    else await storeOutcome(task, outcome)
  })
  if (outcome !== undefined && goesBack(task, outcome, hasBegun)) {
    await given.moveToWait(given.token)
    throw new WaitingError()
  }
  // A tool that still runs occupies its slot until it ends.
  if (setup.executor.releaseAbandoned !== true) await task.gate.idle()
}

/**
 * Returns a call to the queue for a worker that has its tool. A call that was already returned waits a
 * moment, because no worker may have the tool.
 */
async function passOn(setup: WorkerSetup, job: Job, { name }: ToolCall): Promise<never> {
  if (!setup.missing.has(name)) {
    setup.missing.add(name)
    setup.warn(
      `this worker returns calls of ${name} to the queue: it does not have the tool, or has another version of it`,
      undefined,
    )
  }
  if (job.attemptsStarted > 1) await sleep(AGAIN)
  await setup.giveBack(job.id ?? '', job.token)
  throw new WaitingError()
}

/** The delay before a returned call is returned again, in milliseconds. */
const AGAIN = 250

/**
 * Returns true if another worker should run the call, because this worker shuts down and the call can safely
 * run again.
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

/**
 * Releases the call, so that another worker starts it again. Work that still runs has a short time to end.
 */
async function release({ setup, key, owner, gate }: Task, hasBegun: boolean): Promise<void> {
  await atMost(MOMENT, gate.idle())
  await setup.calls.release(key, owner, hasBegun)
}

/** The time for running work to end, in milliseconds. */
const MOMENT = 300

function errorOf(word: string, maxRuns: number): ToolError {
  if (word === 'spent') return spent(maxRuns)
  return word === 'cancelled' ? cancelled() : lost()
}

async function outcomeOf(task: Task, run: number, onBegin: () => void): Promise<JobOutcome> {
  const { asked, tool, setup, stop, gate } = task
  const { call, approvals, mode, allowedTools, trace } = asked
  // Each call has a separate executor, so that its events belong to this call regardless of the ids of other
  // conversations.
  const approvalState = usedBy(asked.batch, setup.usedApprovals)
  const executor = executorWith({ ...setup.executor, approvalState, tools: [tool] }, gate)
  const told = new EventOutbox(task, run)
  executor.subscribe((event) => setup.events.emit(event))
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
    const { telemetry } = setup.executor
    const [outcome] = await (trace && telemetry?.resume ? telemetry.resume(trace, work) : work())
    await executor.flush()
    await told.whenTold()
    return outcomeFrom(call, outcome, told.ending)
  } catch (thrown) {
    return failed(call, toToolError(thrown))
  }
}

/** Creates a journal that passes the idempotency key to the tool. The client records the call. */
function keyedBy(key: string): CallJournal {
  return { begin: async () => key, end: async () => {}, wait: async () => {} }
}

/**
 * Limits approvals to one batch, even if the call is started again after its worker was lost or returned the
 * call.
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

/** Creates the event that reports the restart of a call to listeners. */
function again({ id: callId, name }: ToolCall, run: number): ToolEvent {
  const message = 'The worker of the call ended.'
  return { type: 'retrying', callId, name, attempt: run - 1, delay: 0, message, sequence: 0, time: 0 }
}

/** The error message for state in memory on a worker. */
export const NOT_SHARED =
  'A worker cannot have state in memory, since the next call may run in another process: give createToolWorker ' +
  'a state that all workers share, such as redisState, as `state` of its `context` or as `approvalState`.'

/** Returns the host's context with the caller's data from the client. */
async function contextFor({ asked, setup }: Task): Promise<ToolContext> {
  const { execution, ...from } = asked.context
  const given = typeof setup.context === 'function' ? await setup.context(from) : setup.context
  const where = execution === undefined ? undefined : readExecutionContext(execution)
  const context = contextOf(given)
  const state = isInMemory(context.state) ? noState(NOT_SHARED) : undefined
  return context.derive(compact({ ...from, execution: where, state }))
}

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
