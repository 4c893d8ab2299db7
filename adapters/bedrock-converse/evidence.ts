import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, objectIn, objectsIn } from '../../src/base/json/read-json.js'
import { evidenceOf } from '../../src/codec/wire/evidence.js'

/** Keys of content blocks, used only by this wire. */
const OWN_BLOCKS =
  /^(toolUse|toolResult|reasoningContent|cachePoint|guardContent|citationsContent|searchResult|document|image|video|audio|text)$/
const OWN_EVENTS = /^(messageStart|messageStop|contentBlock(Start|Delta|Stop))$/
const OWN_SETTINGS = ['inferenceConfig', 'toolConfig', 'additionalModelRequestFields', 'guardrailConfig']

export const evidence = /* @__PURE__ */ evidenceOf({
  response: [
    [
      0.99,
      'output.message with a stopReason',
      ({ output, stopReason }) =>
        isObject(output) && isObject(output.message) && typeof stopReason === 'string',
    ],
    [
      0.4,
      'an error body with only a message and its type',
      ({ message, Message = message, __type, ...rest }) =>
        typeof Message === 'string' && Object.keys(rest).length === 0,
    ],
  ],
  event: [
    [
      0.99,
      'stream events messageStart, contentBlock…',
      (event) => Object.keys(event).length === 1 && Object.keys(event).some((key) => OWN_EVENTS.test(key)),
    ],
    [
      0.5,
      'a stream event with the usage of Converse',
      ({ metadata }) => isObject(metadata) && isObject(metadata.usage) && 'inputTokens' in metadata.usage,
    ],
  ],
  request: [
    [
      0.97,
      'messages with inferenceConfig or toolConfig',
      (body) => isArray(body.messages) && OWN_SETTINGS.some((field) => isObject(body[field])),
    ],
    [
      0.96,
      'content blocks identified by their key',
      ({ messages }) => isArray(messages) && messages.length > 0 && messages.every(hasOwnContent),
    ],
    [
      0.9,
      'an input for CountTokens',
      ({ input }) => isObject(input) && (isObject(input.invokeModel) || isObject(input.converse)),
    ],
  ],
  'answer-piece': [
    [0.95, 'a block toolUse', (piece) => blocksIn(piece).some(({ toolUse }) => isOwnUse(toolUse))],
    [0.9, 'a call with a toolUseId', isOwnUse],
  ],
  'history-piece': [
    [
      0.95,
      'a block toolResult',
      (piece) => blocksIn(piece).some(({ toolResult }) => isOwnResult(toolResult)),
    ],
    [0.9, 'a result with a toolUseId', (piece) => isOwnResult(piece) && piece.type === undefined],
  ],
})

function hasOwnContent(message: JsonValue): boolean {
  return isObject(message) && isArray(message.content) && message.content.every(isOwnBlock)
}

function isOwnBlock(block: JsonValue): boolean {
  return isObject(block) && !('type' in block) && Object.keys(block).some((key) => OWN_BLOCKS.test(key))
}

/** Returns the block itself, or the blocks of a message or an output. */
function blocksIn(piece: JsonObject): readonly JsonObject[] {
  return [piece, ...objectsIn(objectIn(piece.message ?? piece).content)]
}

function isOwnUse(value: JsonValue | undefined): boolean {
  return isObject(value) && typeof value.toolUseId === 'string' && typeof value.name === 'string'
}

function isOwnResult(value: JsonValue | undefined): boolean {
  return isObject(value) && typeof value.toolUseId === 'string' && isArray(value.content)
}
