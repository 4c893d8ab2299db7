import { stringifyJson } from '../../base/json/write-json.js'
import type { Part } from '../../base/model/types.js'

/** The times of messages, found again by their parts after messages were merged, split or converted. */
export class PartTimes {
  readonly #times = new Map<string, (number | undefined)[]>()

  /** Adds the time of a message with these parts. An unknown time keeps the place of an equal message. */
  add(parts: readonly Part[], time: number | undefined): void {
    for (const key of parts.map(keyOf)) {
      const times = this.#times.get(key)
      if (times === undefined) this.#times.set(key, [time])
      else times.push(time)
    }
  }

  /** Returns the time of a message with these parts, or undefined if it is unknown. Equal parts are found in order. */
  take(parts: readonly Part[]): number | undefined {
    const found = parts.map((part) => this.#times.get(keyOf(part))?.shift())
    return found.find((time) => time !== undefined)
  }
}

/** Returns the same text for a part before and after a conversion. */
function keyOf(part: Part): string {
  switch (part.type) {
    case 'text':
      return `text ${part.text}`
    case 'reasoning':
      return `reasoning ${part.text}`
    case 'tool-call':
      return part.minted ? `call ${part.name} ${stringifyJson(part.arguments ?? '')}` : `call ${part.id}`
    case 'tool-result':
      return part.minted ? 'result' : `result ${part.callId}`
    default:
      return part.type
  }
}
