import type { ContextWarning } from '../context/context-types.js'
import { reportWarning } from '../warn.js'
import type { CallJournal } from './call-journal.js'
import type { CallOutcome } from './executor-types.js'

/**
 * Records the outcome of a call. A failing journal is reported, and the outcome is still returned: the loop records it then, or ends.
 */
export async function recordOutcome(
  journal: CallJournal | undefined,
  outcome: CallOutcome,
  onWarning: ((warning: ContextWarning) => void) | undefined,
): Promise<void> {
  try {
    if (outcome.status === 'waiting') await journal?.wait(outcome.call, outcome.request)
    else if (outcome.status === 'answered') await journal?.end(outcome.call, outcome.result)
  } catch (cause) {
    void reportWarning(onWarning, {
      message: `The outcome of the call "${outcome.call.id}" was not recorded.`,
      cause,
    })
  }
}
