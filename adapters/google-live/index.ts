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
import type { LiveTypes } from './wire.js'

/** Google's Gemini Live API (BidiGenerateContent): the frames of a session, as in transcripts. */
export const googleLive = /* @__PURE__ */ defineAdapter<LiveTypes>({
  id: 'google-live',
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
  stream: /* @__PURE__ */ withEncoder(decoding, streamEncoder, framing),
})
export default googleLive
export type * from './wire.js'
export const toolCalls = /* @__PURE__ */ callsReader<LiveTypes>('google-live', decode, pieces)
export const toolResults = /* @__PURE__ */ resultsWriter<LiveTypes>('google-live', encodeResults)
export const stream = /* @__PURE__ */ streamReader<LiveTypes>('google-live', decoding)
export const collect = /* @__PURE__ */ streamCollector<LiveTypes>('google-live', decoding)
export const decodeResponse = /* @__PURE__ */ responseDecoder<LiveTypes>(
  'google-live',
  decode,
  undefined,
  decoding,
)
/** As much of the adapter as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<LiveTypes>({
  id: 'google-live',
  limits,
  messages: messagesCodec,
})
export const toolCall = /* @__PURE__ */ callReader<LiveTypes>(messages, pieces)
export const encodeCall = /* @__PURE__ */ callWriter<LiveTypes>(messages, pieces)
export const decodeResult = /* @__PURE__ */ resultReader<LiveTypes>(messages, pieces)
export const encodeResult = /* @__PURE__ */ resultWriter<LiveTypes>(messages, pieces)
