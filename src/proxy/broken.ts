import type { ProviderError } from '../model/types.js'
import { RESTARTED, type StreamEvent } from '../stream/events.js'
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

/**
 * Ends an answer at its first error: after it nothing new is told, also where the target goes on or begins anew. What clients
 * were told they cannot be made to forget.
 */
export function endingAtError(): EventStep {
  let hasFailed = false
  /** How much was told of the texts that are open. */
  const open = new Map<string, number>()
  return {
    push(event) {
      if (hasFailed) return afterError(event, open)
      const told = event.type === 'restart' ? RESTARTED : event
      if (told.type === 'text-start' || told.type === 'reasoning-start') open.set(told.id, 0)
      if (told.type === 'text-delta' || told.type === 'reasoning-delta')
        open.set(told.id, (open.get(told.id) ?? 0) + told.delta.length)
      if (told.type !== 'error') return [told]
      hasFailed = true
      return [{ ...told, error: brokenOff(told.error) }]
    },
    finish: () => [],
  }
}

/** The end of the answer, and of texts to which nothing was added. */
function afterError(event: StreamEvent, open: ReadonlyMap<string, number>): StreamEvent[] {
  if (event.type === 'finish') return [{ ...event, finish: { ...event.finish, reason: 'error' } }]
  if (event.type !== 'text-end' && event.type !== 'reasoning-end') return []
  return open.get(event.id) === event.part.text.length ? [event] : []
}

/** What is said of an answer that broke off, or could not be read to its end. */
function brokenOff(error: ProviderError): ProviderError {
  if (!isOwn(error) || error.message.startsWith(PREFIX)) return error
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

/** Whether the proxy says it, not the provider: that a stream broke off. */
export function isOwn({ code }: ProviderError): boolean {
  return OWN_CODES.has(code)
}
