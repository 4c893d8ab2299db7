import { objectIn } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { metadataOf, withMetadata } from '../../base/model/metadata.js'
import type { Conversation } from '../../base/model/types.js'
import { refuseSetting, withoutSettings } from '../../codec/shape/losses.js'
import type { FitContext } from '../../codec/wire/fit-step.js'

/** Drops settings that the target rejects, and rejected native fields without a setting. */
export function dropRefused(conversation: Conversation, fit: FitContext): Conversation {
  const { refusedSettings, refusedFields = [] } = fit.limits
  const left = withoutSettings(
    withoutEffort(conversation, fit),
    refusedSettings,
    'the target refuses it',
    fit,
  )
  return withoutFields(left, refusedFields, fit)
}

/**
 * The metadata keys with native fields: top-level fields, and the remaining fields of objects that contain
 * settings.
 */
const PLACES = ['extra', 'groups'] as const

function withoutFields(conversation: Conversation, names: readonly string[], fit: FitContext): Conversation {
  const own = metadataOf(conversation, fit)
  const isThere = (name: string) => PLACES.some((place) => name in objectIn(own?.[place]))
  const refused = names.filter(isThere)
  if (refused.length === 0) return conversation
  for (const name of refused)
    fit.report({
      code: 'field-refused',
      severity: 'warning',
      path: `/${name}`,
      message: `the target refuses the field ${name}; it is left out`,
    })
  const kept = PLACES.map((place) => {
    const fields = Object.entries(objectIn(own?.[place])).filter(([name]) => !refused.includes(name))
    return [place, fields.length === 0 ? undefined : Object.fromEntries(fields)] as const
  })
  return withMetadata(conversation, compact({ ...own, ...Object.fromEntries(kept) }), fit)
}

/** Drops the effort if the target accepts only a budget. */
function withoutEffort(conversation: Conversation, fit: FitContext): Conversation {
  const { effort, ...reasoning } = conversation.reasoning ?? {}
  if (effort === undefined || fit.limits.reasoningDepth !== 'budget') return conversation
  refuseSetting('/reasoning/effort', 'the target accepts no effort', fit)
  const { reasoning: _reasoning, ...rest } = conversation
  return Object.keys(reasoning).length === 0 ? rest : { ...rest, reasoning }
}
