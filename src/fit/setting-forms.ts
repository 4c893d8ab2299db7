import { objectOr } from '../json/read.js'
import { metadataOf, withMetadata } from '../model/metadata.js'
import type { Conversation } from '../model/types.js'
import type { FitContext } from '../wire/fit-step.js'

/** Settings take the form that the target's limits ask for, where they did not come in one of the target's own. */
export function chooseSettingForms(conversation: Conversation, fit: FitContext): Conversation {
  const own = metadataOf(conversation, fit)
  const kept = objectOr(own?.forms, {})
  const chosen = Object.entries(fit.limits.settingForms ?? {}).filter(
    ([name]) => name in conversation && !(name in kept),
  )
  if (chosen.length === 0) return conversation
  return withMetadata(conversation, { ...own, forms: { ...kept, ...Object.fromEntries(chosen) } }, fit)
}
