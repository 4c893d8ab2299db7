import { Worker } from 'bullmq'
import { sleep } from '../../base/http/timer.js'
import { AdapterError } from '../../base/json/adapter-error.js'
import { compact } from '../../base/json/write-json.js'
import { expectGiven } from '../../base/model/expect.js'
import type { StateStore } from '../context/context-types.js'
import { isInMemory } from '../context/memory-state.js'
import { createToolEvents } from '../events/bus.js'
import { createExecutor } from '../executor/executor.js'
import { expectAtLeast, expectSecret } from '../executor/executor-settings.js'
import { endConnections, GOODBYE, queueOptions, warner } from './connection.js'
import { Heartbeat } from './heartbeat.js'
import { LifeSigns } from './life-signs.js'
import type { ToolWorker, ToolWorkerOptions } from './queue-types.js'
import { RedisCalls } from './redis-calls.js'
import { NOT_SHARED, runJob } from './run-job.js'
import type { WorkerSetup } from './worker-task.js'

/**
 * Creates a worker that runs the calls of `createQueueExecutor` like an executor in the process: with
 * timeouts, retries, policies and hooks. The worker starts at once; several workers in one process or on many
 * machines share the calls.
 *
 * A call begins at most once, unless its tool is `retryable` on both sides. If the worker of this call is
 * lost, the result is an error stating that the effect is unknown.
 * @throws AdapterError `wrong-type` for an invalid number or a missing connection. Error for a queue name
 * that BullMQ rejects.
 * @example
 * const worker = createToolWorker({ queue: 'tools', connection: { host: 'redis' }, tools, concurrency: 4 })
 * process.on('SIGTERM', () => worker.close())
 */
export function createToolWorker(options: ToolWorkerOptions): ToolWorker {
  expectGiven(options, ['a worker needs options', 'createToolWorker({ queue, connection, tools })'])
  const { queue, concurrency = 8, lease = 30_000, maxRuns = 3, maxResultBytes = 4 * 1024 * 1024 } = options
  expectAtLeast(1, concurrency, '/concurrency')
  expectAtLeast(1000, lease, '/lease')
  expectAtLeast(1, maxRuns, '/maxRuns')
  expectAtLeast(1000, maxResultBytes, '/maxResultBytes')
  const settings = executorOptionsOf(options)
  // Reports invalid options now, not at the first call.
  createExecutor({ ...settings, tools: options.tools })
  const context = contextOption(options.context)
  const warn = warner(options)
  const worker = new Worker(queue, (job) => lifeSigns.hold(job, () => runJob(setup, job)), {
    ...queueOptions(options),
    concurrency,
    lockDuration: lease,
    skipLockRenewal: true,
    stalledInterval: lease / 2,
    // The next worker of a stalled call decides whether the call may start again. BullMQ's limit would
    // drop the call without an answer.
    maxStalledCount: Number.MAX_SAFE_INTEGER,
    runRetryDelay: 1000,
  })
  worker.on('error', (error) => warn('a worker failed', error))
  const calls = new RedisCalls(worker)
  const heartbeat = new Heartbeat(queueOptions(options).connection, lease, warn)
  const lifeSigns = new LifeSigns(calls, worker, lease, heartbeat)
  const events = options.events ?? createToolEvents()
  if (options.onEvent !== undefined) events.subscribe(options.onEvent)
  const setup: WorkerSetup = {
    calls,
    events,
    warn,
    executor: settings,
    usedApprovals: options.approvalState ?? calls.usedApprovals(),
    tools: options.tools,
    context,
    limits: { lease, maxRuns, maxResultBytes },
    lifeSigns,
    giveBack: (id, token) => worker.backend.retryJob(id, false, token),
    missing: new Set(),
  }
  return {
    ready: () => worker.waitUntilReady(),
    close: (grace = Infinity) => closeWorker(worker, lifeSigns, grace).finally(() => heartbeat.close()),
  }
}

/** Returns the options of the executor. The remaining options belong to the queue. */
function executorOptionsOf(options: ToolWorkerOptions): WorkerSetup['executor'] {
  expectSecret(options)
  const {
    timeout,
    retries,
    releaseAbandoned,
    policy,
    approve,
    hooks,
    maxOutputCharacters,
    formatError,
    telemetry,
    onWarning,
    approvalSecret,
    approvalState,
  } = options
  if (approvalState !== undefined) expectShared(approvalState, '/approvalState')
  return compact({
    timeout,
    retries,
    releaseAbandoned,
    policy,
    approve,
    approvalSecret,
    hooks,
    maxOutputCharacters,
    formatError,
    telemetry,
    onWarning,
  })
}

/**
 * Returns the context option. A context that is not a function is created once, so that a mistake is reported
 * at once.
 * @throws AdapterError `unsupported` for a state in memory.
 */
function contextOption(given: ToolWorkerOptions['context'] = {}): WorkerSetup['context'] {
  if (typeof given === 'function') return given
  if (given.state !== undefined) expectShared(given.state, '/context/state')
  return given
}

function expectShared(store: StateStore, path: string): void {
  if (isInMemory(store)) throw new AdapterError('unsupported', path, NOT_SHARED)
}

/** Closes the worker. While Redis is unreachable, BullMQ would wait even if no call runs. */
async function closeWorker(worker: Worker, lifeSigns: LifeSigns, grace: number): Promise<void> {
  let isClosed = false
  const closing = worker.close().finally(() => {
    isClosed = true
  })
  const start = performance.now()
  let idleSince = start
  while (!isClosed && performance.now() - idleSince < GOODBYE && performance.now() - start < grace) {
    if (lifeSigns.isBusy) idleSince = performance.now()
    await Promise.race([closing.catch(() => {}), sleep(POLL)])
  }
  lifeSigns.stopAll()
  await endConnections(worker, closing)
  lifeSigns.close()
}

/** Milliseconds between two checks for running calls. */
const POLL = 50
