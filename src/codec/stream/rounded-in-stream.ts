import { attempt } from '../../base/json/adapter-error.js'
import { lossyNumbers } from '../../base/json/lossy-text.js'
import { stringifyJson } from '../../base/json/write-json.js'
import { roundedNotice } from '../../base/model/arguments.js'
import type { Context } from '../../base/model/context.js'

/** Maximum number of numbers that wait for an event, and of numbers that are reported of a stream. */
const MOST_NUMBERS = 100
/** Length of a double from which the same digits in a text are unlikely to be another number. */
const DISTINCT_LENGTH = 16

/**
 * Reports numbers in the frames of a stream that a double cannot hold and that decoded events contain as
 * doubles. An event may be emitted some frames after its numbers were received.
 */
export class RoundedInStream {
  readonly #waiting = new Set<string>()
  #reported = 0

  constructor(private readonly context: Context) {}

  /** Reads the numbers of a frame. Every frame may contain others, so the oldest numbers are forgotten. */
  read(text: string): void {
    if (this.#reported >= MOST_NUMBERS) return
    for (const digits of lossyNumbers(text)) {
      const [oldest] = this.#waiting
      if (oldest !== undefined && this.#waiting.size >= MOST_NUMBERS) this.#waiting.delete(oldest)
      this.#waiting.add(digits)
    }
  }

  /** Reports the numbers that an event contains as doubles. Deltas are text of the provider. */
  push(event: object): void {
    if (this.#waiting.size === 0 || 'delta' in event) return
    const rounded = roundedIn(event, [...this.#waiting])
    if (rounded.length === 0) return
    for (const digits of rounded) this.#waiting.delete(digits)
    this.#reported += rounded.length
    this.context.report(roundedNotice(rounded, ''))
  }
}

/** Returns the numbers that a value contains as doubles, in members or in texts, and not with all digits. */
function roundedIn(value: object, numbers: readonly string[]): string[] {
  const doubles = new Set<unknown>()
  const collect = (_key: string, member: unknown) => {
    if (typeof member === 'number') doubles.add(member)
    return member
  }
  const written = attempt(() => stringifyJson(value, '', collect))
  const text = 'value' in written ? written.value : ''
  return numbers.filter((digits) => {
    if (text.includes(digits)) return false
    const double = String(Number(digits))
    return doubles.has(Number(digits)) || (double.length >= DISTINCT_LENGTH && text.includes(double))
  })
}
