import type { Finish, Message } from '../model/types.js'
import type { FitContext } from '../wire/fit-step.js'

/**
 * Reports a reason that the target has no word for, and takes back the claim that calls wait for the client when fitting
 * left none (a request for approval that was told as text).
 * @param leftNone whether fitting changed something and no call is left for the client.
 */
export function fitFinish(finish: Finish, author: Message, leftNone: boolean, fit: FitContext): Finish {
  const allowed = fit.limits.finishReasons
  if (leftNone && finish.reason === 'tool-calls') {
    fit.report({
      code: 'finish-changed',
      severity: 'warning',
      path: '/finish/reason',
      message: 'no call is left for the client to run, so the finish reason becomes stop',
    })
    return { reason: 'stop' }
  }
  if (allowed !== undefined && !allowed.includes(finish.reason) && author.origin?.wire !== fit.wire)
    fit.report({
      code: 'finish-not-carried',
      severity: 'warning',
      path: '/finish/reason',
      message: `this wire has no finish reason for ${finish.raw || finish.reason}`,
    })
  return finish
}
