/**
 * Code shared with the vendor's other wires: items are the same as on Responses, without the hosted tools of
 * that wire.
 */
export { platforms } from '../openai-chat/platforms.js'
export { schemaRulesOf } from '../openai-chat/rules/schemas.js'
export { schemas } from '../openai-chat/strict.js'
export { encodeAssistant, messageId, nativeItem, placeOf, unwrapped } from '../openai-responses/assistant.js'
export { encodeCall } from '../openai-responses/calls.js'
export {
  type ContentCodec,
  decodeContentPart,
  encodeContentPart,
  type TextType,
} from '../openai-responses/content.js'
export { hosted as responsesHosted } from '../openai-responses/hosted.js'
export { ItemReader } from '../openai-responses/items.js'
export { nonEmpty, standingOf } from '../openai-responses/maps.js'
export { ItemMessages, ItemWriter } from '../openai-responses/messages.js'
export type { ResponseTail } from '../openai-responses/response.js'
export { encodeResult } from '../openai-responses/results.js'
export { type AnswerForms, ResponsesDecoder } from '../openai-responses/stream.js'
