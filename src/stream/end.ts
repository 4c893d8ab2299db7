import type { Part } from '../model/types.js'
import type { StreamEvent } from './events.js'

/** The event that ends a block, or tells a part that came whole. @param id of the block; calls and results have their own. */
export function endOf(id: string, part: Part): StreamEvent {
  switch (part.type) {
    case 'text':
      return { type: 'text-end', id, part }
    case 'reasoning':
      return { type: 'reasoning-end', id, part }
    case 'tool-call':
      return { type: 'tool-call', call: part }
    case 'tool-result':
      return { type: 'tool-result', result: part }
    default:
      return { type: 'part', part }
  }
}
