import { isArray, isObject } from '../../src/json/read.js'
import type { JsonValue } from '../../src/json/types.js'
import type { Evidence } from '../../src/wire/contract.js'
import { isErrorBody } from '../../src/wire/evidence.js'

export const evidence: readonly Evidence[] = [
  {
    in: 'response',
    score: 1,
    reason: 'object "response"',
    test: ({ object, output }) => object === 'response' && isArray(output),
  },
  {
    in: 'response',
    score: 0.1,
    reason: 'an error',
    test: isErrorBody,
  },
  {
    in: 'event',
    score: 1,
    reason: 'response.* events',
    test: ({ type, output_index: index, response, event_id: id }) =>
      typeof type === 'string' &&
      type.startsWith('response.') &&
      (index !== undefined || isObject(response)) &&
      id === undefined,
  },
  {
    in: 'request',
    score: 0.95,
    reason: 'input items',
    test: ({ input }) => isArray(input) && input.some(isResponsesItem),
  },
  {
    in: 'request',
    score: 0.7,
    reason: 'input messages',
    test: ({ input, output }) => isArray(input) && input.every(isMessage) && output === undefined,
  },
  {
    in: 'request',
    score: 0.6,
    reason: 'input text and settings',
    test: ({ input, tools, ...settings }) =>
      typeof input === 'string' && (isArray(tools) || OWN_SETTINGS.some((field) => field in settings)),
  },
  {
    in: 'request',
    score: 0.3,
    reason: 'model and input text',
    test: ({ input, model }) => typeof input === 'string' && typeof model === 'string',
  },
  {
    in: 'request',
    score: 0.2,
    reason: 'input text, and nothing that is not said beside it',
    test: ({ input, ...others }) =>
      typeof input === 'string' && Object.keys(others).every((field) => SETTING.test(field)),
  },
]

const OWN_SETTINGS = ['previous_response_id', 'max_output_tokens', 'instructions']

/** What a request may say beside its input, where a stored prompt names the model. */
const SETTING =
  /^(prompt|stream|store|background|include|metadata|reasoning|text|temperature|top_p|tool_choice|parallel_tool_calls|truncation|user|service_tier)$/

const ITEM_TYPE =
  /^(message|reasoning|item_reference|compaction|program|additional_tools)$|_call$|_call_output$|^mcp_|^tool_search_/

function isResponsesItem(item: JsonValue): boolean {
  return (
    isObject(item) && typeof item.type === 'string' && item.role === undefined && ITEM_TYPE.test(item.type)
  )
}

function isMessage(item: JsonValue): boolean {
  return isObject(item) && typeof item.role === 'string' && item.content !== undefined
}
