import { mapAllParts, mapTools } from '../model/change.js'
import type { Conversation, Part } from '../model/types.js'
import { CUSTOM_INPUT, functionCall, functionTool } from '../shape/free-text.js'
import { reportCustomTool } from '../shape/losses.js'
import type { FitContext } from '../wire/fit-step.js'

/** Where free-text tools do not exist they become functions with one text argument, and so do their calls. */
export function convertCustomTools(conversation: Conversation, fit: FitContext): Conversation {
  if (fit.limits.customTools) return conversation
  const converted = mapTools(conversation, fit, (tool) => {
    if (tool.type !== 'custom') return tool
    fit.customTools.add(tool.name)
    reportCustomTool(tool, fit.pathOf(tool), fit)
    return functionTool(tool)
  })
  return mapAllParts(converted, fit, (part) => callAsFunction(part, fit))
}

/** The same for one part. */
export function callAsFunction(part: Part, fit: FitContext): Part {
  if (fit.limits.customTools || part.type !== 'tool-call' || part.kind !== 'custom' || part.providerExecuted)
    return part
  fit.customTools.add(part.name)
  fit.report({
    code: 'custom-call-as-function',
    severity: 'info',
    path: fit.pathOf(part),
    message: `the text of the call of ${part.name} becomes the argument "${CUSTOM_INPUT}"`,
  })
  return functionCall(part)
}
