import type { Exchange, Recognition } from '../../src/adapter/adapter.js'
import { isArray, isObject } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'

const NO: Recognition = { score: 0, reason: 'nothing of the Responses API' }

/** Scores: the answer names its format; the request's form is unique; fields that only this API has. */
export function recognise({ request, response, events }: Exchange): Recognition {
  if (response?.object === 'response' && isArray(response.output))
    return { score: 1, reason: 'the response has object "response" and an output list' }
  if (events?.some(isResponseEvent)) return { score: 1, reason: 'the stream has response.* events' }
  return request === undefined ? NO : recogniseRequest(request, response)
}

function isResponseEvent(event: JsonValue): boolean {
  return (
    isObject(event) &&
    typeof event.type === 'string' &&
    event.type.startsWith('response.') &&
    (event.output_index !== undefined || isObject(event.response)) &&
    event.event_id === undefined
  )
}

function recogniseRequest(request: JsonObject, response: JsonObject | undefined): Recognition {
  const { input } = request
  if (isArray(input) && input.some(isResponsesItem))
    return { score: 0.95, reason: 'the input has items of the Responses API' }
  if (isArray(input) && input.every(isMessage)) {
    const failed = isObject(response?.error)
    return { score: failed ? 0.8 : 0.7, reason: 'the request has an input list of role messages' }
  }
  const hasState = request.previous_response_id !== undefined || request.max_output_tokens !== undefined
  if (typeof input === 'string' && (hasState || request.instructions !== undefined || isArray(request.tools)))
    return { score: 0.6, reason: 'the request has input text beside fields of the Responses API' }
  if (typeof input === 'string' && typeof request.model === 'string')
    return { score: 0.3, reason: 'the request has a model and input text' }
  return NO
}

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
