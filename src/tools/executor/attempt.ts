import { toJson } from '../../base/json/to-json.js'
import type { ToolResult } from '../../base/model/types.js'
import { runOf } from '../context/tool-context.js'
import { copied } from '../copy.js'
import type { RunnableTool } from '../define-tool.js'
import { toToolError } from '../errors/to-tool-error.js'
import { ToolError } from '../errors/tool-error.js'
import { toolOutputOf } from '../output.js'
import type { Admitted } from '../policy/permit.js'
import { type Batch, emit, type Job } from './job.js'
import { Scope } from './scope.js'
import type { Begun } from './slots.js'
import { WaitingCall } from './waiting-call.js'

/** The progress of a call. */
export interface CallProgress {
  /** True if the call is only waiting for a free slot. */
  isAdmitted: boolean
  /** True if the tool of the call has been called. */
  hasBegun: boolean
  /** The idempotency key, once the journal has recorded the beginning. */
  key?: string
}

/**
 * Runs the tool until it returns a result. After a temporary error, the call is retried if the tool is
 * retryable and the previous attempt has ended.
 * @throws the error of the last attempt.
 */
export async function attempts(job: Job, admitted: Admitted, progress: CallProgress): Promise<ToolResult> {
  const { gate, scope } = job.batch
  const timeout = timeoutOf(job.tool, job.batch)
  for (let attempt = 1; ; attempt += 1) {
    let begun: Begun<ToolResult> | undefined
    const begin = () => {
      begun = beginAttempt(job, admitted, attempt, progress)
      return begun
    }
    try {
      return await gate.run(begin, scope, timeout && timeout * PATIENCE)
    } catch (thrown) {
      if (thrown instanceof WaitingCall) throw thrown
      const error = toToolError(thrown)
      const delay = delayAfter(job, error, attempt)
      if (delay === undefined) throw thrown
      await untilEnd(job, begun, error)
      emit(job, { type: 'retrying', attempt, delay, message: error.message })
      await scope.pause(delay)
    }
  }
}

/**
 * The maximum waiting time of a call, as a multiple of its timeout, while only abandoned work occupies the
 * slots.
 */
const PATIENCE = 5

/** Returns the milliseconds until the next attempt; undefined if the call is not retried. */
function delayAfter({ tool, batch }: Job, error: ToolError, attempt: number): number | undefined {
  const { attempts: most, delay, maxDelay } = batch.settings.retries
  if (tool.retryable !== true || !error.retryable || attempt >= most || batch.scope.isOver) return undefined
  return Math.min(maxDelay, delay * 2 ** (attempt - 1))
}

/**
 * Waits for the end of an abandoned attempt, for the duration of its timeout.
 * @throws ToolError if the attempt is still running.
 */
async function untilEnd(
  { tool, batch }: Job,
  begun: Begun<unknown> | undefined,
  error: ToolError,
): Promise<void> {
  const late = () =>
    new ToolError(`${error.message} It is still running, so it was not retried.`, {
      category: error.category,
      cause: error,
    })
  const scope = new Scope([batch.scope], timeoutOf(tool, batch), late)
  await scope.race(Promise.resolve(begun?.end).catch(() => {})).finally(() => scope.close())
}

function timeoutOf(tool: RunnableTool, batch: Batch): number | undefined {
  return tool.timeout ?? batch.settings.timeout
}

function beginAttempt(
  job: Job,
  { call, input }: Admitted,
  attempt: number,
  progress: CallProgress,
): Begun<ToolResult> {
  const { tool, batch } = job
  const timeout = timeoutOf(tool, batch)
  const scope = new Scope([batch.scope], timeout, () => tooLong(`${tool.name} took`, timeout))
  let isOver = false
  const run = (idempotencyKey: string | undefined) =>
    runOf(job.context, {
      call,
      idempotencyKey,
      get signal() {
        return scope.signal
      },
      attempt,
      emit: (chunk) => !isOver && emit(job, { type: 'output-chunk', chunk: String(chunk) }),
      send: (message) => !isOver && emit(job, { type: 'sent', message: toJson(message) }),
      reportRollback: (counts) => emit(job, { ...counts, type: 'rolled-back' }),
    })
  const onPreliminary = (result: ToolResult) => void (isOver || emit(job, { type: 'preliminary', result }))
  const work = async () => {
    if (batch.journal !== undefined) progress.key ??= await batch.journal.begin(job.call)
    if (batch.scope.isOver) throw batch.scope.reason
    progress.hasBegun = true
    emit(job, { type: 'started', arguments: call.arguments, attempt })
    // The input is copied, since a tool may change its input and the next attempt must receive the approved
    // input.
    const given = tool.retryable === true ? copied(input) : input
    return toolOutputOf(tool, given, run(progress.key), onPreliminary)
  }
  const answerTo = async (output: Promise<ToolResult>) => {
    try {
      return await scope.race(output)
    } finally {
      isOver = true
      scope.close()
    }
  }
  const end = work()
  const answer = answerTo(end)
  return { answer, end: batch.settings.releaseAbandoned === true ? answer : end }
}

/** Creates the timeout error. */
export function tooLong(what: string, milliseconds = 0): ToolError {
  return new ToolError(`${what} longer than ${milliseconds.toLocaleString('en')} ms and was cancelled.`, {
    category: 'timeout',
  })
}
