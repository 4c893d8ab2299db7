import { sleep } from '../../base/http/timer.js'
import { byteLengthOf } from '../../base/seal/digest.js'
import { tooLarge } from './queue-errors.js'
import { failed, type JobOutcome, readOutcome, write } from './queue-messages.js'
import type { Task } from './worker-task.js'

/**
 * The maximum characters of an outcome that is sent directly; a larger outcome is looked up, so that it is
 * stored only once.
 */
const MOST_TOLD = 16 * 1024

/**
 * Stores the outcome of the call. Failed attempts are retried for as long as the outcome would be kept,
 * because no other process has the outcome.
 */
export async function storeOutcome(task: Task, outcome: JobOutcome): Promise<void> {
  const { setup, key, owner, job, keep } = task
  const text = fitting(task, outcome)
  const news = text.length <= MOST_TOLD ? write({ outcome: readOutcome(text) }) : '{}'
  const end = { owner, job, news, outcome: text, isWaiting: outcome.status === 'waiting', keep }
  const start = performance.now()
  for (let delay = 250; ; delay = Math.min(2 * delay, LONGEST_DELAY)) {
    try {
      await setup.calls.finish(key, end)
      return
    } catch (cause) {
      setup.warn(`the outcome of ${task.asked.call.id} could not be stored`, cause)
      if (performance.now() - start > keep) throw cause
      await sleep(delay)
    }
  }
}

/** Maximum milliseconds between two attempts. */
const LONGEST_DELAY = 2000

/** Returns the outcome as JSON, reduced if it is too large. */
function fitting({ setup, asked }: Task, outcome: JobOutcome): string {
  const { maxResultBytes: most } = setup.limits
  const text = write(outcome)
  if (outcome.status === 'waiting' || byteLengthOf(text) <= most) return text
  const { raw: _, ...result } = outcome.result
  const shorter = write({ ...outcome, result })
  if (byteLengthOf(shorter) <= most) return shorter
  return write(failed(asked.call, tooLarge('The result', byteLengthOf(text), most)))
}
