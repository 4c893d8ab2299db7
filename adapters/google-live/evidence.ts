import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'
import { evidenceOf } from '../../src/codec/wire/evidence.js'
import { readNativeFrame } from './frames.js'

const CLIENT = ['setup', 'clientContent', 'realtimeInput', 'toolResponse', 'contextUpdate']
const SERVER = ['serverContent', 'toolCallCancellation', 'sessionResumptionUpdate', 'goAway', 'setupComplete']

function has(native: JsonValue, names: readonly string[]): boolean {
  const { frame = {} } = readNativeFrame(native) ?? {}
  return names.some((name) => isObject(frame[name]))
}

export const evidence = /* @__PURE__ */ evidenceOf({
  request: [
    [
      1,
      'frames of a session',
      ({ clientEvents: all }) => isArray(all) && all.some((frame) => has(frame, CLIENT)),
    ],
  ],
  response: [
    [0.9, 'what a server says', (frame: JsonObject) => has(frame, ['serverContent']) || hasCalls(frame)],
  ],
  event: [[1, 'a frame of the server', (frame: JsonObject) => has(frame, SERVER) || hasCalls(frame)]],
  'answer-piece': [[0.9, 'a list of functionCalls', ({ functionCalls: calls }) => isArray(calls)]],
  'history-piece': [
    [0.9, 'a list of functionResponses', ({ functionResponses: results }) => isArray(results)],
  ],
})

/** Other formats also have a member `tool_call`, but without a list in it. */
function hasCalls(native: JsonObject): boolean {
  const { frame = {} } = readNativeFrame(native) ?? {}
  return isObject(frame.toolCall) && isArray(frame.toolCall.functionCalls)
}
