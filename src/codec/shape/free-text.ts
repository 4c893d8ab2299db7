import { compact } from '../../base/json/write-json.js'
import type { CustomTool, CustomToolCall, FunctionTool, ObjectToolCall } from '../../base/model/types.js'

// What stands for a tool that takes free text where tools take objects.

/** The one argument of a function that stands for a custom tool. */
export const CUSTOM_INPUT = 'input'

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
