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
import { framing } from './framing.js'
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
import type { OllamaChatTypes } from './wire.js'

/** Ollama's own chat API, of the local server and of its cloud. */
export const ollamaChat = /* @__PURE__ */ defineAdapter<OllamaChatTypes>({
  id: 'ollama-chat',
  title,
  docs,
  http,
  limits,
  messages: messagesCodec,
  tools,
  request,
  response,
  evidence,
  pieces,
  converter,
  fit,
  stream: /* @__PURE__ */ withEncoder(decoding, streamEncoder, framing),
})
export default ollamaChat
export type * from './wire.js'
export const toolCalls = /* @__PURE__ */ callsReader<OllamaChatTypes>(
  'ollama-chat',
  decode,
  pieces,
  converter,
)
export const toolResults = /* @__PURE__ */ resultsWriter<OllamaChatTypes>('ollama-chat', encodeResults)
export const stream = /* @__PURE__ */ streamReader<OllamaChatTypes>('ollama-chat', decoding)
export const collect = /* @__PURE__ */ streamCollector<OllamaChatTypes>('ollama-chat', decoding)
export const decodeResponse = /* @__PURE__ */ responseDecoder<OllamaChatTypes>(
  'ollama-chat',
  decode,
  converter,
  decoding,
)
/** As much of the adapter as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<OllamaChatTypes>({
  id: 'ollama-chat',
  limits,
  messages: messagesCodec,
  converter,
  fit,
})
export const toolCall = /* @__PURE__ */ callReader<OllamaChatTypes>(messages, pieces)
export const encodeCall = /* @__PURE__ */ callWriter<OllamaChatTypes>(messages, pieces)
export const decodeResult = /* @__PURE__ */ resultReader<OllamaChatTypes>(messages, pieces)
export const encodeResult = /* @__PURE__ */ resultWriter<OllamaChatTypes>(messages, pieces)
