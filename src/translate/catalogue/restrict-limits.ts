import { compact } from '../../base/json/write-json.js'
import type { Limits } from '../../codec/wire/limits.js'
import type { ModelRow } from './model-row.js'

/** Combines the limits of the wire and the model. Unknown facts of the model change nothing. */
export function limitsOf(row: ModelRow, limits: Limits): Limits {
  const { input, resultInput = input, toolChoices = limits.toolChoices } = row
  return {
    ...limits,
    userMedia: both(limits.userMedia, input),
    resultMedia: both(limits.resultMedia, resultInput),
    ...compact({
      strictTools: row.strictTools ?? limits.strictTools,
      parallelSwitch: limits.parallelSwitch === false ? false : row.parallelSwitch,
      toolChoices: toolChoices && both(toolChoices, limits.toolChoices),
      refusedSettings: [...new Set([...(limits.refusedSettings ?? []), ...(row.refusedSettings ?? [])])],
      thinkingBack: thinkingBackOf(row, limits),
    }),
  }
}

function both<Item>(these: readonly Item[], those: readonly Item[] = these): readonly Item[] {
  return these.filter((item) => those.includes(item))
}

/**
 * Returns the policy for sending thinking back. The facts of a model that must not receive its earlier
 * thinking take precedence. Otherwise the caller's choice for the wire applies, since this choice describes
 * the server.
 */
function thinkingBackOf({ reasoning }: ModelRow, { thinkingBack }: Limits): Limits['thinkingBack'] {
  const back = reasoning ? reasoning.back : undefined
  const isOpen = thinkingBack === 'as-it-came' || (thinkingBack !== undefined && back === 'none')
  return isOpen ? (back ?? thinkingBack) : thinkingBack
}
