import type { Message, Response } from '../../model/types.js'
import type { FitContext } from './step.js'

/**
 * Reports a reason that the target has no word for, and takes back the claim that calls wait for the client when fitting
 * left none (a request for approval that was told as text).
 */
export function fitFinish(response: Response, original: Message, fit: FitContext): Response {
  const { finish, message } = response
  const allowed = fit.limits.finishReasons
  if (message !== original && finish.reason === 'tool-calls' && !hasClientCalls(message)) {
    fit.report({
      code: 'finish-changed',
      severity: 'warning',
      path: '/finish/reason',
      message: 'no call is left for the client to answer, so the answer ends with stop',
    })
    return { ...response, finish: { reason: 'stop' } }
  }
  if (allowed !== undefined && !allowed.includes(finish.reason) && message.origin?.wire !== fit.wire)
    fit.report({
      code: 'finish-not-carried',
      severity: 'warning',
      path: '/finish/reason',
      message: `this wire cannot say that an answer ended with ${finish.raw || finish.reason}`,
    })
  return response
}

function hasClientCalls({ parts }: Message): boolean {
  return parts.some((part) => part.type === 'tool-call' && !part.providerExecuted)
}
