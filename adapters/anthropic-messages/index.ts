// Written by scripts/adapters.mjs, from the files beside it.
import { defineAdapter, withEncoder } from '../../src/codec/wire/define-adapter.js'
import {
  callsReader,
  responseDecoder,
  resultsWriter,
  streamCollector,
  streamReader,
} from '../../src/codec/wire/everyday.js'
import { messagesWire } from '../../src/codec/wire/messages-wire.js'
import { callReader, callWriter, resultReader, resultWriter } from '../../src/codec/wire/piece-words.js'
import { cacheFields } from './cache.js'
import { citations } from './citations.js'
import { evidence } from './evidence.js'
import { fit } from './fit.js'
import { hosted } from './hosted.js'
import { http } from './http.js'
import { limits } from './limits.js'
import { encodeResults, messages as messagesCodec } from './messages.js'
import { docs, title } from './names.js'
import { pieces } from './pieces.js'
import { request } from './request.js'
import { decodeResponse as decode, response } from './response.js'
import { stream as decoding } from './stream.js'
import { streamEncoder } from './stream-encoder.js'
import { tools } from './tools.js'
import type { AnthropicTypes } from './wire.js'

/**
 * Anthropic's Messages API, as served by Anthropic itself and, with other transports, by Bedrock, Vertex and
 * Foundry.
 */
export const anthropicMessages = /* @__PURE__ */ defineAdapter<AnthropicTypes>({
  id: 'anthropic-messages',
  title,
  docs,
  http,
  limits,
  messages: messagesCodec,
  tools,
  hosted,
  request,
  cacheFields,
  response,
  citations,
  evidence,
  pieces,
  fit,
  stream: /* @__PURE__ */ withEncoder(decoding, streamEncoder),
})
/** The short name of `anthropicMessages`. */
export const anthropic = anthropicMessages
export default anthropicMessages
export type * from './wire.js'
export const toolCalls = /* @__PURE__ */ callsReader<AnthropicTypes>('anthropic-messages', decode, pieces)
export const toolResults = /* @__PURE__ */ resultsWriter<AnthropicTypes>('anthropic-messages', encodeResults)
export const stream = /* @__PURE__ */ streamReader<AnthropicTypes>('anthropic-messages', decoding)
export const collect = /* @__PURE__ */ streamCollector<AnthropicTypes>('anthropic-messages', decoding)
export const decodeResponse = /* @__PURE__ */ responseDecoder<AnthropicTypes>(
  'anthropic-messages',
  decode,
  undefined,
  decoding,
)
/** As much of the adapter as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<AnthropicTypes>({
  id: 'anthropic-messages',
  limits,
  messages: messagesCodec,
  cacheFields,
  fit,
})
export const toolCall = /* @__PURE__ */ callReader<AnthropicTypes>(messages, pieces)
export const encodeCall = /* @__PURE__ */ callWriter<AnthropicTypes>(messages, pieces)
export const decodeResult = /* @__PURE__ */ resultReader<AnthropicTypes>(messages, pieces)
export const encodeResult = /* @__PURE__ */ resultWriter<AnthropicTypes>(messages, pieces)
