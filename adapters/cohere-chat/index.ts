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
import { citations } from './citations.js'
import { converter } from './converter.js'
import { evidence } from './evidence.js'
import { fit } from './fit.js'
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
import type { CohereChatTypes } from './wire.js'

/** Cohere's chat, version 2. */
export const cohereChat = /* @__PURE__ */ defineAdapter<CohereChatTypes>({
  id: 'cohere-chat',
  title,
  docs,
  http,
  limits,
  messages: messagesCodec,
  tools,
  request,
  response,
  citations,
  evidence,
  pieces,
  converter,
  fit,
  stream: /* @__PURE__ */ withEncoder(decoding, streamEncoder),
})
export default cohereChat
export * from './exports.js'
export type * from './wire.js'
export const toolCalls = /* @__PURE__ */ callsReader<CohereChatTypes>(
  'cohere-chat',
  decode,
  pieces,
  converter,
)
export const toolResults = /* @__PURE__ */ resultsWriter<CohereChatTypes>('cohere-chat', encodeResults)
export const stream = /* @__PURE__ */ streamReader<CohereChatTypes>('cohere-chat', decoding)
export const collect = /* @__PURE__ */ streamCollector<CohereChatTypes>('cohere-chat', decoding)
export const decodeResponse = /* @__PURE__ */ responseDecoder<CohereChatTypes>(
  'cohere-chat',
  decode,
  converter,
  decoding,
)
/** As much of the adapter as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<CohereChatTypes>({
  id: 'cohere-chat',
  limits,
  messages: messagesCodec,
  converter,
  fit,
})
export const toolCall = /* @__PURE__ */ callReader<CohereChatTypes>(messages, pieces)
export const encodeCall = /* @__PURE__ */ callWriter<CohereChatTypes>(messages, pieces)
export const decodeResult = /* @__PURE__ */ resultReader<CohereChatTypes>(messages, pieces)
export const encodeResult = /* @__PURE__ */ resultWriter<CohereChatTypes>(messages, pieces)
