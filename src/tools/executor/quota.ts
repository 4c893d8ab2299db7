import { ToolError } from '../errors/tool-error.js'
import type { QuotaOptions } from './executor-types.js'

/** Counts the calls of an executor. All attempts of a call count once. */
export class Quota {
  #calls = 0
  readonly #ofTool = new Map<string, number>()

  constructor(private readonly most: QuotaOptions = {}) {}

  /**
   * Counts a call.
   * @throws ToolError if the quota of the tool or of all tools is used up.
   */
  take(name: string): void {
    const { calls = Infinity, perTool = {} } = this.most
    const count = this.#ofTool.get(name) ?? 0
    const most = Object.hasOwn(perTool, name) ? (perTool[name] ?? Infinity) : Infinity
    if (this.#calls >= calls) throw exhausted(`The quota of ${calls} calls is used up.`)
    if (count >= most) throw exhausted(`${name} may be run ${most} times, and it was.`)
    this.#calls += 1
    this.#ofTool.set(name, count + 1)
  }
}

function exhausted(message: string): ToolError {
  return new ToolError(message, { category: 'policy_blocked' })
}
