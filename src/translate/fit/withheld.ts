import { isCallToAnswer } from '../../base/model/calls-to-answer.js'
import { isClientResult, keepParts, mapMessages } from '../../base/model/change.js'
import { WITHHELD_WORDS } from '../../base/model/outcome.js'
import type { Conversation, Part, ToolCall } from '../../base/model/types.js'
import type { FitContext } from '../../codec/wire/fit-step.js'

/**
 * Returns true if a call is not sent. Calls of answers that a limit truncated are sent, since the model
 * continues from them.
 */
export function isLeftOut(call: ToolCall): boolean {
  const { withheld } = call
  return withheld !== undefined && withheld !== 'length' && withheld !== 'context-full'
}

/** Drops withheld calls without a result, since providers require that they are omitted from the history. */
export function dropWithheldCalls(conversation: Conversation, fit: FitContext): Conversation {
  if (fit.limits.carries?.includes('open-calls')) return conversation
  const answered = new Set(conversation.messages.flatMap(({ parts }) => parts.flatMap(answeredId)))
  return mapMessages(conversation, fit, (message) =>
    keepParts(message, fit, (part) => {
      if (!isCallToAnswer(part) || !isLeftOut(part) || answered.has(part.id)) return part
      reportWithheld(part, fit.pathOf(part), fit)
      return undefined
    }),
  )
}

function answeredId(part: Part): string[] {
  return isClientResult(part) ? [part.callId] : []
}

/** Reports a call that is not sent. */
export function reportWithheld(
  { name, withheld }: Pick<ToolCall, 'name' | 'withheld'>,
  path: string,
  fit: Pick<FitContext, 'report'>,
): void {
  const why = withheld === undefined ? '' : WITHHELD_WORDS[withheld]
  fit.report({
    code: 'call-withheld',
    severity: 'warning',
    path,
    message: `the call of ${name} is left out and must not run: ${why}`,
  })
}
