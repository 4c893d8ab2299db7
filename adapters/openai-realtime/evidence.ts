import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'
import { evidenceOf } from '../../src/codec/wire/evidence.js'

const CLIENT_EVENT =
  /^(?:session\.update|response\.(?:create|cancel)|conversation\.item\.\w+|(?:in|out)put_audio_buffer\.\w+)$/
const BETWEEN = /^(?:session\.(?:created|updated)|conversation\.|(?:in|out)put_audio_buffer\.|rate_limits\.)/

function isClientEvent(event: JsonValue): boolean {
  return isObject(event) && typeof event.type === 'string' && CLIENT_EVENT.test(event.type)
}

function isBetween({ type }: JsonObject): boolean {
  return typeof type === 'string' && BETWEEN.test(type)
}

export const evidence = /* @__PURE__ */ evidenceOf({
  request: [
    [1, 'events of a session', ({ clientEvents: all }) => isArray(all) && all.some(isClientEvent)],
    [0.2, 'a list of events', ({ clientEvents: all }) => isArray(all) && all.length === 0],
  ],
  response: [[1, 'object "realtime.response"', ({ object }) => object === 'realtime.response']],
  event: [
    [0.95, 'events between the answers of a session', isBetween],
    [
      1,
      'response.* events with an event_id',
      ({ type, event_id: id }) =>
        typeof type === 'string' && type.startsWith('response.') && typeof id === 'string',
    ],
    [
      0.8,
      'a realtime.response',
      ({ response }) => isObject(response) && response.object === 'realtime.response',
    ],
  ],
  'answer-piece': [
    [0.98, 'an item of a session that is a call', (item) => isOwnItem(item) && item.type === 'function_call'],
  ],
  'history-piece': [
    [
      0.98,
      'an item of a session that answers a call',
      (item) => isOwnItem(item) && item.type === 'function_call_output',
    ],
  ],
})

function isOwnItem({ object }: JsonObject): boolean {
  return object === 'realtime.item'
}
