import { mapAllParts, mapMessages } from '../../base/model/change.js'
import { metadataOf, withoutKey } from '../../base/model/metadata.js'
import type { Conversation, Part, ResultPart } from '../../base/model/types.js'
import { joinedBlocks, reportJoined } from '../../codec/shape/joined-text.js'
import type { FitContext } from '../../codec/wire/fit-step.js'

/** Changes the role `developer` to `system`, if the server lacks the former (`Limits.developerRole`). */
export function plainRoles(conversation: Conversation, fit: FitContext): Conversation {
  if (fit.limits.developerRole !== false) return conversation
  return mapMessages(conversation, fit, (message) =>
    metadataOf(message, fit)?.role === 'developer' ? withoutKey(message, 'role', fit) : message,
  )
}

/**
 * Joins the texts of a result, if the server accepts only a string (`Limits.resultParts`). Lists with other
 * parts are unchanged.
 */
export function joinResultTexts(conversation: Conversation, fit: FitContext): Conversation {
  if (fit.limits.resultParts !== false) return conversation
  return mapAllParts(conversation, fit, (part) => withJoinedTexts(part, fit))
}

function withJoinedTexts(part: Part, fit: FitContext): Part {
  if (part.type !== 'tool-result' || part.output.type !== 'content') return part
  const texts = part.output.value.flatMap(textIn)
  if (texts.length === 0 || texts.length < part.output.value.length) return part
  if (texts.length > 1) reportJoined('the texts of the result are joined', { ...fit, path: fit.pathOf(part) })
  const type = part.isError ? ('error-text' as const) : ('text' as const)
  return fit.derive(part, withoutKey({ ...part, output: { type, value: joinedBlocks(texts) } }, 'form', fit))
}

function textIn(part: ResultPart): readonly string[] {
  return part.type === 'text' ? [part.text] : []
}
