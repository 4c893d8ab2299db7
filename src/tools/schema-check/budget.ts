import { ToolError } from '../errors/tool-error.js'

/**
 * The budget for checking one call: enough for a hundred thousand subschemas, or for comparing three thousand
 * items for uniqueness.
 */
const BUDGET = 10_000_000

/** The cost of checking a value against one subschema; comparing two items of a list costs 1. */
export const SUBSCHEMA = 100

/** Counts the cost of checking the arguments of one call. The count is the same on every machine. */
export class CheckBudget {
  #left = 0

  begin(): void {
    this.#left = BUDGET
  }

  /**
   * Subtracts a cost from the budget.
   * @throws ToolError if the budget is used up.
   */
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
