import type { JsonObject } from '../../src/base/json/json-types.js'
import { isArray, isObject, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { evidenceOf } from '../../src/codec/wire/evidence.js'
import { isLoneCall } from './calls.js'

const SNAKE_PIECE = /^(?:text|reasoning)-(?:start|delta|end)$|^tool-input-(?:delta|end)$/
const OWN_PIECE = /^(?:tool-input-(?:start|delta|end)|stream-start|response-metadata)$/

/** Matches JSON text. Other text is the input of a tool without a schema. */
const JSON_TEXT = /^\s*[{[]/

// Signs of the format. Signs that are shared with the Vercel AI SDK, from which this crate is derived, have
// lower scores than in the SDK's adapter.
export const evidence = /* @__PURE__ */ evidenceOf({
  request: [
    [
      0.99,
      'calls whose input is JSON text, results without a type, or reasoning under its own name',
      (body) => messagesIn(body).some((message) => partsIn(message).some((part) => isOwnPart(part, message))),
    ],
    [0.98, 'a prompt, and tools of type providerdefined', ({ tools }) => objectsIn(tools).some(isDefined)],
    [
      0.98,
      'a prompt, and a tool choice with a tool_name',
      (body) => messagesIn(body).length > 0 && isOwnChoice(body),
    ],
    [
      0.7,
      'a prompt of messages, and tools with an inputSchema',
      ({ prompt, tools }) =>
        isArray(prompt) && objectsIn(tools).some((tool) => isObject(tool.inputSchema ?? tool.input_schema)),
    ],
  ],
  response: [
    [
      0.98,
      'content with provider_metadata, reasoning under its own name, or tagged outputs',
      (body) => isArray(body.content) && partsIn(body).some((part) => isOwnPart(part, body)),
    ],
    [
      0.97,
      'content with a finish_reason and a tool_call_id',
      (body) => 'finish_reason' in body && partsIn(body).some((part) => 'tool_call_id' in part),
    ],
    [
      0.8,
      'content with calls by toolCallId and a finish reason of one word',
      (body) =>
        typeof (body.finishReason ?? body.finish_reason) === 'string' &&
        partsIn(body).some((part) => 'toolCallId' in part || 'tool_call_id' in part),
    ],
    [0.95, 'a single call whose input is text', isLoneCall],
  ],
  event: [
    [0.98, 'a stream part with provider_metadata or flat usage', isOwnEvent],
    [0.9, 'a result with a tagged output', ({ type, output }) => type === 'tool-result' && isTagged(output)],
    [0.8, 'a stream part', ({ type }) => OWN_PIECE.test(stringOr(type, ''))],
  ],
  'answer-piece': [
    [
      0.97,
      'a call whose input is JSON text',
      ({ type, toolCallId, tool_call_id: id = toolCallId, input }) =>
        type === 'tool-call' && typeof id === 'string' && JSON_TEXT.test(stringOr(input, '')),
    ],
  ],
  'history-piece': [
    [0.97, 'a result without a type', (part) => part.type === undefined && isOwnPart(part, { role: 'tool' })],
    [
      0.97,
      'a message of such results',
      (piece) => piece.role === 'tool' && partsIn(piece).some((part) => isOwnPart(part, piece)),
    ],
  ],
})

function messagesIn({ prompt, messages }: JsonObject): readonly JsonObject[] {
  return objectsIn(prompt ?? messages)
}

function partsIn({ content }: JsonObject): readonly JsonObject[] {
  return objectsIn(content)
}

function isOwnPart(part: JsonObject, { role, type: owner }: JsonObject): boolean {
  const { type, output, input } = part
  // Only LangChain messages have a type.
  if (owner !== undefined) return false
  const id = part.toolCallId ?? part.tool_call_id
  if (type === 'reasoning') return typeof part.reasoning === 'string'
  if (type === 'text') return isObject(part.provider_metadata)
  if (type === 'file') return role === 'user' && 'media_type' in part && isArray(part.data)
  if (typeof id !== 'string') return false
  if (type === 'tool-call') return role !== undefined && JSON_TEXT.test(stringOr(input, ''))
  return isTagged(output) && (role === 'tool' ? type === undefined : role === undefined)
}

function isTagged(output: JsonObject[string] | undefined): boolean {
  return isObject(output) && typeof output.type === 'string'
}

function isDefined({ type, id }: JsonObject): boolean {
  return type === 'providerdefined' && typeof id === 'string'
}

function isOwnChoice({ toolChoice, tool_choice }: JsonObject): boolean {
  const choice = toolChoice ?? tool_choice
  return isObject(choice) && choice.type === 'tool' && typeof choice.tool_name === 'string'
}

function isOwnEvent({ type, id, usage, finishReason, provider_metadata: metadata }: JsonObject): boolean {
  const word = stringOr(type, '')
  if (SNAKE_PIECE.test(word)) return typeof id === 'string' && isObject(metadata)
  return word === 'finish' && typeof finishReason === 'string' && isFlat(usage)
}

function isFlat(usage: JsonObject[string] | undefined): boolean {
  return isObject(usage) && typeof (usage.inputTokens ?? usage.input_tokens ?? 0) === 'number'
}
