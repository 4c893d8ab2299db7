import type { ToolResult } from '../../base/model/types.js'
import { runOf } from '../context/tool-context.js'
import { copied } from '../copy.js'
import type { RunnableTool } from '../define-tool.js'
import { toToolError } from '../errors/to-tool-error.js'
import { ToolError } from '../errors/tool-error.js'
import { outputOf } from '../output.js'
import type { Admitted } from '../policy/permit.js'
import type { Begun } from './gate.js'
import { type Batch, emit, type Job } from './job.js'
import { Scope } from './scope.js'

/** How far a call has come. */
export interface CallProgress {
  /** Whether nothing but a free place is missing. */
  isAdmitted: boolean
  /** Whether its tool was called. */
  hasBegun: boolean
}

/**
 * Runs the tool until it gives a result: again after an error that may pass, if the tool says that it may be run twice, and
 * not before the attempt has ended.
 * @throws what the last attempt threw.
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
      const error = toToolError(thrown)
      const delay = delayAfter(job, error, attempt)
      if (delay === undefined) throw thrown
      await untilEnd(job, begun, error)
      emit(job, { type: 'retrying', attempt, delay, message: error.message })
      await scope.pause(delay)
    }
  }
}

/** Times its own limit that a call waits while nothing but given-up work holds the places. */
const PATIENCE = 5

/** Milliseconds until the next attempt; nothing when there is to be none. */
function delayAfter({ tool, batch }: Job, error: ToolError, attempt: number): number | undefined {
  const { attempts: most, delay, maxDelay } = batch.settings.retries
  if (tool.retryable !== true || !error.retryable || attempt >= most || batch.scope.isOver) return undefined
  return Math.min(maxDelay, delay * 2 ** (attempt - 1))
}

/**
 * Waits for the end of an attempt that was given up: for as long again as it had.
 * @throws ToolError when it goes on all the same.
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
  const run = runOf(job.context, {
    call,
    get signal() {
      return scope.signal
    },
    attempt,
    emit: (chunk) => !isOver && emit(job, { type: 'output-chunk', chunk: String(chunk) }),
    reportRollback: (counts) => emit(job, { ...counts, type: 'rolled-back' }),
  })
  const onPreliminary = (result: ToolResult) => void (isOver || emit(job, { type: 'preliminary', result }))
  const work = async () => {
    if (batch.scope.isOver) throw batch.scope.reason
    progress.hasBegun = true
    emit(job, { type: 'started', arguments: call.arguments, attempt })
    // A tool may change what it gets: the next attempt is to get what was approved.
    const given = tool.retryable === true ? copied(input) : input
    return outputOf(tool, given, run, onPreliminary)
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

/** What ends what takes too long. */
export function tooLong(what: string, milliseconds = 0): ToolError {
  return new ToolError(`${what} longer than ${milliseconds.toLocaleString('en')} ms and was cancelled.`, {
    category: 'timeout',
  })
}
