import { compact } from '../json/write.js'
import type { Part, ProviderError, Response } from '../model/types.js'
import type { FinishEvent, StreamEvent } from './events.js'

/** Builds the Response that a whole stream amounts to, part by part in the order in which the parts began. */
export class Assembler {
  readonly #wire: string
  readonly #slots: { part?: Part }[] = []
  readonly #open = new Map<string, { part?: Part }>()
  #error: ProviderError | undefined
  #finish: FinishEvent | undefined

  /** @param wire recorded as the origin of the message. */
  constructor(wire: string) {
    this.#wire = wire
  }

  push(event: StreamEvent): void {
    switch (event.type) {
      case 'text-start':
      case 'reasoning-start':
      case 'tool-input-start':
        this.#open.set(blockKey(event.type, event.id), this.#slot())
        break
      case 'text-end':
      case 'reasoning-end':
        this.#fill(blockKey(event.type, event.id), event.part)
        break
      case 'tool-call':
        this.#fill(blockKey('tool-call', event.call.id), event.call)
        break
      case 'tool-result':
        this.#slot().part = event.result
        break
      case 'part':
        this.#slot().part = event.part
        break
      case 'restart':
        this.#slots.length = 0
        this.#open.clear()
        this.#error = undefined
        break
      case 'error':
        this.#error ??= event.error
        break
      case 'finish':
        this.#finish = event
        break
    }
  }

  /** The response so far; complete once the `finish` event was pushed. */
  response(): Response {
    const {
      type: _type,
      messageMetadata,
      ...rest
    } = this.#finish ?? { type: 'finish', finish: { reason: 'error' as const } }
    return compact({
      ...rest,
      message: compact({
        role: 'assistant' as const,
        parts: this.#slots.flatMap((slot) => slot.part ?? []),
        origin: compact({ wire: this.#wire, model: 'model' in rest ? rest.model : undefined }),
        providerMetadata: messageMetadata,
      }),
      error: this.#error,
    })
  }

  #slot(): { part?: Part } {
    const slot = {}
    this.#slots.push(slot)
    return slot
  }

  #fill(key: string, part: Part): void {
    const slot = this.#open.get(key) ?? this.#slot()
    slot.part = part
    this.#open.delete(key)
  }
}

/** Text, reasoning and tool blocks: `tool-input-start` and `tool-call` begin alike. */
function blockKey(type: string, id: string): string {
  return type.slice(0, 4) + id
}

export function assemble(events: Iterable<StreamEvent>, wire: string): Response {
  const assembler = new Assembler(wire)
  for (const event of events) assembler.push(event)
  return assembler.response()
}
