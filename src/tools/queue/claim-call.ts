import { sleep } from '../../base/http/timer.js'
import type { ScriptResult } from './redis-calls.js'
import { isRepeatable, type Task } from './worker-task.js'

/**
 * Claims a call. A call may be delivered twice although its worker is alive, if Redis was unreachable for
 * longer than the lease. The first worker sends a heartbeat within a second, and its result is awaited.
 */
export async function claimCall(task: Task): Promise<ScriptResult> {
  const { setup, key, owner } = task
  const { lease, maxRuns } = setup.limits
  let isSure = false
  for (;;) {
    const answer = await setup.calls.claim(key, {
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
