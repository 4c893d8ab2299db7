import type {
  Conversation,
  Message,
  ModelResponse,
  Part,
  ToolCall,
  ToolResult,
} from '../../src/base/model/types.js'

/** Returns the calls of an answer. */
export function callsOf({ message }: ModelResponse): ToolCall[] {
  return message.parts.filter((part) => part.type === 'tool-call')
}

/** Returns the texts of an answer, joined. */
export function textIn({ message }: ModelResponse): string {
  return message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

/** Returns the parts of all messages. */
export function allParts(messages: readonly Message[]): Part[] {
  return messages.flatMap((message) => message.parts)
}

/** Returns the calls or the results of a conversation. */
export function partsOf<Type extends 'tool-call' | 'tool-result'>(
  { messages }: Conversation,
  type: Type,
): Extract<ToolCall | ToolResult, { type: Type }>[] {
  return messages.flatMap(({ parts }) =>
    parts.filter((part): part is Extract<ToolCall | ToolResult, { type: Type }> => part.type === type),
  )
}

/** Returns the value of a result, or its output if it has none. */
export function outputIn(result: ToolResult | undefined): unknown {
  return result !== undefined && 'value' in result.output ? result.output.value : result?.output
}
