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
import { converter } from './converter.js'
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
import type { MistralChatTypes } from './wire.js'

/** Mistral's chat completions, related to OpenAI's. */
export const mistralChat = /* @__PURE__ */ defineAdapter<MistralChatTypes>({
  id: 'mistral-chat',
  title,
  docs,
  http,
  limits,
  messages: messagesCodec,
  tools,
  hosted,
  request,
  response,
  evidence,
  pieces,
  converter,
  fit,
  stream: /* @__PURE__ */ withEncoder(decoding, streamEncoder),
})
export default mistralChat
export * from './exports.js'
export type * from './wire.js'
export const toolCalls = /* @__PURE__ */ callsReader<MistralChatTypes>(
  'mistral-chat',
  decode,
  pieces,
  converter,
)
export const toolResults = /* @__PURE__ */ resultsWriter<MistralChatTypes>('mistral-chat', encodeResults)
export const stream = /* @__PURE__ */ streamReader<MistralChatTypes>('mistral-chat', decoding)
export const collect = /* @__PURE__ */ streamCollector<MistralChatTypes>('mistral-chat', decoding)
export const decodeResponse = /* @__PURE__ */ responseDecoder<MistralChatTypes>(
  'mistral-chat',
  decode,
  converter,
  decoding,
)
/** As much of the adapter as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<MistralChatTypes>({
  id: 'mistral-chat',
  limits,
  messages: messagesCodec,
  converter,
  fit,
})
export const toolCall = /* @__PURE__ */ callReader<MistralChatTypes>(messages, pieces)
export const encodeCall = /* @__PURE__ */ callWriter<MistralChatTypes>(messages, pieces)
export const decodeResult = /* @__PURE__ */ resultReader<MistralChatTypes>(messages, pieces)
export const encodeResult = /* @__PURE__ */ resultWriter<MistralChatTypes>(messages, pieces)
