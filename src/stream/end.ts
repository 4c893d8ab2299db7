import { compact } from '../json/write.js'
import type { ModelResponse, Part } from '../model/types.js'
import type { FinishEvent, StreamEvent } from './events.js'

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

/** The events of a part that came whole. @param id as for `endOf`. */
export function toldWhole(id: string, part: Part): StreamEvent[] {
  const end = endOf(id, part)
  if (part.type !== 'text' && part.type !== 'reasoning') return [end]
  const start = compact({ type: `${part.type}-start` as const, id, providerMetadata: part.providerMetadata })
  return part.text === '' ? [start, end] : [start, { type: `${part.type}-delta`, id, delta: part.text }, end]
}

/** How a whole answer ends when it is told as a stream. */
export function finishEvent({ message, error: _error, ...rest }: ModelResponse): FinishEvent {
  return compact({ type: 'finish' as const, ...rest, messageMetadata: message.providerMetadata })
}

/** What the reader of a stream is told that broke off. */
export const STREAM_CUT: StreamEvent = {
  type: 'error',
  error: { message: 'the stream ended before its answer did', code: 'stream-cut' },
}
