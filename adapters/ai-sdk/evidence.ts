import type { JsonObject } from '../../src/base/json/json-types.js'
import { isArray, isObject, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { evidenceOf } from '../../src/codec/wire/evidence.js'

const CALL_PART = /^tool-(?:call|result|approval-request|approval-response)$/
const UI_PART = /^(?:text|reasoning|file|step-start|dynamic-tool|tool-.+|source-.+|data-.+)$/
const OWN_EVENT =
  /^(?:tool-input-(?:start|delta|end|available|error)|tool-output-.+|stream-start|response-metadata)$/
const BLOCK_EVENT = /^(?:text|reasoning)-(?:start|delta|end)$/
const STEP_EVENT = /^(?:start|start-step|finish-step)$/
const SETTINGS = [
  'maxOutputTokens',
  'stopSequences',
  'allowSystemInMessages',
  'activeTools',
  'providerOptions',
]

export const evidence = /* @__PURE__ */ evidenceOf({
  request: [
    [0.97, 'calls or results with a toolCallId', (body) => messagesIn(body).some(hasCallPart)],
    [0.95, 'UI messages: an id and parts', (body) => messagesIn(body).some(isUiMessage)],
    [0.9, 'tools with an inputSchema in an option list', ({ tools }) => objectsIn(tools).some(isOwnTool)],
    [
      0.6,
      'messages, and settings under the names of the SDK',
      (body) => messagesIn(body).length > 0 && SETTINGS.some((name) => name in body),
    ],
    [
      0.4,
      'messages with text or file parts, and instructions',
      (body) => 'instructions' in body && messagesIn(body).some(({ content }) => content !== undefined),
    ],
  ],
  response: [
    [
      0.97,
      'content with a finish reason of two words',
      (body) => isArray(body.content) && isObject(body.finishReason) && 'unified' in body.finishReason,
    ],
    [0.95, 'content with calls by toolCallId', hasCallPart],
    [
      0.9,
      'content, with finishReason and usage under the names of the SDK',
      (body) => isArray(body.content) && typeof body.finishReason === 'string' && isObject(body.usage),
    ],
    [0.95, 'a UI message', isUiMessage],
  ],
  event: [[0.95, 'a stream part of the SDK', isOwnEvent]],
  'answer-piece': [
    [
      0.9,
      'a call with a toolCallId',
      ({ type, toolCallId: id }) => type === 'tool-call' && typeof id === 'string',
    ],
    [
      0.95,
      'a tool part of a UI message',
      ({ type, toolCallId: id, state }) =>
        UI_TOOL.test(stringOr(type, '')) && typeof id === 'string' && typeof state === 'string',
    ],
    [
      0.96,
      'the result of a tool that the provider ran',
      ({ type, toolCallId: id, result }) =>
        type === 'tool-result' && typeof id === 'string' && result !== undefined,
    ],
  ],
  'history-piece': [
    [0.96, 'a result with a toolCallId', isOwnResult],
    [0.96, 'a tool message', ({ role, content }) => role === 'tool' && objectsIn(content).some(isOwnResult)],
  ],
})

function messagesIn({ messages, prompt }: JsonObject): readonly JsonObject[] {
  return objectsIn(messages ?? prompt)
}

function hasCallPart({ content }: JsonObject): boolean {
  return objectsIn(content).some(
    ({ type, toolCallId, approvalId }) =>
      CALL_PART.test(stringOr(type, '')) && typeof (toolCallId ?? approvalId) === 'string',
  )
}

function isUiMessage({ id, role, parts, content }: JsonObject): boolean {
  if (typeof id !== 'string' || typeof role !== 'string' || !isArray(parts) || content !== undefined)
    return false
  return parts.length > 0 && objectsIn(parts).every(({ type }) => UI_PART.test(stringOr(type, '')))
}

function isOwnTool({ type, name, inputSchema, id, args }: JsonObject): boolean {
  if (typeof name !== 'string') return false
  if (type === 'function') return isObject(inputSchema)
  return type === 'provider' && stringOr(id, '').includes('.') && isObject(args)
}

function isOwnEvent(event: JsonObject): boolean {
  const type = stringOr(event.type, '')
  if (OWN_EVENT.test(type) || (STEP_EVENT.test(type) && !('data' in event))) return true
  return BLOCK_EVENT.test(type) && typeof event.id === 'string'
}

const UI_TOOL = /^(?:dynamic-tool|tool-.+)$/

function isOwnResult({ type, toolCallId: id, output }: JsonObject): boolean {
  return type === 'tool-result' && typeof id === 'string' && isObject(output)
}
