import type { Report } from '../traffic/input/decode-entry.js'
import { costOf } from '../translate/catalogue/cost.js'

/** Returns the cost of a record's answer in US dollars, or undefined without usage or a known price. */
export function answerCost({ request, response }: Report): number | undefined {
  const { usage, model = request?.model } = response ?? {}
  return usage === undefined || model === undefined ? undefined : costOf(usage, model)
}

/** Formats US dollars: `$0.0602`. */
export function dollars(cost: number): string {
  return cost > 0 && cost < 0.0001 ? '<$0.0001' : `$${cost.toFixed(cost < 1 ? 4 : 2)}`
}
