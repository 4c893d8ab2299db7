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
import { evidence } from './evidence.js'
import { fit } from './fit.js'
import { framing } from './framing.js'
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
import type { GoogleNative } from './wire.js'

/** Google generateContent: the Gemini API and Vertex AI, and both of Google's SDKs. */
export const googleGenerateContent = /* @__PURE__ */ defineAdapter<GoogleNative>({
  id: 'google-generate-content',
  title,
  docs,
  http,
  limits,
  messages: messagesCodec,
  tools,
  hosted,
  request,
  response,
  citations,
  evidence,
  pieces,
  fit,
  stream: /* @__PURE__ */ withEncoder(decoding, streamEncoder, framing),
})
/** The short name of `googleGenerateContent`. */
export const google = googleGenerateContent
export default googleGenerateContent
export * from './exports.js'
export type * from './wire.js'
export const toolCalls = /* @__PURE__ */ callsReader<GoogleNative>('google-generate-content', decode, pieces)
export const toolResults = /* @__PURE__ */ resultsWriter<GoogleNative>(
  'google-generate-content',
  encodeResults,
)
export const stream = /* @__PURE__ */ streamReader<GoogleNative>('google-generate-content', decoding)
export const collect = /* @__PURE__ */ streamCollector<GoogleNative>('google-generate-content', decoding)
export const decodeResponse = /* @__PURE__ */ responseDecoder<GoogleNative>(
  'google-generate-content',
  decode,
  undefined,
  decoding,
)
/** As much of the adapter as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<GoogleNative>({
  id: 'google-generate-content',
  limits,
  messages: messagesCodec,
  fit,
})
export const toolCall = /* @__PURE__ */ callReader<GoogleNative>(messages, pieces)
export const encodeCall = /* @__PURE__ */ callWriter<GoogleNative>(messages, pieces)
export const decodeResult = /* @__PURE__ */ resultReader<GoogleNative>(messages, pieces)
export const encodeResult = /* @__PURE__ */ resultWriter<GoogleNative>(messages, pieces)
