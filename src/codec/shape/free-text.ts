import { compact } from '../../base/json/write-json.js'
import type { CustomTool, CustomToolCall, FunctionTool, ObjectToolCall } from '../../base/model/types.js'

// Replacements of free-text tools on wires whose tools take objects.

/** The name of the only argument of a function that represents a custom tool. */
export const CUSTOM_INPUT = 'input'

/** Creates the function that represents a custom tool. */
export function functionOfCustomTool({
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

/**
 * Converts a free-text call to a function call. A truncated call keeps its text and its status, so that it
 * does not look complete.
 */
export function functionCall(call: CustomToolCall): ObjectToolCall {
  const { kind: _kind, status: _status, arguments: _arguments, rawArguments = '', ...rest } = call
  if (call.status !== 'complete') return { ...rest, kind: 'function', status: call.status, rawArguments }
  return { ...rest, kind: 'function', status: 'complete', arguments: { [CUSTOM_INPUT]: call.arguments } }
}
