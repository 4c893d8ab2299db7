import type { StreamEvent } from '../base/model/events.js'
import type { ProviderError } from '../base/model/types.js'
import { type EventStep, mapEvents } from '../codec/stream/event-step.js'

/**
 * Omits calls that were truncated when an answer was interrupted, because some clients run every call they
 * receive and keep it in their history. The error reports the interruption.
 */
export function withoutCutCalls(): EventStep {
  let hasFailed = false
  let cut: StreamEvent[] = []
  return {
    push(event) {
      if (event.type === 'tool-call' && event.call.status === 'truncated') {
        // The error may follow after the call.
        cut.push(event)
        return []
      }
      if (event.type === 'error') hasFailed = true
      if (event.type !== 'finish' || cut.length === 0) return [event]
      const told = hasFailed ? [event] : [...cut, event]
      cut = []
      return told
    },
    finish: () => [],
  }
}

/** Names the proxy in the errors that it detected. */
export function namingProxy(): EventStep {
  return mapEvents((event) => (event.type === 'error' ? { ...event, error: brokenOff(event.error) } : event))
}

/** Returns the error of an answer that was interrupted or could not be decoded completely. */
function brokenOff(error: ProviderError): ProviderError {
  if (!isProxyError(error) || error.message.startsWith(PREFIX)) return error
  return { ...error, message: `${PREFIX}the answer of the target was cut off: ${error.message}` }
}

const PREFIX = 'toolwire proxy: '

const OWN_CODES: ReadonlySet<string | undefined> = new Set([
  'stream-failed',
  'stream-cut',
  'stream-restarted',
  'invalid-json',
  'foreign-answer',
])

/** Returns true if the error comes from the proxy instead of the provider: an interrupted stream. */
export function isProxyError({ code }: ProviderError): boolean {
  return OWN_CODES.has(code)
}
