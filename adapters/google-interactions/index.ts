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
import type { InteractionsTypes } from './wire.js'

/** Google's Interactions API: steps instead of contents, and turns stored by the server. */
export const googleInteractions = /* @__PURE__ */ defineAdapter<InteractionsTypes>({
  id: 'google-interactions',
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
  stream: /* @__PURE__ */ withEncoder(decoding, streamEncoder),
})
export default googleInteractions
export type * from './wire.js'
export const toolCalls = /* @__PURE__ */ callsReader<InteractionsTypes>('google-interactions', decode, pieces)
export const toolResults = /* @__PURE__ */ resultsWriter<InteractionsTypes>(
  'google-interactions',
  encodeResults,
)
export const stream = /* @__PURE__ */ streamReader<InteractionsTypes>('google-interactions', decoding)
export const collect = /* @__PURE__ */ streamCollector<InteractionsTypes>('google-interactions', decoding)
export const decodeResponse = /* @__PURE__ */ responseDecoder<InteractionsTypes>(
  'google-interactions',
  decode,
  undefined,
  decoding,
)
/** As much of the adapter as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<InteractionsTypes>({
  id: 'google-interactions',
  limits,
  messages: messagesCodec,
  fit,
})
export const toolCall = /* @__PURE__ */ callReader<InteractionsTypes>(messages, pieces)
export const encodeCall = /* @__PURE__ */ callWriter<InteractionsTypes>(messages, pieces)
export const decodeResult = /* @__PURE__ */ resultReader<InteractionsTypes>(messages, pieces)
export const encodeResult = /* @__PURE__ */ resultWriter<InteractionsTypes>(messages, pieces)
