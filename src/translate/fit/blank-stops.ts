import { at } from '../../base/json/read-json.js'
import type { Conversation } from '../../base/model/types.js'
import type { FitContext } from '../../codec/wire/fit-step.js'

/** Drops stop sequences of white space only, for models that refuse them. */
export function dropBlankStops(conversation: Conversation, fit: FitContext): Conversation {
  const { stop: given, ...rest } = conversation
  const kept = given?.filter((text) => text.trim() !== '')
  if (given === undefined || kept === undefined || kept.length === given.length) return conversation
  for (const [index, detail] of given.entries()) {
    if (detail.trim() !== '') continue
    const message = 'the model refuses a stop sequence of white space only; it is left out'
    fit.report({ code: 'blank-stop-dropped', severity: 'warning', path: at('/stop', index), message, detail })
  }
  return kept.length === 0 ? rest : { ...conversation, stop: kept }
}
