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
import type { ResponsesTypes } from './wire.js'

/** OpenAI's Responses API, also served by Azure, xAI, DeepSeek, OpenRouter and Bedrock. */
export const openaiResponses = /* @__PURE__ */ defineAdapter<ResponsesTypes>({
  id: 'openai-responses',
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
export default openaiResponses
export type * from './wire.js'
export const toolCalls = /* @__PURE__ */ callsReader<ResponsesTypes>('openai-responses', decode, pieces)
export const toolResults = /* @__PURE__ */ resultsWriter<ResponsesTypes>('openai-responses', encodeResults)
export const stream = /* @__PURE__ */ streamReader<ResponsesTypes>('openai-responses', decoding)
export const collect = /* @__PURE__ */ streamCollector<ResponsesTypes>('openai-responses', decoding)
export const decodeResponse = /* @__PURE__ */ responseDecoder<ResponsesTypes>(
  'openai-responses',
  decode,
  undefined,
  decoding,
)
/** As much of the adapter as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<ResponsesTypes>({
  id: 'openai-responses',
  limits,
  messages: messagesCodec,
  cacheFields,
  fit,
})
export const toolCall = /* @__PURE__ */ callReader<ResponsesTypes>(messages, pieces)
export const encodeCall = /* @__PURE__ */ callWriter<ResponsesTypes>(messages, pieces)
export const decodeResult = /* @__PURE__ */ resultReader<ResponsesTypes>(messages, pieces)
export const encodeResult = /* @__PURE__ */ resultWriter<ResponsesTypes>(messages, pieces)
