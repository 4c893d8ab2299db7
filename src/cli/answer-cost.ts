import type { Report } from '../traffic/input/decode-entry.js'
import { costOf } from '../translate/catalogue/cost.js'

/**
 * Returns the cost of a record's answer in US dollars, or undefined without usage or a known price. An answer of a proxy was
 * paid in the record of its target.
 */
export function answerCost({
  request,
  response,
  side,
}: Pick<Report, 'request' | 'response' | 'side'>): number | undefined {
  // Providers count the tokens of a stream at its end.
  if (side === 'client' || response?.error !== undefined) return undefined
  const { usage, model = request?.model } = response ?? {}
  return usage === undefined || model === undefined ? undefined : costOf(usage, model)
}

/** Formats US dollars: `$0.0602`. */
export function dollars(cost: number): string {
  return cost > 0 && cost < 0.0001 ? '<$0.0001' : `$${cost.toFixed(cost < 1 ? 4 : 2)}`
}
