import { asJson, memberAt } from '../../base/json/read-json.js'
import type { Conversation } from '../../base/model/types.js'
import { isInRange } from '../../codec/shape/settings/accepted-values.js'
import { reportOutOfRange } from '../../codec/shape/settings/setting-losses.js'
import type { FitContext } from '../../codec/wire/fit-step.js'

/**
 * Reports numbers that the target does not accept. The numbers are sent unchanged, since clamping would
 * change the request.
 */
export function reportRanges(conversation: Conversation, fit: FitContext): Conversation {
  if (fit.from === fit.wire) return conversation
  const json = asJson(conversation)
  for (const [path, range] of Object.entries(fit.limits.settingRanges ?? {})) {
    const value = memberAt(json, path.replace('/', '.'))
    if (typeof value === 'number' && !isInRange(value, range)) reportOutOfRange(path, value, range, fit)
  }
  return conversation
}
