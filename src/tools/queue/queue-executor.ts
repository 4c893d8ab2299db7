import { type Called, expectGiven, expectList } from '../../base/model/expect.js'
import type { ToolCall } from '../../base/model/types.js'
import { withheldError } from '../call-input.js'
import type { ToolContext, ToolContextOptions } from '../context/context-types.js'
import { contextOf } from '../context/tool-context.js'
import type { RunnableTool } from '../define-tool.js'
import { createToolEvents, type ToolEvents } from '../events/bus.js'
import { tooLong } from '../executor/attempt.js'
import { expectAtLeast } from '../executor/executor-settings.js'
import type { AllowedTools, CallOutcome, ExecuteOptions, ExecutionMode } from '../executor/executor-types.js'
import { type EmittingCall, emit } from '../executor/job.js'
import { executorOf } from '../executor/outcome.js'
import { recorded } from '../executor/record-outcome.js'
import { Scope } from '../executor/scope.js'
import { inMode, type RunCall, skipped } from '../executor/sequence.js'
import { expectDistinct, left, toolOf } from '../lookup.js'
import { QueueClient, type QueueRequest } from './queue-client.js'
import { stopped, tooLarge } from './queue-errors.js'
import { failed, type JobOutcome, notBegunJob } from './queue-messages.js'
import { type CallBatch, queueRequestOf, sizeOf } from './queue-request.js'
import type { QueueExecutor, QueueExecutorOptions } from './queue-types.js'

/**
 * Creates an executor whose calls run on the workers of `createToolWorker`, on this machine or others. Use it
 * like any executor, also with others in `composeExecutors`.
 *
 * Each call has one result. A call of the same conversation with the same id, submitted again here or by
 * another process while its result is kept, is not run again. Without a conversation id, and for derived call
 * ids, this applies only within one batch.
 * @throws AdapterError `wrong-type` for an invalid number or a missing connection. Error for a queue name
 * that BullMQ rejects.
 * @example
 * const remote = createQueueExecutor({ queue: 'tools', connection: { host: 'redis' }, tools, totalTimeout: 60_000 })
 * const executor = composeExecutors(createExecutor({ tools: quickTools }), remote)
 */
export function createQueueExecutor(options: QueueExecutorOptions): QueueExecutor {
  const settings = settingsOf(options)
  const { tools, events } = settings
  const client = new QueueClient(options)
  return {
    ...executorOf({
      definitions: () => tools,
      handles: (call) => !call.providerExecuted && toolOf(call, tools) !== undefined,
      keepsJournal: true,
      // Results are kept for at least this time. Waiting and running calls do not expire.
      rejoins: (_call, begunAt) => Date.now() - begunAt < settings.keep,
      dispatch: (calls, given = {}) => dispatch(settings, client, calls, given),
      events,
    }),
    close: () => client.close(),
  }
}

interface QueueSettings {
  readonly tools: readonly RunnableTool[]
  readonly context: ToolContext
  readonly mode: ExecutionMode
  readonly allowedTools: AllowedTools | undefined
  readonly events: ToolEvents
  readonly totalTimeout: number | undefined
  readonly telemetry: QueueExecutorOptions['telemetry']
  readonly keep: number
  readonly maxCallBytes: number
  readonly onWarning: QueueExecutorOptions['onWarning']
}

function settingsOf(options: QueueExecutorOptions): QueueSettings {
  expectGiven(options, CALLED)
  expectList(options.tools, CALLED, '/tools')
  expectDistinct(options.tools)
  const { events = createToolEvents(), onEvent, totalTimeout, allowedTools } = options
  const { keepResults: keep = HOUR, maxCallBytes = 4 * 1024 * 1024 } = options
  expectAtLeast(1, totalTimeout, '/totalTimeout')
  expectAtLeast(60_000, keep, '/keepResults')
  expectAtLeast(1, maxCallBytes, '/maxCallBytes')
  if (onEvent !== undefined) events.subscribe(onEvent)
  const context = contextOf(options.context ?? {})
  const { tools, mode = 'parallel', telemetry, onWarning } = options
  return {
    tools,
    telemetry,
    context,
    mode,
    allowedTools,
    events,
    totalTimeout,
    keep,
    maxCallBytes,
    onWarning,
  }
}

