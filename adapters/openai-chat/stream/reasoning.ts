import type { JsonObject } from '../../../src/base/json/json-types.js'
import type { Part, ReasoningPart } from '../../../src/base/model/types.js'
import type { MessageSite } from '../dialect.js'
import type { NativeFields } from './merge.js'
import type { Sink } from './sink.js'

/** The thinking of a stream. A block ends where text or a call begins; later thinking is a separate block. */
export class StreamedReasoning {
  #open: NativeFields | undefined
  #chunk: JsonObject | undefined
  #blocks = 0

  constructor(
    private readonly sink: Sink,
    private readonly site: () => MessageSite,
  ) {}

  /** Returns the fields of the open block, or of a new block. */
  start(): NativeFields {
    if (this.#open !== undefined) return this.#open
    this.#open = {}
    this.#blocks += 1
    this.sink.emit({ type: 'reasoning-start', id: this.#id() })
    return this.#open
  }

  add(delta: string): void {
    if (delta !== '') this.sink.emit({ type: 'reasoning-delta', id: this.#id(), delta })
  }

  /** Reads thinking in an entry of the content. Returns false for other entries. */
  readChunk(chunk: JsonObject): boolean {
    const { context } = this.site()
    const { thinking } = context.dialect
    const part = thinking?.read(chunk, context)
    if (thinking === undefined || part === undefined) return false
    this.start()
    this.#chunk = this.#chunk === undefined ? chunk : thinking.join(this.#chunk, chunk)
    this.add(part.text)
    return true
  }

  end(): void {
    if (this.#open === undefined) return
    const part = decodeThinking(this.#chunk ?? this.#open, this.site())
    this.sink.emit({ type: 'reasoning-end', id: this.#id(), part })
    this.#open = undefined
    this.#chunk = undefined
  }

  #id(): string {
    return `reasoning-${this.#blocks}`
  }
}

/**
 * Decodes reasoning.
 * @param native an entry of the content, or the fields with the thinking.
 */
function decodeThinking(native: JsonObject, site: MessageSite): ReasoningPart {
  const { thinking, additions } = site.context.dialect
  const isReasoning = (part: Part) => part.type === 'reasoning'
  const part = thinking?.read(native, site.context) ?? additions?.before(native, {}, site).find(isReasoning)
  return part ?? { type: 'reasoning', text: '' }
}
