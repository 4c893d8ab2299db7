import { ToolError } from '../errors/tool-error.js'

/** What checking one call may take: a hundred thousand subschemas, three thousand items that are to differ. */
const BUDGET = 10_000_000

/** What one subschema costs that is held against a value; the comparison of two items of a list costs 1. */
export const SUBSCHEMA = 100

/** Counts what checking the arguments of one call takes. The count is the same on every machine. */
export class Budget {
  #left = 0

  begin(): void {
    this.#left = BUDGET
  }

  /** @throws ToolError when nothing is left. */
  spend(cost: number): void {
    this.#left -= cost
    if (this.#left < 0) throw tooCostly()
  }
}

export function tooCostly(cause?: unknown): ToolError {
  return new ToolError(
    'The arguments take too many steps to check against the schema of this tool. Use shorter lists and texts, and less nesting.',
    { category: 'invalid_parameters', cause },
  )
}
