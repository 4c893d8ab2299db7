// The front door, as programs use it: compiled, never run.
import { type Message, type ToolCall, toolResult } from '../../src/index.js'

/** A complete call has its arguments, any other has none. */
export function narrowed(message: Message): string[] {
  return message.parts.flatMap((part) =>
    part.type === 'tool-call' && part.status === 'complete' && part.kind === 'function'
      ? Object.keys(part.arguments)
      : [],
  )
}

export function answered(call: ToolCall) {
  if (call.status !== 'complete') return call.arguments satisfies undefined
  return toolResult(call, call.kind === 'custom' ? call.arguments.length : Object.keys(call.arguments))
}

// @ts-expect-error What is complete has arguments.
export const hollow: ToolCall = {
  type: 'tool-call',
  id: '1',
  name: 'f',
  kind: 'function',
  status: 'complete',
  providerExecuted: false,
}
// @ts-expect-error What is broken has none.
export const full: ToolCall = {
  type: 'tool-call',
  id: '1',
  name: 'f',
  kind: 'function',
  status: 'truncated',
  arguments: {},
  providerExecuted: false,
}
