import type { ToolResult } from '../../model/types.js'
import { runOf } from '../context/context.js'
import { toToolError } from '../errors/to-tool-error.js'
import { ToolError } from '../errors/tool-error.js'
import { inputOf } from '../input.js'
import { outputOf } from '../output.js'
import { type Admitted, type Job, tell } from './job.js'
import { Scope } from './scope.js'

/**
 * Runs the tool until it gives a result: again after an error that may pass, if the tool says that it may be run twice.
 * @throws what the last attempt threw.
 */
export async function attempts(job: Job, admitted: Admitted): Promise<ToolResult> {
  const { gate, scope } = job.batch
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await gate.run(() => attemptOnce(job, admitted, attempt), scope)
    } catch (thrown) {
      const delay = delayAfter(job, toToolError(thrown), attempt)
      if (delay === undefined) throw thrown
      tell(job, { type: 'retrying', attempt, delay, message: toToolError(thrown).message })
      await scope.pause(delay)
    }
  }
}

/** Milliseconds until the next attempt; nothing when there is to be none. */
function delayAfter({ tool, batch }: Job, error: ToolError, attempt: number): number | undefined {
  const { attempts: most, delay, maxDelay } = batch.settings.retries
  if (tool.retryable !== true || !error.retryable || attempt >= most || batch.scope.isOver) return undefined
  return Math.min(maxDelay, delay * 2 ** (attempt - 1))
}

async function attemptOnce(job: Job, { call, input: first }: Admitted, attempt: number): Promise<ToolResult> {
  const { tool, batch } = job
  if (batch.scope.isOver) throw batch.scope.reason
  const timeout = tool.timeout ?? batch.settings.timeout
  const scope = new Scope([batch.scope], timeout, () => tooLong(`${tool.name} took`, timeout))
  let isOver = false
  const run = runOf(job.context, {
    call,
    get signal() {
      return scope.signal
    },
    attempt,
    emit: (chunk) => !isOver && tell(job, { type: 'output-chunk', chunk: String(chunk) }),
    reportRollback: (counts) => tell(job, { ...counts, type: 'rolled-back' }),
  })
  tell(job, { type: 'started', arguments: call.arguments, attempt })
  const onPreliminary = (result: ToolResult) => void (isOver || tell(job, { type: 'preliminary', result }))
  try {
    // A tool may have changed what it got before.
    const input = attempt === 1 ? first : await scope.race(inputOf(tool, call))
    return await scope.race(outputOf(tool, input, run, onPreliminary))
  } finally {
    isOver = true
    scope.close()
  }
}

/** What ends what takes too long. */
export function tooLong(what: string, milliseconds = 0): ToolError {
  return new ToolError(`${what} longer than ${milliseconds.toLocaleString('en')} ms and had to be stopped.`, {
    category: 'timeout',
  })
}
