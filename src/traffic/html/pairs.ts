import type { Conversation, ModelResponse, Part, ToolCall, ToolResult } from '../../base/model/types.js'

/** Pairs each call with its results, which may be several messages later. */
export class Pairs {
  readonly #results = new Map<string, ToolResult[]>()
  readonly #shown = new Set<ToolResult>()

  constructor(request: Conversation | undefined, response: ModelResponse | undefined) {
    const asked = request?.messages.flatMap(({ parts }) => parts) ?? []
    const parts = [...asked, ...(response?.message.parts ?? [])]
    const called = new Set(parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : [])))
    for (const part of parts) {
      if (part.type !== 'tool-result' || !called.has(part.callId)) continue
      this.#results.set(part.callId, [...(this.#results.get(part.callId) ?? []), part])
    }
  }

  /** Takes the results to show next to a call. Results with the same id go to the first call with this id. */
  take({ id }: ToolCall): readonly ToolResult[] {
    const results = this.#results.get(id) ?? []
    this.#results.delete(id)
    for (const result of results) this.#shown.add(result)
    return results
  }

  /** Returns true if a part is already shown next to its call, or will be. */
  isBesideCall(part: Part): boolean {
    return part.type === 'tool-result' && (this.#shown.has(part) || this.#results.has(part.callId))
  }
}
