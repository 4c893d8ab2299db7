import { defineAdapter, withEncoder } from '../../src/wire/define.js'
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
import { errorForm } from './errors.js'
import { evidence } from './evidence.js'
import { fit } from './fit.js'
import { hosted } from './hosted.js'
import { http } from './http.js'
import { limits } from './limits.js'
import { encodeResults, messages as messagesCodec } from './messages.js'
import { openai } from './openai.js'
import { request } from './request.js'
import { decodeResponse as decode, response } from './response.js'
import { stream as decoding } from './stream.js'
import { chatStreamEncoder } from './stream-encoder.js'
import { tools } from './tools.js'
import type { OpenAIChatTypes } from './wire.js'

const WIRE = 'openai-chat'

/** OpenAI's Chat Completions format, and the servers that speak it. */
export const openaiChat = /* @__PURE__ */ defineAdapter<OpenAIChatTypes>({
  id: WIRE,
  title: 'OpenAI Chat Completions and compatible servers',
  docs: 'https://platform.openai.com/docs/api-reference/chat',
  http,
  limits,
  messages: messagesCodec,
  tools,
  hosted,
  request,
  cacheFields,
  response,
  citations,
  stream: /* @__PURE__ */ withEncoder(decoding, /* @__PURE__ */ chatStreamEncoder(openai, errorForm)),
  evidence,
  fit,
})

export default openaiChat

export type * from './wire.js'

// The everyday words one by one: a bundler takes in those that a program imports, and what they need.
export const toolCalls = /* @__PURE__ */ callsReader<OpenAIChatTypes>(WIRE, decode)
export const toolResults = /* @__PURE__ */ resultsWriter<OpenAIChatTypes>(WIRE, encodeResults)
export const stream = /* @__PURE__ */ streamReader<OpenAIChatTypes>(WIRE, decoding)
export const collect = /* @__PURE__ */ streamCollector<OpenAIChatTypes>(WIRE, decoding)
export const decodeResponse = /* @__PURE__ */ responseDecoder<OpenAIChatTypes>(WIRE, decode)

/** As much of the wire as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<OpenAIChatTypes>({
  id: WIRE,
  limits,
  messages: messagesCodec,
  cacheFields,
  fit,
})
