import { compact } from '../json/write.js'
import { mapAllParts, mapTools } from '../model/change.js'
import type {
  Conversation,
  CustomTool,
  CustomToolCall,
  FunctionTool,
  ObjectToolCall,
  Part,
} from '../model/types.js'
import { reportCustomTool } from '../shape/losses.js'
import type { FitContext } from '../wire/fit-step.js'

/** The one argument of a function that stands for a custom tool. */
export const CUSTOM_INPUT = 'input'

/** Where free-text tools do not exist they become functions with one text argument, and so do their calls. */
export function convertCustomTools(conversation: Conversation, fit: FitContext): Conversation {
  if (fit.limits.customTools) return conversation
  const converted = mapTools(conversation, fit, (tool) => {
    if (tool.type !== 'custom') return tool
    fit.customTools.add(tool.name)
    reportCustomTool(tool, fit.pathOf(tool), fit, true)
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

/** The function that stands for a custom tool. */
export function functionTool({
  name,
  description,
  grammar,
  cache,
  providerMetadata,
}: CustomTool): FunctionTool {
  const rule = grammar && `The input must follow this ${grammar.syntax} grammar:\n${grammar.definition}`
  return compact({
    type: 'function' as const,
    name,
    description:
      description !== undefined && rule !== undefined ? `${description}\n\n${rule}` : (description ?? rule),
    parameters: {
      type: 'object',
      properties: { [CUSTOM_INPUT]: { type: 'string', description: 'The whole input as plain text.' } },
      required: [CUSTOM_INPUT],
      additionalProperties: false,
    },
    cache,
    providerMetadata,
  })
}

/** A call that was cut keeps its text and its status: it must not look complete. */
export function functionCall(call: CustomToolCall): ObjectToolCall {
  const { kind: _kind, status: _status, arguments: _arguments, rawArguments = '', ...rest } = call
  if (call.status !== 'complete') return { ...rest, kind: 'function', status: call.status, rawArguments }
  return { ...rest, kind: 'function', status: 'complete', arguments: { [CUSTOM_INPUT]: call.arguments } }
}
