import { compact } from '../../base/json/write-json.js'
import type { Limits } from '../../codec/wire/limits.js'
import type { ModelRow } from './model-row.js'

/** What both the wire and the model take. What is not known of the model does not change. */
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
 * A model that must not get its thinking back never does. Otherwise what the caller chose of the wire holds, which is where the model
 * runs.
 */
function thinkingBackOf({ reasoning }: ModelRow, { thinkingBack }: Limits): Limits['thinkingBack'] {
  const back = reasoning ? reasoning.back : undefined
  const isOpen = thinkingBack === 'as-it-came' || (thinkingBack !== undefined && back === 'none')
  return isOpen ? (back ?? thinkingBack) : thinkingBack
}
