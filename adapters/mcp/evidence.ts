import { isArray, isObject, objectsIn, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import type { Evidence } from '../../src/wire/contract.js'
import { isCallResult, isFrame } from './frames.js'

/** Others speak JSON-RPC, too: language servers, for instance. */
const METHODS =
  /^(initialize|ping|(tools|tasks|sampling|elicitation|notifications|resources|prompts|completion|logging|roots|server)\/[\w/]+)$/
const BLOCKS = /^(text|image|audio|resource|resource_link)$/
const OWN_FIELDS = ['systemPrompt', 'modelPreferences', 'includeContext']

export const evidence: readonly Evidence[] = [
  ...(['request', 'response', 'event'] as const).map(
    (place): Evidence => ({
      in: place,
      score: 1,
      reason: 'a message of JSON-RPC with a method of the protocol',
      test: (body) => isFrame(body) && METHODS.test(stringOr(body.method, '')),
    }),
  ),
  {
    in: 'request',
    score: 1,
    reason: 'messages of JSON-RPC with methods of the protocol',
    test: ({ messages }) =>
      objectsIn(messages).some((frame) => isFrame(frame) && METHODS.test(stringOr(frame.method, ''))),
  },
  {
    in: 'request',
    score: 0.98,
    reason: 'blocks tool_result with toolUseId',
    test: ({ messages }) =>
      blocksIn(messages).some(({ type, toolUseId }) => type === 'tool_result' && toolUseId !== undefined),
  },
  {
    in: 'request',
    score: 0.96,
    reason: 'a field of sampling beside messages',
    test: (body) => isArray(body.messages) && OWN_FIELDS.some((field) => body[field] !== undefined),
  },
  {
    in: 'request',
    score: 0.9,
    reason: 'content that is one block, and maxTokens',
    test: ({ messages, maxTokens }) =>
      typeof maxTokens === 'number' && objectsIn(messages).some(({ content }) => isBlock(content)),
  },
  {
    in: 'request',
    score: 0.9,
    reason: 'a list of tools with inputSchema and no type',
    test: (body) => isToolList(body) || (isFrame(body) && isObject(body.result) && isToolList(body.result)),
  },
  {
    in: 'response',
    score: 0.97,
    reason: 'a result of JSON-RPC as tools and models give it',
    test: (body) => isFrame(body) && (isCallResult(body.result) || isSampled(body.result)),
  },
  {
    in: 'response',
    score: 0.9,
    reason: 'a sampled message with its model',
    test: isSampled,
  },
  {
    in: 'response',
    score: 0.9,
    reason: 'the result of a tool',
    test: (body) => isCallResult(body) && objectsIn(body.content).every(isBlock) && !('type' in body),
  },
]

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
