import type { ContextWarning } from '../context/context-types.js'
import { reportWarning } from '../warn.js'
import type { CallJournal } from './call-journal.js'
import type { CallOutcome } from './executor-types.js'

/**
 * Records the outcome of a call in the journal, if there is one, and returns the outcome. A failure of the
 * journal is reported, and the outcome is still returned: the loop then records the outcome or ends.
 */
export function recorded(
  outcome: Promise<CallOutcome>,
  journal: CallJournal | undefined,
  onWarning: ((warning: ContextWarning) => void) | undefined,
): Promise<CallOutcome> {
  if (journal === undefined) return outcome
  return outcome.then(async (ended) => {
    try {
      if (ended.status === 'waiting') await journal.wait(ended.call, ended.request)
      else if (ended.status === 'answered') await journal.end(ended.call, ended.result)
    } catch (cause) {
      const message = `The outcome of the call "${ended.call.id}" was not recorded.`
      void reportWarning(onWarning, { message, cause })
    }
    return ended
  })
}