const CALLED: Called = ['a queue executor needs options', 'createQueueExecutor({ queue, connection, tools })']

/** The default time for which results are kept, in milliseconds. */
const HOUR = 3_600_000

async function dispatch(
  settings: QueueSettings,
  client: QueueClient,
  calls: readonly ToolCall[],
  options: ExecuteOptions,
): Promise<CallOutcome[]> {
  const { totalTimeout } = settings
  const context = contextFor(settings.context, options.context)
  const scope = new Scope([options.signal, context.signal], totalTimeout, () => late(totalTimeout))
  const batch: CallBatch = {
    context,
    scope: crypto.randomUUID(),
    mode: options.mode ?? settings.mode,
    approvals: options.approvals ?? [],
    allowedTools: [settings.allowedTools, options.allowedTools],
    isHeard: settings.events.isHeard,
    keep: settings.keep,
    trace: traceOf(settings),
    journal: options.journal,
  }
  const run: RunCall = (call, stop) =>
    recorded(ask({ settings, client, batch, scope }, call, stop), options.journal, settings.onWarning)
  try {
    return await inMode(batch.mode, calls, run)
  } finally {
    scope.close()
  }
}

/** Returns the trace of a batch. If the tracer fails, only the trace is lost. */
function traceOf({ telemetry }: QueueSettings): CallBatch['trace'] {
  try {
    return telemetry?.carrier?.()
  } catch {
    return undefined
  }
}

function contextFor(own: ToolContext, given: ToolContext | ToolContextOptions = {}): ToolContext {
  return 'derive' in given ? given : own.derive(given)
}

function late(totalTimeout: number | undefined): Error {
  return tooLong('The calls of this turn took', totalTimeout)
}

interface ClientParts {
  readonly settings: QueueSettings
  readonly client: QueueClient
  readonly batch: CallBatch
  readonly scope: Scope
}

async function ask(asking: ClientParts, call: ToolCall, stop: CallOutcome | undefined): Promise<CallOutcome> {
  const { settings, batch } = asking
  const tool = toolOf(call, settings.tools)
  if (call.providerExecuted || tool === undefined) return left(call, settings.tools)
  const { events } = settings
  const told: EmittingCall = { call, conversationId: batch.context.conversationId, events }
  if (stop !== undefined) return skipped({ ...told, tool }, stop)
  const withheld = withheldError(call)
  if (withheld !== undefined) {
    const { status, result, ending } = failed(call, withheld)
    emit(told, { ...ending, result })
    return { status, call, result }
  }
  let isToldToWait = false
  const asked = await queueRequestOf(batch, call, tool, (event) => {
    isToldToWait ||= event.type === 'waiting'
    events.emit(event)
  })
  const { outcome, isFirst } = await answerTo(asking, asked)
  if (outcome.status === 'waiting') {
    const { request } = outcome
    if (isFirst && !isToldToWait) emit(told, { type: 'waiting', request })
    return { status: 'waiting', call, request }
  }
  const { result, ending } = outcome
  if (isFirst) emit(told, { ...ending, result })
  return { status: outcome.status, call, result }
}

interface CallAnswer {
  readonly outcome: JobOutcome
  /**
   * True if the final event of the call is emitted. For a call that is requested twice, it is emitted once.
   */
  readonly isFirst: boolean
}

async function answerTo(
  { settings, client, scope }: ClientParts,
  request: QueueRequest,
): Promise<CallAnswer> {
  const { call, retryable } = request.asked
  const bytes = sizeOf(request)
  const early = bytes > settings.maxCallBytes ? tooLarge('The call', bytes, settings.maxCallBytes) : undefined
  if (early !== undefined) return { outcome: failed(call, early), isFirst: true }
  if (scope.isOver)
    return { outcome: notBegunJob(call, stopped(scope.reason, 'back', retryable)), isFirst: true }
  const { question, isFirst } = client.ask(request)
  try {
    return { outcome: await scope.race(question.outcome), isFirst }
  } catch (reason) {
    const word = await client.withdraw(question)
    const error = stopped(reason, word, retryable)
    return { outcome: word === 'back' ? notBegunJob(call, error) : failed(call, error), isFirst }
  }
}
