import { withoutName } from './arguments.js'
import type { StreamEvent } from './events.js'
import type { ModelResponse, Part, ToolResult } from './types.js'

// Some servers give several calls of one answer the same id. Each call gets a distinct id that contains the
// original one, so that results, events and approvals find their call.

/** Separates the original id from the number of the call. */
const MARK = '_toolwire-'
const REPEATED = /_toolwire-\d+$/

/** Returns the original id of a call from the provider. */
export function givenId(id: string): string {
  return id.replace(REPEATED, '')
}

/** Returns the results with the original ids of their calls. */
export function asGivenResults(results: readonly ToolResult[]): readonly ToolResult[] {
  if (!results.some(({ callId }) => REPEATED.test(callId))) return results
  return results.map((result) => ({ ...result, callId: givenId(result.callId) }))
}

/** Assigns ids to the calls of one answer, in the order in which they begin. */
export class CallIdsOfAnswer {
  /** Per original id: the ids of its calls, and the index of the first one without a result. */
  readonly #calls = new Map<string, { readonly ids: string[]; next: number }>()
  readonly #taken = new Set<string>()

  /**
   * Returns the id of the next call with this original id: the original id, unless an earlier call already
   * has it.
   */
  take(given: string): string {
    const { ids, next } = this.#calls.get(given) ?? { ids: [], next: 0 }
    let id = given
    for (let number = ids.length || 1; this.#taken.has(id); number += 1) id = `${given}${MARK}${number + 1}`
    this.#taken.add(id)
    ids.push(id)
    if (ids.length === 1) this.#calls.set(given, { ids, next })
    return id
  }

  /**
   * Returns the id of the call that a result answers: the k-th result with an original id answers the k-th
   * call with the same original id. A preliminary result leaves its call for a later one; further results
   * answer the same call as the result before.
   */
  answer({ callId, preliminary }: ToolResult): string {
    const calls = this.#calls.get(callId)
    const id = calls?.ids[calls.next]
    if (calls !== undefined && id !== undefined && preliminary !== true) calls.next += 1
    return id ?? calls?.ids.at(-1) ?? callId
  }
}

/** Returns the answer with a distinct id for each call. */
export function withDistinctIds(answer: ModelResponse): ModelResponse {
  const { parts } = answer.message
  if (!hasRepeatedIds(parts)) return answer
  const ids = new CallIdsOfAnswer()
  return withParts(answer, (part) => {
    if (part.type === 'tool-call') return { ...part, id: ids.take(part.id) }
    return part.type === 'tool-result' ? { ...part, callId: ids.answer(part) } : part
  })
}

/** Returns true if several calls have the same id. Checked first, since most answers have few calls. */
function hasRepeatedIds(parts: readonly Part[]): boolean {
  const calls = parts.filter((part) => part.type === 'tool-call')
  return calls.length > 1 && new Set(calls.map(({ id }) => id)).size < calls.length
}

/**
 * Returns the answer with the original ids of its provider, if the answer is encoded for the provider's wire.
 */
export function withGivenIds(answer: ModelResponse, wire: string): ModelResponse {
  const { parts, origin } = answer.message
  const isRepeated = (part: Part) => part.type === 'tool-call' && REPEATED.test(part.id)
  if (origin?.wire !== wire || !parts.some(isRepeated)) return answer
  return withParts(answer, (part) => {
    if (part.type === 'tool-call') return { ...part, id: givenId(part.id) }
    return part.type === 'tool-result' ? { ...part, callId: givenId(part.callId) } : part
  })
}

function withParts(answer: ModelResponse, change: (part: Part) => Part): ModelResponse {
  const { message } = answer
  return { ...answer, message: { ...message, parts: message.parts.map(change) } }
}

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
        const callId = this.#ids.answer(result)
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
