import type { JsonObject } from '../json/json-types.js'
import { toJson } from '../json/to-json.js'
import { compact } from '../json/write-json.js'
import { callsToAnswer } from './calls-to-answer.js'
import {
  expectArguments,
  expectCall,
  expectList,
  expectMessage,
  expectOptions,
  expectResults,
  expectText,
  type KnownOptions,
} from './expect.js'
import { type AfterOptions, admitted } from './outcome.js'
import type {
  Message,
  Part,
  ProviderMetadata,
  ResultPart,
  ToolCall,
  ToolOutput,
  ToolResult,
} from './types.js'

/** A call that may be executed: its arguments are complete. */
export type CompleteToolCall = Extract<ToolCall, { readonly status: 'complete' }>

/**
 * Returns true if the arguments are complete and the turn of the call ended well. Only these calls may be
 * executed.
 */
export function isComplete(call: ToolCall): call is CompleteToolCall {
  return call.status === 'complete' && call.withheld === undefined
}

/**
 * Returns the calls of a message that the host may run: their arguments are complete, their turn ended well,
 * and the provider did not run them. `pendingCalls` also lists calls with broken arguments, which need an
 * answer.
 * @example for (const call of clientCalls(message)) results.push(toolResult(call, await run(call.name, call.arguments)))
 */
export function clientCalls(message: Message, options?: AfterOptions): CompleteToolCall[] {
  expectMessage(message)
  if (options !== undefined)
    expectOptions(options, AFTER, ['clientCalls', 'clientCalls(message, { alsoAfter })'])
  return admitted(callsToAnswer(message.parts), options).filter(isComplete)
}

const AFTER: KnownOptions<AfterOptions> = { alsoAfter: true }

/**
 * Creates the result of a call from the output of its tool.
 * @param output a string becomes a text, undefined an empty text, an Error the result of a failed call. Other
 * values become JSON: as JSON.stringify writes them (dates as text, undefined members omitted), a Map with
 * string keys as an object, a Set or an array of numbers as a list.
 * @throws AdapterError when the output has no JSON form, such as a Response, a stream, bytes, NaN or a
 * function.
 * @example toolResult(call, { sky: 'rain', celsius: 7 })
 */
export function toolResult(call: ToolCall, output: unknown): ToolResult {
  if (output === undefined) return resultOf(call, { type: 'text', value: '' })
  if (typeof output === 'string') return resultOf(call, { type: 'text', value: output })
  if (output instanceof Error) return errorResult(call, output)
  return resultOf(call, { type: 'json', value: toJson(output) })
}

/**
 * Creates a result of parts: text, images, files.
 * @example
 * const screen = { type: 'media', kind: 'image', mediaType: 'image/png', source: { type: 'data', data: base64 } }
 * const result = contentResult(call, [screen])
 */
export function contentResult(call: ToolCall, parts: readonly ResultPart[]): ToolResult {
  expectList(parts, ['contentResult needs a list of parts', 'contentResult(call, [part])'])
  return resultOf(call, { type: 'content', value: parts })
}

/**
 * Creates the result of a failed call.
 * @param error the thrown value. Only the message of an Error is sent, without its stack; any other object
 * becomes JSON.
 * @example errorResult(call, new Error('There is no such city.'))
 */
export function errorResult(call: ToolCall, error: unknown): ToolResult {
  if (error instanceof Error) return resultOf(call, { type: 'error-text', value: error.message })
  if (typeof error === 'object' && error !== null)
    return resultOf(call, { type: 'error-json', value: toJson(error) })
  return resultOf(call, { type: 'error-text', value: String(error) })
}

/**
 * Creates the result of a call that a person or a policy denied.
 * @example deniedResult(call, 'The user said no.')
 */
export function deniedResult(call: ToolCall, reason?: string): ToolResult {
  return resultOf(call, compact({ type: 'denied' as const, reason }))
}

/** Creates a system message with instructions for the model. */
export function systemMessage(text: string): Message {
  expectText(text, '', 'systemMessage needs a text: systemMessage(text)')
  return { role: 'system', parts: [{ type: 'text', text }] }
}

/**
 * Creates an assistant message, for a history written by hand.
 * @param said texts, and parts such as calls.
 */
export function assistantMessage(...said: readonly (string | Part)[]): Message {
  const parts = said.map((part) => (typeof part === 'string' ? { type: 'text' as const, text: part } : part))
  const message: Message = { role: 'assistant', parts }
  expectMessage(message)
  return message
}

/**
 * Creates a complete function call, for a history written by hand.
 * @param id pairs the call with its result.
 */
export function toolCall(id: string, name: string, given: JsonObject = {}): CompleteToolCall {
  const usage = "toolCall(id, name, { city: 'Oslo' })"
  expectText(id, '/id', `toolCall needs an id: ${usage}`)
  expectText(name, '/name', `toolCall needs the name of the tool: ${usage}`)
  expectArguments(given, '/arguments')
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

/** Creates a user message with one text. */
export function userMessage(text: string): Message {
  expectText(text, '', "userMessage needs a text; a message of several parts is { role: 'user', parts: […] }")
  return { role: 'user', parts: [{ type: 'text', text }] }
}

/**
 * Creates the message with the results of an assistant message's calls.
 * @example messages.push(toolMessage(await runTools(messages, tools)))
 */
export function toolMessage(results: readonly ToolResult[]): Message {
  expectList(results, ['toolMessage needs a list of results', 'toolMessage([toolResult(call, value)])'])
  expectResults(results)
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

function answeredCall({ kind, minted, providerMetadata }: ToolCall): ToolResult['answers'] {
  if (kind !== 'function') return compact({ kind, providerMetadata })
  return minted === true && providerMetadata !== undefined ? answeredField(providerMetadata) : undefined
}

/** Returns the field of a call without an id. A field other than the usual one may need another form of result. */
function answeredField(all: ProviderMetadata): ToolResult['answers'] {
  const fields = Object.entries(all).flatMap(([wire, { field }]) =>
    typeof field === 'string' ? [[wire, { field }] as const] : [],
  )
  return fields.length === 0 ? undefined : { kind: 'function', providerMetadata: Object.fromEntries(fields) }
}
