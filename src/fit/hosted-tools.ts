import type { Conversation } from '../model/types.js'
import { hostedForm, settleHosted } from '../shape/hosted.js'
import type { FitContext } from '../wire/fit-step.js'

/**
 * Hosted tools become those of the target. Where the model calls one by functions of its own, such calls of an answer
 * are of the tool's kind again, but for names that the caller has given to other tools.
 */
export function settleHostedTools(conversation: Conversation, fit: FitContext): Conversation {
  const { tools = [] } = conversation
  const names = new Set(tools.map(({ name }) => name))
  for (const { kind } of tools.filter((tool) => tool.type === 'hosted'))
    for (const name of hostedForm(fit.hosted, kind)?.calls?.split(' ') ?? [])
      if (!names.has(name)) fit.originals.set(name, { name, kind })
  return settleHosted(conversation, fit.hosted, fit, fit.derive)
}
