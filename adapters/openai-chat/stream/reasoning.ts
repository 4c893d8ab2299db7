import { isArray, isObject, stringOr } from '../../../src/json/read.js'
import type { JsonObject } from '../../../src/json/types.js'
import type { ReasoningPart } from '../../../src/model/types.js'
import type { ChatContext } from '../dialect.js'
import { REASONING_DETAILS, REASONING_FIELDS } from '../quirks.js'
import { decodeReasoning, detailsText } from '../reasoning.js'
import { type Fields, mergeDetails } from './merge.js'
import type { Sink } from './sink.js'

/** The thinking of a stream. A block ends where text or a call begins; what comes later is a block of its own. */
export class StreamedReasoning {
  readonly #sink: Sink
  readonly #message: Fields
  readonly #context: ChatContext
  #open: Fields | undefined
  #chunk: JsonObject | undefined
  #blocks = 0
  /** Fields that hold text: their later '' or null say nothing. */
  readonly #said = new Set<string>()

  /** @param message where values that say nothing ('' and null) are kept, as whole responses have them. */
  constructor(sink: Sink, message: Fields, context: ChatContext) {
    this.#sink = sink
    this.#message = message
    this.#context = context
  }

  read(delta: JsonObject): void {
    let text = ''
    for (const field of REASONING_FIELDS) {
      const value = delta[field]
      if (value === undefined) continue
      if (typeof value === 'string' && value !== '') {
        const fields = this.#start()
        fields[field] = stringOr(fields[field], '') + value
        text ||= value
        this.#said.add(field)
        delete this.#message[field]
      } else if (!this.#said.has(field)) this.#message[field] ??= value
    }
    const detailed = this.#readDetails(delta)
    text ||= detailed
    if (text !== '') this.#sink.emit({ type: 'reasoning-delta', id: this.#id(), delta: text })
  }

  /** Thinking in an entry of the content; false when the entry is something else. */
  readChunk(chunk: JsonObject): boolean {
    const { dialect } = this.#context
    const part = dialect.thinking?.read(chunk, this.#context)
    if (dialect.thinking === undefined || part === undefined) return false
    this.#start()
    this.#chunk = this.#chunk === undefined ? chunk : dialect.thinking.join(this.#chunk, chunk)
    if (part.text !== '') this.#sink.emit({ type: 'reasoning-delta', id: this.#id(), delta: part.text })
    return true
  }

  end(): void {
    if (this.#open === undefined) return
    const { dialect } = this.#context
    const chunk = this.#chunk && dialect.thinking?.read(this.#chunk, this.#context)
    const part = chunk ?? decodeReasoning(this.#open, {}, this.#context)[0]
    const ended: ReasoningPart = part ?? { type: 'reasoning', text: '' }
    this.#sink.emit({ type: 'reasoning-end', id: this.#id(), part: ended })
    this.#open = undefined
    this.#chunk = undefined
  }

  /** @returns the text of the blocks, when no field beside them repeats it. */
  #readDetails(delta: JsonObject): string {
    const details = delta[REASONING_DETAILS]
    if (details === undefined) return ''
    if (!isArray(details) || details.length === 0) {
      this.#message[REASONING_DETAILS] ??= details
      return ''
    }
    const fields = this.#start()
    fields[REASONING_DETAILS] = mergeDetails(fields[REASONING_DETAILS], details)
    const isRepeated = REASONING_FIELDS.some((field) => field in fields)
    return isRepeated ? '' : detailsText(details.filter(isObject))
  }

  #start(): Fields {
    if (this.#open !== undefined) return this.#open
    this.#open = {}
    this.#blocks += 1
    this.#sink.emit({ type: 'reasoning-start', id: this.#id() })
    return this.#open
  }

  #id(): string {
    return `reasoning-${this.#blocks}`
  }
}
