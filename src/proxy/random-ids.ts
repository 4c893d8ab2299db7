import type { StreamEvent } from '../base/model/events.js'
import { isMintedId, randomId } from '../base/model/ids.js'
import { type EventStep, mapEvents } from '../codec/stream/event-step.js'

/**
 * Replaces generated call ids. A call without an id has an id derived from its content, so two conversations
 * can have the same id. Clients receive a unique id for each call.
 */
export function withRandomIds(): EventStep {
  const ids = new Map<string, string>()
  const own = (id: string): string => {
    if (!isMintedId(id)) return id
    const known = ids.get(id) ?? randomId()
    ids.set(id, known)
    return known
  }
  return mapEvents((event): StreamEvent => {
    switch (event.type) {
      case 'tool-input-start':
      case 'tool-input-delta':
      case 'tool-input-end':
        return { ...event, id: own(event.id) }
      case 'tool-call':
        return { ...event, call: { ...event.call, id: own(event.call.id) } }
      case 'tool-result':
        return { ...event, result: { ...event.result, callId: own(event.result.callId) } }
      default:
        return event
    }
  })
}
