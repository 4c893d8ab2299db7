import type { JsonValue } from '../../src/json/json-types.js'
import { isArray, isObject } from '../../src/json/read-json.js'
import { evidenceOf } from '../../src/wire/evidence.js'

/** Keys of content blocks that no other wire uses as such. */
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
      ({ message, __type, ...rest }) => typeof message === 'string' && Object.keys(rest).length === 0,
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
})

function hasOwnContent(message: JsonValue): boolean {
  return isObject(message) && isArray(message.content) && message.content.every(isOwnBlock)
}

function isOwnBlock(block: JsonValue): boolean {
  return isObject(block) && !('type' in block) && Object.keys(block).some((key) => OWN_BLOCKS.test(key))
}
