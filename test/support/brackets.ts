import type { JsonObject } from '../../src/base/json/json-types.js'
import { isObject, objectIn } from '../../src/base/json/read-json.js'

/** Returns true if an event closes a call, or the input of a call. */
type IsBracket = (event: JsonObject) => boolean

const typed =
  (...types: readonly string[]): IsBracket =>
  ({ type }) =>
    types.includes(String(type))

function isCallItem({ item }: JsonObject): boolean {
  return isObject(item) && (item.type === 'function_call' || item.type === 'custom_tool_call')
}

const isArgumentsDone = typed('response.function_call_arguments.done', 'response.custom_tool_call_input.done')

const isItemDone: IsBracket = (event) =>
  isArgumentsDone(event) || (event.type === 'response.output_item.done' && isCallItem(event))

/**
 * The events that close a streamed call on each wire. Compatible servers omit them
 * (https://github.com/NousResearch/hermes-agent/issues/92767 and others). Other wires have no closing event.
 */
export const BRACKETS: Readonly<Record<string, IsBracket>> = {
  'anthropic-messages': typed('content_block_stop'),
  'openai-responses': isItemDone,
  'openai-realtime': isItemDone,
  'google-interactions': ({ event_type: type }) => type === 'step.stop',
  'bedrock-converse': ({ contentBlockStop }) => contentBlockStop !== undefined,
  'cohere-chat': typed('tool-call-end'),
  'ai-sdk': typed('tool-input-end', 'tool-call'),
  'ai-sdk-rust': typed('tool-input-end', 'tool-call'),
  'robot-lab': ({ event }) => event === 'part.completed',
}

/** Returns the event without the items that some servers omit from the end of their answer. */
export function withoutOutput(event: JsonObject): JsonObject {
  const { response } = event
  return isObject(response) && Array.isArray(response.output)
    ? { ...event, response: { ...objectIn(response), output: [] } }
    : event
}

/** The event that reports a failed answer in each wire's stream, in the form of its server. */
export const FAILURES: Readonly<Record<string, JsonObject>> = {
  // https://docs.claude.com/en/docs/build-with-claude/streaming#error-events
  'anthropic-messages': { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
  // https://platform.openai.com/docs/api-reference/responses-streaming/error
  'openai-responses': { type: 'error', code: 'server_error', message: 'Overloaded', param: null },
  'openai-realtime': { type: 'error', error: { type: 'server_error', message: 'Overloaded' } },
  'google-interactions': { event_type: 'error', error: { code: 'internal', message: 'Overloaded' } },
  'bedrock-converse': { modelStreamErrorException: { message: 'Overloaded' } },
  'cohere-chat': { message: 'Overloaded' },
  'openai-chat': { error: { message: 'Overloaded', type: 'server_error' } },
  'mistral-chat': { object: 'error', message: 'Overloaded', type: 'server_error', code: 500 },
  'ai-sdk': { type: 'error', error: { message: 'Overloaded' } },
}
