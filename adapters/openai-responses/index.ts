import { type Adapter, defineAdapter, withEncoder } from '../../src/wire/define.js'
import {
  callsReader,
  responseDecoder,
  resultsWriter,
  streamCollector,
  streamReader,
} from '../../src/wire/everyday.js'
import { messagesWire } from '../../src/wire/messages.js'
import { cacheFields } from './cache.js'
import { citations } from './citations.js'
import { evidence } from './evidence.js'
import { fit } from './fit.js'
import { hosted } from './hosted.js'
import { http } from './http.js'
import { limits } from './limits.js'
import { encodeResults, messages as messagesCodec } from './messages.js'
import { request } from './request.js'
import { decodeResponse as decode, response } from './response.js'
import { stream as decoding } from './stream.js'
import { streamEncoder } from './stream-encoder.js'
import { tools } from './tools.js'
import type { ResponsesTypes } from './wire.js'

const WIRE = 'openai-responses'

/** OpenAI's Responses API, also as spoken by Azure, xAI, DeepSeek, OpenRouter and Bedrock. */
export const openaiResponses: Adapter<ResponsesTypes> = /* @__PURE__ */ defineAdapter<ResponsesTypes>({
  id: WIRE,
  title: 'OpenAI Responses',
  docs: 'https://platform.openai.com/docs/api-reference/responses',
  http,
  limits,
  messages: messagesCodec,
  tools,
  hosted,
  request,
  cacheFields,
  response,
  citations,
  stream: /* @__PURE__ */ withEncoder(decoding, streamEncoder),
  evidence,
  fit,
})

export default openaiResponses

export type * from './wire.js'

// The everyday words one by one: a bundler takes in those that a program imports, and what they need.
export const toolCalls = /* @__PURE__ */ callsReader<ResponsesTypes>(WIRE, decode)
export const toolResults = /* @__PURE__ */ resultsWriter<ResponsesTypes>(WIRE, encodeResults)
export const stream = /* @__PURE__ */ streamReader<ResponsesTypes>(WIRE, decoding)
export const collect = /* @__PURE__ */ streamCollector<ResponsesTypes>(WIRE, decoding)
export const decodeResponse = /* @__PURE__ */ responseDecoder<ResponsesTypes>(WIRE, decode)

/** As much of the wire as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<ResponsesTypes>({
  id: WIRE,
  limits,
  messages: messagesCodec,
  cacheFields,
  fit,
})
