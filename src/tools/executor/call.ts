import { compact } from '../../base/json/write-json.js'
import type { ToolResult } from '../../base/model/types.js'
import { toToolError } from '../errors/to-tool-error.js'
import { isToolError, ToolError } from '../errors/tool-error.js'
import { failedResult } from '../failed-result.js'
import { isResultValue } from '../output.js'
import { isThenable } from '../thenable.js'
import { reportWarning } from '../warn.js'
import { admit } from './admit.js'
import { attempts, type CallProgress } from './attempt.js'
import type { ExecutorSettings } from './executor-settings.js'
import type { Afterwards, CallOutcome } from './executor-types.js'
import { answered, emit, type Job, notBegun } from './job.js'
import { limited } from './limit-output.js'
import { recorded } from './record-outcome.js'
import { Scope } from './scope.js'
import { WaitingCall } from './waiting-call.js'

/** Runs a call completely. Never rejects. Work of telemetry after the call is not awaited. */
export function callOutcome(job: Job): Promise<CallOutcome> {
  const { telemetry } = job.batch.settings
  if (telemetry === undefined) return recordedCall(job)
  return new Promise((resolve) => {
    let outcome: Promise<CallOutcome> | undefined
    const work = () => {
      outcome ??= recordedCall(job)
      outcome.then(resolve)
      return outcome
    }
    harmless(job, 'telemetry', () => telemetry.around(job, work)).then(work)
  })
}

/** Runs a call and records its outcome, if the batch has a journal. */
function recordedCall(job: Job): Promise<CallOutcome> {
  const { journal, settings } = job.batch
  return recorded(runCall(job), journal, settings.onWarning)
}

async function runCall(job: Job): Promise<CallOutcome> {
  const started = performance.now()
  const progress: CallProgress = { isAdmitted: false, hasBegun: false }
  try {
    const admission = await admit(startable(job))
    if ('outcome' in admission) return admission.outcome
    if ('result' in admission) return end(job, ready(job, admission.result), started)
    job.batch.quota.take(job.tool.name)
    progress.isAdmitted = true
    const result = await attempts(job, admission.admitted, progress)
    const { hooks } = job.batch.settings
    const seen =
      hooks?.after && (await replacement(job, 'after', () => hooks.after?.(result, job.call, job.context)))
    return end(job, seen ?? ready(job, result), started)
  } catch (thrown) {
    if (thrown instanceof WaitingCall) return waiting(job, thrown)
    const isOver = job.batch.scope.isOver || progress.isAdmitted
    const result = await failure(job, thrown)
    if (!isOver || progress.hasBegun || !result.isError) return end(job, result, started)
    const retryable = { ...result, retryable: true }
    end(job, retryable, started)
    return notBegun(job, retryable)
  }
}

/** Returns the outcome of a call whose tool asks the person for approval. The answer applies to the call. */
function waiting(job: Job, { request: asked }: WaitingCall): CallOutcome {
  const { call, conversationId } = job
  const request = compact({ ...asked, callId: call.id, conversationId })
  emit(job, { type: 'waiting', request })
  return { status: 'waiting', call, request }
}

function startable(job: Job): Job {
  if (job.batch.scope.isOver) throw new ToolError('The call was cancelled before it began.', CANCELLED)
  return job
}

async function failure(job: Job, thrown: unknown): Promise<ToolResult> {
  const { scope, settings } = job.batch
  const error = scope.isOver ? stopped(thrown) : toToolError(thrown)
  const rescued = await replacement(job, 'onError', ({ hooks }) =>
    hooks?.onError?.(error, job.call, job.context),
  )
  if (rescued !== undefined) return rescued
  const text = await harmless(job, 'formatError', ({ formatError }) => formatError?.(error))
  const failed = failedResult(job.call, error, {
    thrown: scope.isOver ? error : thrown,
    text: typeof text === 'string' ? text : undefined,
  })
  return limited(failed, settings.maxOutputCharacters)
}

/**
 * Returns the error of a stopped call. A batch timeout has its own error; other reasons come from the host.
 */
function stopped(thrown: unknown): ToolError {
  if (isToolError(thrown)) return thrown
  return new ToolError('The call was cancelled.', { ...CANCELLED, cause: thrown })
}

const CANCELLED = { category: 'cancelled' } as const

/** Returns the replacement result of a hook; undefined if the hook returns no result. */
function replacement(
  job: Job,
  name: string,
  work: (settings: ExecutorSettings) => ReturnType<Afterwards<never>>,
): Promise<ToolResult | undefined> {
  return harmless(job, name, (settings) => {
    const given = work(settings)
    return isThenable(given) ? given.then((result) => readyIfAny(job, result)) : readyIfAny(job, given)
  })
}

function readyIfAny(job: Job, given: ToolResult | null | undefined): ToolResult | undefined {
  return given === undefined || given === null ? undefined : ready(job, given)
}

/** Returns the value of host code; undefined if the code fails or exceeds the time of the batch. */
async function harmless<Value>(
  { batch: { settings, scope } }: Job,
  name: string,
  work: (settings: ExecutorSettings) => Value | PromiseLike<Value>,
): Promise<Value | undefined> {
  const end = scope.isOver ? new Scope([], LAST_WORDS) : scope
  try {
    const given = work(settings)
    return isThenable(given) ? await end.race(given) : given
  } catch (cause) {
    void reportWarning(settings.onWarning, { message: `${name} failed. The call is not affected.`, cause })
    return undefined
  } finally {
    if (end !== scope) end.close()
  }
}

/** Maximum milliseconds of host code for a call after its batch has ended. */
const LAST_WORDS = 1000

/**
 * Returns the result in the form for the model.
 * @throws ToolError for a value that is not a result of the call, AdapterError for a result without a JSON
 * form.
 */
function ready(job: Job, given: ToolResult): ToolResult {
  if (!isResultValue(given) || given.callId !== job.call.id) throw new ToolError(FOREIGN)
  return limited(given, job.batch.settings.maxOutputCharacters)
}

const FOREIGN = 'The returned value is not a result of this call.'

/** Emits the result to listeners. */
function end(job: Job, result: ToolResult, started: number): CallOutcome {
  emit(job, { type: result.isError ? 'failed' : 'completed', result, duration: performance.now() - started })
  return answered(job, result)
}
