import { compact } from '../../base/json/write-json.js'
import { expectOptions, type KnownOptions } from '../../base/model/expect.js'
import type { ToolCall } from '../../base/model/types.js'
import type { ToolContext, ToolContextOptions } from '../context/context-types.js'
import { signaledBy } from '../context/tool-context.js'
import type { RunnableTool } from '../define-tool.js'
import { firstOfEach, left, toolOf } from '../lookup.js'
import { resolveAllowed } from '../policy/allowed.js'
import { expectApprovals } from '../policy/approval.js'
import { earlierCall } from '../same-call.js'
import { reportWarning } from '../warn.js'
import { tooLong } from './attempt.js'
import { callOutcome } from './call.js'
import { type ExecutorSettings, expectDestructive, expectMode, settingsOf } from './executor-settings.js'
import type { CallOutcome, ExecuteOptions, Executor, ExecutorOptions } from './executor-types.js'
import type { Batch, Job } from './job.js'
import { type RunningCall, sameOutcome } from './once.js'
import { executorOf } from './outcome.js'
import { Quota } from './quota.js'
import { Scope } from './scope.js'
import { inMode, type RunCall, skipped } from './sequence.js'
import { Gate } from './slots.js'

const EXECUTE: KnownOptions<ExecuteOptions> = {
  signal: true,
  context: true,
  approvals: true,
  mode: true,
  destructive: true,
  allowedTools: true,
  journal: true,
}

/**
 * Creates an executor that runs calls in this process: concurrently, within limits, after approval, with
 * events.
 * @throws AdapterError `wrong-type` for an invalid number.
 * @example
 * const executor = createExecutor({ tools, concurrency: 8, timeout: 30_000, onEvent: (event) => console.log(event) })
 * messages.push(toolMessage(await executor.execute(pendingCalls(messages))))
 */
export function createExecutor(options: ExecutorOptions): Executor {
  return executorWith(options, new Gate(options?.concurrency ?? Infinity))
}

/** Creates an executor with a gate that reports when all started work has ended. */
export function executorWith(options: ExecutorOptions, gate: Gate): Executor {
  const settings = settingsOf(options)
  const shared = {
    settings,
    gate,
    quota: new Quota(settings.quota),
    running: new Map<string, RunningCall>(),
  }
  return executorOf({
    definitions: () => definitionsOf(settings),
    handles: (call) => !call.providerExecuted && toolOf(call, settings.tools())?.execute !== undefined,
    keepsJournal: true,
    dispatch: (calls, given = {}) => dispatch(shared, calls, given),
    events: settings.events,
  })
}

interface Shared extends Pick<Batch, 'settings' | 'gate' | 'quota'> {
  /** The running calls, by conversation and call id. */
  readonly running: Map<string, RunningCall>
}

function definitionsOf(settings: ExecutorSettings): RunnableTool[] {
  const isAllowed = resolveAllowed(settings.allowedTools)
  return firstOfEach(settings.tools()).filter(({ name }) => isAllowed(name) && !isHidden(settings, name))
}

function isHidden(settings: ExecutorSettings, name: string): boolean {
  try {
    return settings.policy?.hides?.(name) === true
  } catch (cause) {
    const message = `The method hides of the policy failed for ${name}: the tool is not hidden.`
    void reportWarning(settings.onWarning, { message, cause })
    return false
  }
}

async function dispatch(
  shared: Shared,
  calls: readonly ToolCall[],
  options: ExecuteOptions,
): Promise<CallOutcome[]> {
  const { settings } = shared
  expectOptions(options, EXECUTE, ['execute', 'execute(calls, { signal, approvals })'])
  expectMode(options.mode)
  expectDestructive(options.destructive)
  if (options.approvals !== undefined) expectApprovals(options.approvals, '/approvals')
  const given = contextFor(settings, options.context)
  const { totalTimeout } = settings
  const reason = () => tooLong('The calls of this turn took', totalTimeout)
  const scope = new Scope([options.signal, given.signal], totalTimeout, reason)
  const { gate, quota } = shared
  const batch: Batch = {
    settings,
    gate,
    quota,
    context: signaledBy(given, scope),
    mode: options.mode ?? settings.mode,
    refusesDestructive: (options.destructive ?? settings.destructive) === 'refuse',
    scope,
    approvals: options.approvals ?? [],
    isAllowed: resolveAllowed(settings.allowedTools, options.allowedTools),
    journal: options.journal,
  }
  const run = onceEach(shared, batch)
  try {
    return await inMode(batch.mode, calls, run)
  } finally {
    scope.close()
  }
}

/**
 * Returns the context of a batch. A conversation other than the executor's has a separate state, unless the
 * host passed a shared state.
 */
function contextFor(
  { context, stateOf }: ExecutorSettings,
  given: ToolContext | ToolContextOptions | undefined,
): ToolContext {
  if (given === undefined) return context
  if ('derive' in given) return given
  const { conversationId, state } = given
  const isOther = conversationId !== undefined && conversationId !== context.conversationId
  return context.derive(
    isOther && state === undefined ? { ...given, state: stateOf?.(conversationId) } : given,
  )
}

/** Runs each call once, even if the call is listed twice or already runs for this conversation. */
function onceEach(shared: Shared, batch: Batch): RunCall {
  const seen = new Map<string, RunningCall>()
  const { events } = batch.settings
  const tools = batch.settings.tools()
  return async (call, stop) => {
    const tool = toolOf(call, tools)
    if (call.providerExecuted || tool?.execute === undefined) return left(call, tools)
    const context = contextOfCall(call, batch.context)
    const job = { call, tool, batch, context, events, conversationId: context.conversationId }
    if (stop !== undefined) return skipped(job, stop)
    const key = keyOf(job)
    const other = earlierCall(call, seen) ?? (key === undefined ? undefined : shared.running.get(key))
    if (other !== undefined) return sameOutcome(job, other)
    const running = { call, outcome: callOutcome(job) }
    seen.set(call.id, running)
    if (key !== undefined) hold(shared.running, key, running)
    return running.outcome
  }
}

function hold(running: Map<string, RunningCall>, key: string, entry: RunningCall): void {
  running.set(key, entry)
  entry.outcome.then(() => running.delete(key))
}

/**
 * Returns the key of a call for finding duplicates. Returns undefined without a conversation, since equal ids
 * may then belong to different conversations.
 */
function keyOf({ call, conversationId }: Job): string | undefined {
  return conversationId === undefined ? undefined : JSON.stringify([conversationId, call.id])
}

/** Returns the context of a call. The caller and the skills of the call override those of the batch. */
function contextOfCall({ callerId, skills }: ToolCall, context: ToolContext): ToolContext {
  return callerId === undefined && skills === undefined
    ? context
    : context.derive(compact({ callerId, skills }))
}
