import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { evidenceOf, isErrorBody } from '../../src/codec/wire/evidence.js'

export const evidence = /* @__PURE__ */ evidenceOf({
  response: [
    [1, 'object "response"', ({ object, output }) => object === 'response' && isArray(output)],
    [0.1, 'an error', isErrorBody],
  ],
  event: [
    [
      1,
      'response.* events',
      ({ type, output_index: index, response, event_id: id }) =>
        typeof type === 'string' &&
        type.startsWith('response.') &&
        (index !== undefined || isObject(response)) &&
        id === undefined,
    ],
  ],
  request: [
    [0.95, 'input items', ({ input }) => isArray(input) && input.some(isResponsesItem)],
    [
      0.7,
      'input messages',
      ({ input, output }) => isArray(input) && input.every(isMessage) && output === undefined,
    ],
    [
      0.6,
      'input text and settings',
      ({ input, tools, ...settings }) =>
        typeof input === 'string' && (isArray(tools) || OWN_SETTINGS.some((field) => field in settings)),
    ],
    [
      0.3,
      'model and input text',
      ({ input, model }) => typeof input === 'string' && typeof model === 'string',
    ],
    [
      0.2,
      'input text, and no field that this wire does not have',
      ({ input, ...others }) =>
        typeof input === 'string' && Object.keys(others).every((field) => SETTING.test(field)),
    ],
  ],
  'answer-piece': [[0.9, 'an item that is a call', (item) => isCallItem(item)]],
  'history-piece': [
    [
      0.95,
      'an item that answers a call',
      ({ type, call_id: id }) => OUTPUT_TYPE.test(stringOr(type, '')) && typeof id === 'string',
    ],
    [
      0.95,
      'items next to a message of the user',
      ({ type, role, content }) => type === 'message' && role === 'user' && isArray(content),
    ],
  ],
})

const OWN_SETTINGS = ['previous_response_id', 'max_output_tokens', 'instructions']

/** Matches fields next to the input of a request, if a stored prompt names the model. */
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
  if (!isObject(item) || typeof item.role !== 'string' || item.content === undefined) return false
  // Loggers also store the messages of Chat Completions as `input`.
  return item.role !== 'tool' && item.tool_calls === undefined
}

const OUTPUT_TYPE = /^\w+_call_output$/

/**
 * Returns true for a call item. Other wires also have items with these names, but their arguments are an
 * object.
 */
function isCallItem({ type, id, call_id: callId, arguments: given }: JsonObject): boolean {
  return /^\w+_call$/.test(stringOr(type, '')) && typeof (callId ?? id) === 'string' && !isObject(given)
}
