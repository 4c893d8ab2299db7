import { encodeArgumentValue } from '../../src/base/model/arguments.js'
import { isOwn, mapAllParts, mapAnswers, mapOutput, mapParts, mapTools } from '../../src/base/model/change.js'
import { metadataOf, withMetadata } from '../../src/base/model/metadata.js'
import type { Conversation, MediaPart, Message, ToolCall } from '../../src/base/model/types.js'
import { isText } from '../../src/codec/shape/joined-text.js'
import type { FitContext, FitStep } from '../../src/codec/wire/fit-step.js'
import { joinTexts } from '../../src/translate/fit/join-texts.js'
import { IMAGE_URL } from './media.js'

/** Fit steps of this format. */
export const fit: readonly FitStep[] = [imagesAsUrls, plainAnswers, describeArguments, dropEmptyDescriptions]

/**
 * Chooses `image_url` for images on their way to an integration: every one sends this form, whereas LangChain's
 * standard form is rejected by those for Mistral, Bedrock and Ollama.
 */
function imagesAsUrls(conversation: Conversation, fit: FitContext): Conversation {
  if (!isForPackage(fit)) return conversation
  return mapAllParts(conversation, fit, (part) => {
    if (part.type === 'tool-result')
      return part.providerExecuted
        ? part
        : mapOutput(part, fit, (item) => (item.type === 'media' ? imageAsUrl(item, fit) : item))
    return part.type === 'media' ? imageAsUrl(part, fit) : part
  })
}

function imageAsUrl(part: MediaPart, fit: FitContext): MediaPart {
  if (part.kind !== 'image' || part.filename !== undefined || metadataOf(part, fit) !== undefined) return part
  const { type } = part.source
  // A data URL contains the type of the data, whereas another URL has no type.
  const isExpressed = type === 'data' ? part.mediaType !== undefined : part.mediaType === undefined
  const isUrl = type === 'data' || type === 'url'
  return isUrl && isExpressed ? fit.derive(part, withMetadata(part, { form: IMAGE_URL }, fit)) : part
}

/**
 * Adapts answers to an integration: those for Mistral, Google and Ollama reject or lose calls next to a list of
 * blocks, and all of them omit `invalid_tool_calls`, but not the results.
 */
function plainAnswers(conversation: Conversation, fit: FitContext): Conversation {
  if (!isForPackage(fit)) return conversation
  return mapAnswers(conversation, fit, (message) =>
    isOwn(message, message, fit.wire) ? message : plainAnswer(message, fit),
  )
}

function plainAnswer(message: Message, fit: FitContext): Message {
  const joined = message.parts.filter(isText).length > 1 ? joinTexts(message, fit) : message
  return mapParts(joined, fit, (part) =>
    part.type === 'tool-call' && part.status !== 'complete' ? fit.derive(part, withObject(part, fit)) : part,
  )
}

/** Returns the call with an object for its unusable arguments, which decoding reverses. */
function withObject(call: ToolCall, fit: FitContext): ToolCall {
  const { arguments: _arguments, rawArguments: _text, status: _status, ...head } = call
  const value = encodeArgumentValue(call, { ...fit, path: fit.pathOf(call) })
  return { ...head, kind: 'function', status: 'complete', arguments: value }
}

/** Adds the schema of functions without arguments: integrations reject or omit functions without a schema. */
function describeArguments(conversation: Conversation, fit: FitContext): Conversation {
  if (!isForPackage(fit)) return conversation
  return mapTools(conversation, fit, (tool) =>
    tool.type === 'function' && tool.parameters === undefined
      ? fit.derive(tool, { ...tool, parameters: { type: 'object', properties: {} } })
      : tool,
  )
}

/** Omits empty descriptions, which the integration for Bedrock sends and Bedrock rejects. */
function dropEmptyDescriptions(conversation: Conversation, fit: FitContext): Conversation {
  if (fit.limits.refusesEmptyDescriptions !== true) return conversation
  return mapTools(conversation, fit, (tool) => {
    if (tool.type !== 'function' || tool.description !== '') return tool
    const { description: _empty, ...rest } = tool
    return fit.derive(tool, rest)
  })
}

/** Returns true if the caller chose the limits of an integration, which sends no provider-executed calls. */
function isForPackage({ limits }: FitContext): boolean {
  return limits.carries?.includes('provider-executed') !== true
}
