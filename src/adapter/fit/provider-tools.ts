import type { Conversation, Message, Part } from '../../model/types.js'
import { mapAllParts, mapTools } from './change.js'
import { isOwn } from './own.js'
import type { FitContext } from './step.js'

/**
 * Tools that a vendor defines exist only on its own wire: elsewhere their definitions are left out, and calls to them
 * that the client ran are shown as calls to a function of the same name.
 */
export function settleProviderTools(conversation: Conversation, fit: FitContext): Conversation {
  const shown = mapAllParts(conversation, fit, (part, message) => asFunctionCall(part, message, fit))
  return mapTools(shown, fit, (tool, index) => {
    if (tool.type !== 'provider' || tool.wire === fit.wire) return tool
    fit.report({
      code: 'provider-tool-dropped',
      severity: 'warning',
      path: `/tools/${index}`,
      message: `the tool ${tool.name} exists only on ${tool.wire} and is left out`,
    })
    return undefined
  })
}

function asFunctionCall(part: Part, message: Message, fit: FitContext): Part {
  if (part.type !== 'tool-call' || part.providerExecuted || isOwn(part, message, fit.wire)) return part
  if (part.kind === 'function' || part.kind === 'custom') return part
  fit.report({
    code: 'vendor-call-as-function',
    severity: 'info',
    path: fit.pathOf(part),
    message: `the call of ${part.name}, a tool that another vendor defines, is shown as a function call`,
  })
  return { ...part, kind: 'function' }
}
