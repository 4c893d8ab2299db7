import { withoutName } from '../../base/model/arguments.js'
import type { StreamEvent } from '../../base/model/events.js'
import { CallIdsOfAnswer } from '../../base/model/repeated-ids.js'

/**
 * Normalizes the calls of a stream: calls without a name become incomplete, and each call gets a distinct id,
 * even if the provider repeats ids. Decoders with interleaved blocks have already separated their calls: here
 * a call begins after the previous call with the same id has ended.
 */
export class DistinctCalls {
  #ids = new CallIdsOfAnswer()
  /** Per original id: the id of the open call. */
  readonly #open = new Map<string, string>()

  push(event: StreamEvent): StreamEvent {
    switch (event.type) {
      case 'tool-input-start': {
        const id = this.#ids.take(event.id)
        this.#open.set(event.id, id)
        return id === event.id ? event : { ...event, id }
      }
      case 'tool-input-delta':
      case 'tool-input-end': {
        const id = this.#open.get(event.id) ?? event.id
        return id === event.id ? event : { ...event, id }
      }
      case 'tool-call': {
        const { call } = event
        const id = this.#open.get(call.id) ?? this.#ids.take(call.id)
        this.#open.delete(call.id)
        const named = withoutName(call)
        if (id === call.id && named === call) return event
        return { ...event, call: id === call.id ? named : { ...named, id } }
      }
      case 'tool-result': {
        const { result } = event
        const callId = this.#ids.answer(result.callId)
        return callId === result.callId ? event : { ...event, result: { ...result, callId } }
      }
      case 'restart':
      case 'finish':
        this.#ids = new CallIdsOfAnswer()
        this.#open.clear()
        return event
      default:
        return event
    }
  }
}
