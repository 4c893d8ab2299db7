import { ToolError } from '../errors/tool-error.js'

const FIND_OUT = 'Find out whether it took effect before you call it again.'

/** Creates the error of a call whose worker was lost, and whose tool may not be run twice. */
export function lost(): ToolError {
  return new ToolError(
    'The worker was lost while it ran the call. It is unknown whether the call took effect. It was not run again.',
    { category: 'server_error', retryable: false, suggestion: FIND_OUT },
  )
}

/** Creates the error of a call during which several workers were lost. */
export function spent(runs: number): ToolError {
  return new ToolError(`The call lost its worker ${runs} times and is not run again.`, {
    category: 'server_error',
    retryable: false,
  })
}

/** The error of a call whose worker was shut down, and whose tool may not be run twice. */
export class ShutDown extends ToolError {
  constructor() {
    super('The call was cancelled, because its worker was shut down. It may have taken effect.', {
      category: 'cancelled',
      suggestion: FIND_OUT,
    })
  }
}

/** Creates the error of a call whose result is no longer needed. */
export function cancelled(): ToolError {
  return new ToolError('The call was cancelled.', { category: 'cancelled' })
}

/** Creates the error of a call or a result that is too large to send. */
export function tooLarge(what: string, bytes: number, most: number): ToolError {
  return new ToolError(
    `${what} of ${bytes.toLocaleString('en')} bytes is too large: the limit is ${most.toLocaleString('en')}.`,
  )
}

/** Creates the error of a call that Redis or BullMQ rejected. */
export function notPassedOn(cause: unknown, isRetryable: boolean): ToolError {
  return new ToolError('The call could not be added to the queue.', {
    category: 'network_error',
    retryable: isRetryable,
    cause,
  })
}

/** Creates the error of a call whose id belongs to a different call. */
export function otherCall(id: string): ToolError {
  return new ToolError(`Two calls of the conversation have the id "${id}": only the first one was run.`)
}

/** Creates the error for a client that stops waiting, with the known effect of the call. */
export function stopped(reason: unknown, word: string, isRetryable: boolean): ToolError {
  const error = reason instanceof ToolError ? reason : cancelled()
  if (word === 'back')
    return new ToolError(`${error.message} It had not begun.`, { category: error.category, retryable: true })
  const effect = word === 'shared' ? ' Another client still waits for it.' : ' It may have taken effect.'
  return new ToolError(`${error.message}${effect}`, {
    category: error.category,
    retryable: error.retryable && isRetryable,
    suggestion: isRetryable ? error.suggestion : FIND_OUT,
    cause: reason,
  })
}
