import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { evidenceOf, type Sign } from '../../src/codec/wire/evidence.js'
import { isCallResult, isFrame } from './frames.js'

/** Method names of MCP, because other protocols also use JSON-RPC, for instance language servers. */
const METHODS =
  /^(initialize|ping|(tools|tasks|sampling|elicitation|notifications|resources|prompts|completion|logging|roots|server)\/[\w/]+)$/
const BLOCKS = /^(text|image|audio|resource|resource_link)$/
const OWN_FIELDS = ['systemPrompt', 'modelPreferences', 'includeContext']

const PROTOCOL: Sign = [
  1,
  'a message of JSON-RPC with a method of the protocol',
  (body) => isFrame(body) && METHODS.test(stringOr(body.method, '')),
]

export const evidence = /* @__PURE__ */ evidenceOf({
  request: [
    PROTOCOL,
    [
      1,
      'messages of JSON-RPC with methods of the protocol',
      ({ messages }) =>
        objectsIn(messages).some((frame) => isFrame(frame) && METHODS.test(stringOr(frame.method, ''))),
    ],
    [
      0.98,
      'blocks tool_result with toolUseId',
      ({ messages }) =>
        blocksIn(messages).some(({ type, toolUseId }) => type === 'tool_result' && toolUseId !== undefined),
    ],
    [
      0.96,
      'messages with a field of sampling',
      (body) => isArray(body.messages) && OWN_FIELDS.some((field) => body[field] !== undefined),
    ],
    [
      0.9,
      'content that is one block, and maxTokens',
      ({ messages, maxTokens }) =>
        typeof maxTokens === 'number' && objectsIn(messages).some(({ content }) => isBlock(content)),
    ],
    [
      0.9,
      'a list of tools with inputSchema and no type',
      (body) => isToolList(body) || (isFrame(body) && isObject(body.result) && isToolList(body.result)),
    ],
  ],
  response: [
    PROTOCOL,
    [
      0.97,
      'a result of JSON-RPC as tools and models give it',
      (body) => isFrame(body) && (isCallResult(body.result) || isSampled(body.result)),
    ],
    [0.9, 'a sampled message with its model', isSampled],
    [
      0.9,
      'the result of a tool',
      (body) => isCallResult(body) && objectsIn(body.content).every(isBlock) && !('type' in body),
    ],
  ],
  event: [PROTOCOL],
  'answer-piece': [
    [
      0.95,
      'a request tools/call',
      ({ method, params }) => method === 'tools/call' && isObject(params) && typeof params.name === 'string',
    ],
  ],
  'history-piece': [
    [
      0.98,
      'a block tool_result with a toolUseId',
      ({ type, toolUseId }) => type === 'tool_result' && typeof toolUseId === 'string',
    ],
  ],
})

function isBlock(value: JsonValue | undefined): boolean {
  return isObject(value) && BLOCKS.test(stringOr(value.type, ''))
}

function blocksIn(messages: JsonValue | undefined): readonly JsonObject[] {
  return objectsIn(messages).flatMap(({ content }) => (isObject(content) ? content : objectsIn(content)))
}

function isToolList({ tools, messages }: JsonObject): boolean {
  const isTool = (tool: JsonValue) =>
    isObject(tool) && isObject(tool.inputSchema) && tool.type === undefined && typeof tool.name === 'string'
  return messages === undefined && isArray(tools) && tools.length > 0 && tools.every(isTool)
}

function isSampled(value: JsonValue | undefined): boolean {
  if (!isObject(value) || value.role !== 'assistant' || typeof value.model !== 'string') return false
  const { content } = value
  const isContent = isObject(content) || isArray(content)
  return isContent && !('stop_reason' in value) && !('type' in value)
}
