import { isArray, isObject } from '../../src/json/read.js'
import type { JsonValue } from '../../src/json/types.js'
import type { Evidence } from '../../src/wire/contract.js'

/** Keys of content blocks that no other wire uses as such. */
const OWN_BLOCKS =
  /^(toolUse|toolResult|reasoningContent|cachePoint|guardContent|citationsContent|searchResult|document|image|video|audio|text)$/
const OWN_EVENTS = /^(messageStart|messageStop|contentBlock(Start|Delta|Stop))$/
const OWN_SETTINGS = ['inferenceConfig', 'toolConfig', 'additionalModelRequestFields', 'guardrailConfig']

export const evidence: readonly Evidence[] = [
  {
    in: 'response',
    score: 0.99,
    reason: 'output.message with a stopReason',
    test: ({ output, stopReason }) =>
      isObject(output) && isObject(output.message) && typeof stopReason === 'string',
  },
  {
    in: 'response',
    score: 0.4,
    reason: 'an error body of a message and nothing but its type',
    test: ({ message, __type, ...rest }) => typeof message === 'string' && Object.keys(rest).length === 0,
  },
  {
    in: 'event',
    score: 0.99,
    reason: 'stream events messageStart, contentBlock…',
    test: (event) =>
      Object.keys(event).length === 1 && Object.keys(event).some((key) => OWN_EVENTS.test(key)),
  },
  {
    in: 'event',
    score: 0.5,
    reason: 'a stream event with the usage of Converse',
    test: ({ metadata }) => isObject(metadata) && isObject(metadata.usage) && 'inputTokens' in metadata.usage,
  },
  {
    in: 'request',
    score: 0.97,
    reason: 'messages beside inferenceConfig or toolConfig',
    test: (body) => isArray(body.messages) && OWN_SETTINGS.some((field) => isObject(body[field])),
  },
  {
    in: 'request',
    score: 0.96,
    reason: 'content blocks that are told by their key',
    test: ({ messages }) => isArray(messages) && messages.length > 0 && messages.every(hasOwnContent),
  },
  {
    in: 'request',
    score: 0.9,
    reason: 'an input for CountTokens',
    test: ({ input }) => isObject(input) && (isObject(input.invokeModel) || isObject(input.converse)),
  },
]

function hasOwnContent(message: JsonValue): boolean {
  return isObject(message) && isArray(message.content) && message.content.every(isOwnBlock)
}

function isOwnBlock(block: JsonValue): boolean {
  return isObject(block) && !('type' in block) && Object.keys(block).some((key) => OWN_BLOCKS.test(key))
}
