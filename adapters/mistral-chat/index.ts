import { defineAdapter, withEncoder } from '../../src/wire/define.js'
import {
  callsReader,
  responseDecoder,
  resultsWriter,
  streamCollector,
  streamReader,
} from '../../src/wire/everyday.js'
import { messagesWire } from '../../src/wire/messages.js'
import { door } from './client.js'
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
import type { MistralChatTypes } from './wire.js'

const WIRE = 'mistral-chat'

/** Mistral's chat completions, a relative of OpenAI's. */
export const mistralChat = /* @__PURE__ */ defineAdapter<MistralChatTypes>({
  id: WIRE,
  title: 'Mistral chat completions',
  docs: 'https://docs.mistral.ai/api/#tag/chat',
  http,
  limits,
  messages: messagesCodec,
  tools,
  hosted,
  request,
  response,
  stream: /* @__PURE__ */ withEncoder(decoding, streamEncoder),
  evidence,
  door,
  fit,
})

export default mistralChat

export { sdkParameters } from './client.js'
export type * from './wire.js'

// The everyday words one by one: a bundler takes in those that a program imports, and what they need.
export const toolCalls = /* @__PURE__ */ callsReader<MistralChatTypes>(WIRE, decode, door)
export const toolResults = /* @__PURE__ */ resultsWriter<MistralChatTypes>(WIRE, encodeResults)
export const stream = /* @__PURE__ */ streamReader<MistralChatTypes>(WIRE, decoding)
export const collect = /* @__PURE__ */ streamCollector<MistralChatTypes>(WIRE, decoding)
export const decodeResponse = /* @__PURE__ */ responseDecoder<MistralChatTypes>(WIRE, decode, door)

/** As much of the wire as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<MistralChatTypes>({
  id: WIRE,
  limits,
  messages: messagesCodec,
  door,
  fit,
})
