import type { JsonObject } from '../json/json-types.js'
import { toJson } from '../json/plain.js'
import { compact } from '../json/write-json.js'
import { callsToAnswer } from './calls-to-answer.js'
import { expectCall, expectMessage } from './expect.js'
import { type AfterOptions, admitted } from './outcome.js'
import type { Message, Part, ResultPart, ToolCall, ToolOutput, ToolResult } from './types.js'

/** A call that may be executed: its arguments are there. */
export type CompleteToolCall = Extract<ToolCall, { readonly status: 'complete' }>

/** Whether the arguments are complete and the turn of the call ended well. Only such calls may be executed. */
export function isComplete(call: ToolCall): call is CompleteToolCall {
  return call.status === 'complete' && call.withheld === undefined
}

/**
 * The calls of a message that the host may run: their arguments are complete, their turn ended well, and the provider did not run
 * them. `pendingCalls` also lists calls with broken arguments, which need an answer.
 * @example for (const call of clientCalls(message)) results.push(toolResult(call, await run(call.name, call.arguments)))
 */
export function clientCalls(message: Message, options?: AfterOptions): CompleteToolCall[] {
  expectMessage(message)
  return admitted(callsToAnswer(message.parts), options).filter(isComplete)
}

/**
 * What a tool returned, for the model.
 * @param output a string becomes a text, nothing an empty one, an Error the result of a failed call. All else goes in as
 * JSON: as JSON.stringify writes it (dates as text, undefined members left out), a Map with texts for keys as an object, a
 * Set or an array of numbers as a list.
 * @throws AdapterError when the output has no form in JSON, such as a Response, a stream, bytes, NaN or a function.
 * @example toolResult(call, { sky: 'rain', celsius: 7 })
 */
export function toolResult(call: ToolCall, output: unknown): ToolResult {
  if (output === undefined) return resultOf(call, { type: 'text', value: '' })
  if (typeof output === 'string') return resultOf(call, { type: 'text', value: output })
  if (output instanceof Error) return errorResult(call, output)
  return resultOf(call, { type: 'json', value: toJson(output) })
}

/**
 * A result made of parts: text, images, files.
 * @example
 * const screen = { type: 'media', kind: 'image', mediaType: 'image/png', source: { type: 'data', data: base64 } }
 * const result = contentResult(call, [screen])
 */
export function contentResult(call: ToolCall, parts: readonly ResultPart[]): ToolResult {
  return resultOf(call, { type: 'content', value: parts })
}

/**
 * A failed call, for the model.
 * @param error what was thrown. Of an Error only the message is passed on (a stack is not for the model); any other
 * object goes in as JSON.
 * @example errorResult(call, new Error('There is no such city.'))
 */
export function errorResult(call: ToolCall, error: unknown): ToolResult {
  if (error instanceof Error) return resultOf(call, { type: 'error-text', value: error.message })
  if (typeof error === 'object' && error !== null)
    return resultOf(call, { type: 'error-json', value: toJson(error) })
  return resultOf(call, { type: 'error-text', value: String(error) })
}

/**
 * A call that a person or a policy did not allow.
 * @example deniedResult(call, 'The user said no.')
 */
export function deniedResult(call: ToolCall, reason?: string): ToolResult {
  return resultOf(call, compact({ type: 'denied' as const, reason }))
}

/** Instructions for the model. */
export function systemMessage(text: string): Message {
  return { role: 'system', parts: [{ type: 'text', text }] }
}

/** What the model said, for a history that is written by hand. @param said texts, and parts such as calls. */
export function assistantMessage(...said: readonly (string | Part)[]): Message {
  const parts = said.map((part) => (typeof part === 'string' ? { type: 'text' as const, text: part } : part))
  return { role: 'assistant', parts }
}

/** A whole call of a function, for a history that is written by hand. @param id pairs it with its result. */
export function toolCall(id: string, name: string, given: JsonObject = {}): CompleteToolCall {
  return {
    type: 'tool-call',
    kind: 'function',
    id,
    name,
    status: 'complete',
    arguments: given,
    providerExecuted: false,
  }
}

/** A message of the user that holds one text. */
export function userMessage(text: string): Message {
  return { role: 'user', parts: [{ type: 'text', text }] }
}

/**
 * The message that answers an assistant message with calls.
 * @example messages.push(toolMessage(await runTools(messages, tools)))
 */
export function toolMessage(results: readonly ToolResult[]): Message {
  return { role: 'tool', parts: results }
}

function resultOf(call: ToolCall, output: ToolOutput): ToolResult {
  expectCall(call)
  return compact({
    type: 'tool-result' as const,
    callId: call.id,
    minted: call.minted,
    name: call.name,
    output,
    isError: output.type === 'error-text' || output.type === 'error-json' || output.type === 'denied',
    providerExecuted: call.providerExecuted,
    answers: answeredCall(call),
  })
}

function answeredCall({ kind, providerMetadata }: ToolCall): ToolResult['answers'] {
  return kind === 'function' ? undefined : compact({ kind, providerMetadata })
}
