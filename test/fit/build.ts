import type {
  CustomToolCall,
  Message,
  ObjectToolCall,
  Part,
  TextPart,
  ToolCallStatus,
  ToolOutput,
  ToolResult,
} from '../../src/base/model/types.js'

type Complete<Call> = Extract<Call, { status: 'complete' }>
type CompleteCall = Complete<ObjectToolCall>

/** Short forms of canonical values, for tests with another subject. */
export const text = (value: string): TextPart => ({ type: 'text', text: value })
export const user = (...parts: (Part | string)[]): Message => ({ role: 'user', parts: parts.map(part) })
export const system = (value: string): Message => ({ role: 'system', parts: [text(value)] })
export const assistant = (...parts: (Part | string)[]): Message => ({
  role: 'assistant',
  parts: parts.map(part),
})
export const tool = (...parts: ToolResult[]): Message => ({ role: 'tool', parts })

function part(value: Part | string): Part {
  return typeof value === 'string' ? text(value) : value
}

export function call(id: string, name = 'search', more: Partial<CompleteCall> = {}): CompleteCall {
  return {
    type: 'tool-call',
    id,
    name,
    status: 'complete',
    providerExecuted: false,
    kind: 'function',
    arguments: { query: 'x' },
    ...more,
  }
}

/** Returns a call with unusable arguments: without any, or with only their text. */
export function brokenCall(
  id: string,
  name: string,
  status: Exclude<ToolCallStatus, 'complete'>,
  rawArguments?: string,
): ObjectToolCall {
  const { arguments: _arguments, ...base } = call(id, name)
  return { ...base, status, ...(rawArguments !== undefined && { rawArguments }) }
}

export function customCall(id: string, name: string, input: string): Complete<CustomToolCall> {
  return { ...call(id, name), kind: 'custom', arguments: input, rawArguments: input }
}

export function result(
  callId: string,
  output: ToolOutput | string = 'found',
  more: Partial<ToolResult> = {},
): ToolResult {
  const value: ToolOutput = typeof output === 'string' ? { type: 'text', value: output } : output
  const isError = value.type.startsWith('error') || value.type === 'denied'
  return {
    type: 'tool-result',
    callId,
    name: 'search',
    output: value,
    isError,
    providerExecuted: false,
    ...more,
  }
}
