import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { evidenceOf, isErrorBody } from '../../src/codec/wire/evidence.js'
import { isCallStep, isContent, isResultStep, nativeType } from './maps.js'

const OWN_STEPS = /^(?:user_input|model_output|thought|function_result)$/
const OWN_EVENTS =
  /^(?:interaction\.(?:created|completed|status_update|start|complete)|(?:step|content)\.(?:start|delta|stop))$/
const OWN_TOOLS =
  /^(?:google_search|google_maps|url_context|code_execution|file_search|computer_use|mcp_server|retrieval)$/
const OWN_FIELDS = [
  'generation_config',
  'system_instruction',
  'previous_interaction_id',
  'agent',
  'agent_config',
]

export const evidence = /* @__PURE__ */ evidenceOf({
  response: [
    [1, 'object "interaction"', ({ object, status }) => object === 'interaction' && status !== undefined],
    [
      0.95,
      'steps with a status',
      ({ steps, status }) => isArray(steps) && typeof status === 'string' && steps.every(isStep),
    ],
    [
      0.9,
      'outputs with a status',
      ({ outputs, status, output }) =>
        isArray(outputs) && typeof status === 'string' && output === undefined && outputs.every(isStep),
    ],
    [0.5, 'an error with a word in lower case as its code', (body) => isErrorBody(body) && isOwnError(body)],
  ],
  event: [
    [1, 'events of an interaction', ({ event_type: type }) => OWN_EVENTS.test(stringOr(type, ''))],
    [0.95, 'an error event', ({ event_type: type, error }) => type === 'error' && isObject(error)],
  ],
  request: [
    [0.99, 'input steps', ({ input }) => isArray(input) && input.some(isOwnStep)],
    [
      0.97,
      'input and settings of interactions',
      ({ input, ...settings }) => input !== undefined && OWN_FIELDS.some((field) => field in settings),
    ],
    [
      0.96,
      "input and tools of Google's",
      ({ input, tools }) => input !== undefined && isArray(tools) && tools.some(isOwnTool),
    ],
    [
      0.9,
      'input content without a role',
      ({ input }) => (isArray(input) ? input.length > 0 && input.every(isBareContent) : isBareContent(input)),
    ],
  ],
  'answer-piece': [
    [
      0.95,
      'a step that is a call with an argument object',
      ({ type, arguments: given, call_id: callId }) =>
        isCallStep(stringOr(type, '')) && type !== 'tool_call' && isObject(given) && callId === undefined,
    ],
  ],
  'history-piece': [
    [
      0.95,
      'a step that is a result',
      (step) => isResultStep(nativeType(step)) && typeof step.call_id === 'string',
    ],
  ],
})

function isStep(step: JsonValue): boolean {
  if (!isObject(step)) return false
  const type = nativeType(step)
  return OWN_STEPS.test(type) || isContent(step) || isCallStep(type) || isResultStep(type)
}

/**
 * Returns true for a step of this wire. Other wires also have calls of this name, but with arguments as text.
 */
function isOwnStep(step: JsonValue): boolean {
  if (!isObject(step)) return false
  const type = nativeType(step)
  if (type === 'function_call') return isObject(step.arguments) && step.call_id === undefined
  return OWN_STEPS.test(type) || (isResultStep(type) && step.call_id !== undefined)
}

function isOwnTool(tool: JsonValue): boolean {
  return isObject(tool) && OWN_TOOLS.test(nativeType(tool))
}

function isBareContent(item: JsonValue | undefined): boolean {
  return isObject(item) && isContent(item) && item.role === undefined
}

function isOwnError({ error }: JsonObject): boolean {
  if (!isObject(error)) return false
  const { code, message, type, param } = error
  return (
    /^[a-z]+(?:_[a-z]+)*$/.test(stringOr(code, '')) &&
    message !== undefined &&
    type === undefined &&
    param === undefined
  )
}
