import { type Adapter, defineAdapter, withEncoder } from '../../src/wire/define.js'
import {
  callsReader,
  responseDecoder,
  resultsWriter,
  streamCollector,
  streamReader,
} from '../../src/wire/everyday.js'
import { messagesWire } from '../../src/wire/messages.js'
import { citations } from './citations.js'
import { evidence } from './evidence.js'
import { fit } from './fit.js'
import { framing } from './framing.js'
import { hosted } from './hosted.js'
import { http } from './http.js'
import { limits } from './limits.js'
import { encodeResults, messages as messagesCodec } from './messages.js'
import { request } from './request.js'
import { decodeResponse as decode, response } from './response.js'
import { stream as decoding } from './stream.js'
import { streamEncoder } from './stream-encoder.js'
import { tools } from './tools.js'
import type { GoogleNative } from './wire.js'

const WIRE = 'google-generate-content'

/** Google generateContent: the Gemini API and Vertex AI, and both of Google's SDKs. */
export const googleGenerateContent: Adapter<GoogleNative> = /* @__PURE__ */ defineAdapter<GoogleNative>({
  id: WIRE,
  title: 'Google generateContent',
  docs: 'https://ai.google.dev/api/generate-content',
  http,
  limits,
  messages: messagesCodec,
  tools,
  hosted,
  request,
  response,
  citations,
  stream: /* @__PURE__ */ withEncoder(decoding, streamEncoder, framing),
  evidence,
  fit,
})

export { sdkParameters } from './sdk.js'
export type * from './wire.js'
export { googleGenerateContent as default, googleGenerateContent as google }

// The everyday words one by one: a bundler takes in those that a program imports, and what they need.
export const toolCalls = /* @__PURE__ */ callsReader<GoogleNative>(WIRE, decode)
export const toolResults = /* @__PURE__ */ resultsWriter<GoogleNative>(WIRE, encodeResults)
export const stream = /* @__PURE__ */ streamReader<GoogleNative>(WIRE, decoding)
export const collect = /* @__PURE__ */ streamCollector<GoogleNative>(WIRE, decoding)
export const decodeResponse = /* @__PURE__ */ responseDecoder<GoogleNative>(WIRE, decode)

/** As much of the wire as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<GoogleNative>({
  id: WIRE,
  limits,
  messages: messagesCodec,
  fit,
})
