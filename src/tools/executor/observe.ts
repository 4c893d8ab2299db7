import type { StreamEvent } from '../../stream/events.js'
import type { ExecutorEvents } from '../events/bus.js'

/** Tells listeners of arguments while a model writes them. */
export function inputDeltas(events: ExecutorEvents): (event: StreamEvent) => void {
  const names = new Map<string, string>()
  return (event) => {
    if (event.type === 'tool-input-start' && !event.providerExecuted) names.set(event.id, event.name)
    else if (event.type === 'tool-input-end') names.delete(event.id)
    else if (event.type === 'finish' || event.type === 'restart') names.clear()
    else if (event.type === 'tool-input-delta') {
      const name = names.get(event.id)
      if (name !== undefined) events.emit({ type: 'input-delta', callId: event.id, name, delta: event.delta })
    }
  }
}
