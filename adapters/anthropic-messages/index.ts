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
import type { AnthropicTypes } from './wire.js'

const WIRE = 'anthropic-messages'

/** Anthropic's Messages API, as served by Anthropic itself and (with other transport) by Bedrock, Vertex and Foundry. */
export const anthropicMessages = /* @__PURE__ */ defineAdapter<AnthropicTypes>({
  id: WIRE,
  title: 'Anthropic Messages',
  docs: 'https://platform.claude.com/docs/en/api/messages',
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

/** The short name of `anthropicMessages`. */
export const anthropic = anthropicMessages
export default anthropicMessages

export type * from './wire.js'

// The everyday words one by one: a bundler takes in those that a program imports, and what they need.
export const toolCalls = /* @__PURE__ */ callsReader<AnthropicTypes>(WIRE, decode)
export const toolResults = /* @__PURE__ */ resultsWriter<AnthropicTypes>(WIRE, encodeResults)
export const stream = /* @__PURE__ */ streamReader<AnthropicTypes>(WIRE, decoding)
export const collect = /* @__PURE__ */ streamCollector<AnthropicTypes>(WIRE, decoding)
export const decodeResponse = /* @__PURE__ */ responseDecoder<AnthropicTypes>(WIRE, decode)

/** As much of the wire as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<AnthropicTypes>({
  id: WIRE,
  limits,
  messages: messagesCodec,
  cacheFields,
  fit,
})
