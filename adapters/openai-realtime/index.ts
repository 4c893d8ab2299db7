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
import { evidence } from './evidence.js'
import { fit } from './fit.js'
import { framing } from './framing.js'
import { hosted } from './hosted.js'
import { limits } from './limits.js'
import { encodeResults, messages as messagesCodec } from './messages.js'
import { docs, title } from './names.js'
import { pieces } from './pieces.js'
import { request } from './request.js'
import { decodeResponse as decode, response } from './response.js'
import { session } from './session.js'
import { socket } from './socket.js'
import { stream as decoding } from './stream.js'
import { streamEncoder } from './stream-encoder.js'
import { tools } from './tools.js'
import type { RealtimeTypes } from './wire.js'

/**
 * OpenAI's Realtime API, also in the versions of Azure, xAI and Qwen: the events of a session, as in
 * transcripts.
 */
export const openaiRealtime = /* @__PURE__ */ defineAdapter<RealtimeTypes>({
  id: 'openai-realtime',
  title,
  docs,
  socket,
  limits,
  messages: messagesCodec,
  tools,
  hosted,
  request,
  response,
  session,
  evidence,
  pieces,
  fit,
  stream: /* @__PURE__ */ withEncoder(decoding, streamEncoder, framing),
})
export default openaiRealtime
export type * from './wire.js'
export const toolCalls = /* @__PURE__ */ callsReader<RealtimeTypes>('openai-realtime', decode, pieces)
export const toolResults = /* @__PURE__ */ resultsWriter<RealtimeTypes>('openai-realtime', encodeResults)
export const stream = /* @__PURE__ */ streamReader<RealtimeTypes>('openai-realtime', decoding)
export const collect = /* @__PURE__ */ streamCollector<RealtimeTypes>('openai-realtime', decoding)
export const decodeResponse = /* @__PURE__ */ responseDecoder<RealtimeTypes>(
  'openai-realtime',
  decode,
  undefined,
  decoding,
)
/** As much of the adapter as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<RealtimeTypes>({
  id: 'openai-realtime',
  limits,
  messages: messagesCodec,
  fit,
})
export const toolCall = /* @__PURE__ */ callReader<RealtimeTypes>(messages, pieces)
export const encodeCall = /* @__PURE__ */ callWriter<RealtimeTypes>(messages, pieces)
export const decodeResult = /* @__PURE__ */ resultReader<RealtimeTypes>(messages, pieces)
export const encodeResult = /* @__PURE__ */ resultWriter<RealtimeTypes>(messages, pieces)
