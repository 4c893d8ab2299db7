import type { JsonObject } from '../../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../../src/base/json/read-json.js'
import { REASONING_DETAILS, REASONING_FIELDS } from '../quirks.js'
import { detailsText } from '../reasoning.js'
import { mergeDetails } from './merge.js'
import type { DeltaReader, StreamParts } from './reader.js'

/** Reads thinking in separate fields. */
export class ReasoningReader implements DeltaReader {
  readonly fields = [REASONING_DETAILS, ...REASONING_FIELDS]
  /** Fields with text: a later '' or null is ignored. */
  readonly #said = new Set<string>()

  constructor(private readonly stream: StreamParts) {}

  read(delta: JsonObject): void {
    const { reasoning, message } = this.stream
    let text = ''
    for (const field of REASONING_FIELDS) {
      const value = delta[field]
      if (value === undefined) continue
      if (typeof value === 'string' && value !== '') {
        const fields = reasoning.start()
        fields[field] = stringOr(fields[field], '') + value
        text ||= value
        this.#said.add(field)
        delete message[field]
        // Complete responses also keep empty values ('' and null).
      } else if (!this.#said.has(field)) message[field] ??= value
    }
    const detailed = this.#readDetails(delta)
    reasoning.add(text || detailed)
  }

  /**
   * Reads reasoning details.
   * @returns the text of the blocks, if no other field repeats it.
   */
  #readDetails(delta: JsonObject): string {
    const details = delta[REASONING_DETAILS]
    if (details === undefined) return ''
    if (!isArray(details) || details.length === 0) {
      this.stream.message[REASONING_DETAILS] ??= details
      return ''
    }
    const fields = this.stream.reasoning.start()
    fields[REASONING_DETAILS] = mergeDetails(fields[REASONING_DETAILS], details)
    const isRepeated = REASONING_FIELDS.some((field) => field in fields)
    return isRepeated ? '' : detailsText(details.filter(isObject))
  }
}
