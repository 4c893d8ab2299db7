import { reasonOf } from '../exchange/answer.js'
import { unlessAborted } from '../http/abort.js'
import { ProxyFailure } from './failure.js'
import { endpointOf, type Target } from './target.js'
import type { ProxyTimer, UpstreamFetch } from './types.js'

/** A request on its way to a target. */
export interface TargetRequest {
  readonly target: Target
  /** Of the wire, below its usual base URL. */
  readonly path: string
  /** Default: POST. */
  readonly method?: string
  /** Default: none. */
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined
  readonly headers: Headers
  /** Aborted when the answer is not wanted any more. */
  readonly signal: AbortSignal
  readonly fetch: UpstreamFetch
  readonly timer: ProxyTimer
  /** Milliseconds until the answer has to begin. */
  readonly timeout: number
}

/**
 * Sends a request. A redirect is not followed: it may lead to another host, which must not get the key.
 * @throws ProxyFailure when no answer begins, and what the signal was aborted with.
 */
export async function askTarget(asking: TargetRequest): Promise<Response> {
  const { target, path, method = 'POST', body, headers, signal, timer, timeout } = asking
  const url = endpointOf(target.base, target.adapter.codecs.http, path)
  const attempt = new AbortController()
  let isLate = false
  let asked: Promise<Response> | undefined
  const stop = timer(timeout, () => {
    isLate = true
    attempt.abort()
  })
  // It stays for the answer's body; the request ends, and with it both signals.
  signal.addEventListener('abort', () => attempt.abort(signal.reason), { once: true })
  try {
    signal.throwIfAborted()
    const init: RequestInit = {
      ...{ method, headers, signal: attempt.signal, redirect: 'manual' },
      ...(body !== undefined && { body }),
    }
    asked = asking.fetch(url, init)
    return await unlessAborted(asked, attempt.signal)
  } catch (error) {
    // A fetch that does not heed the signal may give an answer that nobody waits for any more.
    void asked?.then(({ body }) => body?.cancel()).catch(() => undefined)
    signal.throwIfAborted()
    if (isLate)
      throw new ProxyFailure('target-timeout', `the target did not begin to answer within ${timeout} ms`)
    throw new ProxyFailure('target-unreachable', `the target cannot be reached: ${reasonOf(error)}`)
  } finally {
    stop()
  }
}

/** Whether another target may do better. */
export function mayBePassedOver({ status }: Response): boolean {
  return status === 429 || status >= 500
}
