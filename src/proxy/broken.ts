import type { StreamEvent } from '../stream/events.js'
import type { EventStep } from '../stream/step.js'

/**
 * Leaves out the calls that were cut when an answer broke off: some clients run whatever call they were told of, and keep it
 * in their history. The error says what became of the answer.
 */
export function withoutCutCalls(): EventStep {
  let hasFailed = false
  let cut: StreamEvent[] = []
  return {
    push(event) {
      if (event.type === 'tool-call' && event.call.status === 'truncated') {
        // The error may come after it.
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
