import { httpFacts, thrownBody } from '../../base/http/error-facts.js'
import { withRequestedWait } from '../../base/http/retry-after.js'
import { AdapterError } from '../../base/json/adapter-error.js'
import { ResponseError } from '../../base/model/response-error.js'
import type { ProviderError } from '../../base/model/types.js'
import { OutputError } from '../output/error.js'
import { isTransient } from '../send/send-again.js'
import { SendError } from '../send/send-error.js'
import { isConnectionError } from './connection-error.js'
import { NoProviderError } from './no-provider-error.js'
import type { Provider } from './provider-types.js'

/** A failure after which another provider may answer. */
export interface PassingFailure {
  /** The seconds that the provider requests before the next request. */
  readonly retryAfter?: number | undefined
}

/**
 * Returns the failure if the provider is overloaded, rate limited, unreachable or faulty. Returns undefined
 * if the request or the caller caused the error, since another provider would also fail or would hide the
 * mistake.
 */
export function passingFailure(error: unknown, { statusOf }: Provider): PassingFailure | undefined {
  if (error instanceof AdapterError || error instanceof OutputError) return undefined
  if (error instanceof NoProviderError) return {}
  if (error instanceof SendError) return error.code === 'redirected' ? undefined : {}
  const { status, retryAfter } = error instanceof ResponseError ? error.error : thrownFacts(error)
  if (status !== undefined) return isTransient(status) ? { retryAfter } : undefined
  if (error instanceof ResponseError)
    return isTransient(statusOf?.(error.error) ?? 500) ? { retryAfter } : undefined
  return isConnectionError(error) ? {} : undefined
}

/** Returns the facts of an error that an official SDK threw. */
function thrownFacts(error: unknown): ProviderError {
  const raw = thrownBody(error)
  return withRequestedWait({ message: '', ...httpFacts(error), ...(raw && { raw }) }, error)
}
