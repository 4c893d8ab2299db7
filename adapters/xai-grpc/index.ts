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
import { framing } from './framing.js'
import { hosted } from './hosted.js'
import { limits } from './limits.js'
import { encodeResults, messages as messagesCodec } from './messages.js'
import { docs, title } from './names.js'
import { pieces } from './pieces.js'
import { request } from './request.js'
import { decodeResponse as decode, response } from './response.js'
import { stream as decoding } from './stream.js'
import { streamEncoder } from './stream-encoder.js'
import { tools } from './tools.js'
import type { XaiTypes } from './wire.js'

/**
 * xAI's chat over gRPC, as the JSON of its protocol buffers: the messages that `xai-sdk` sends and receives,
 * in logs and recordings.
 */
export const xaiGrpc = /* @__PURE__ */ defineAdapter<XaiTypes>({
  id: 'xai-grpc',
  title,
  docs,
  limits,
  messages: messagesCodec,
  tools,
  hosted,
  request,
  response,
  citations,
  evidence,
  pieces,
  stream: /* @__PURE__ */ withEncoder(decoding, streamEncoder, framing),
})
export default xaiGrpc
export type * from './wire.js'
export const toolCalls = /* @__PURE__ */ callsReader<XaiTypes>('xai-grpc', decode, pieces)
export const toolResults = /* @__PURE__ */ resultsWriter<XaiTypes>('xai-grpc', encodeResults)
export const stream = /* @__PURE__ */ streamReader<XaiTypes>('xai-grpc', decoding)
export const collect = /* @__PURE__ */ streamCollector<XaiTypes>('xai-grpc', decoding)
export const decodeResponse = /* @__PURE__ */ responseDecoder<XaiTypes>(
  'xai-grpc',
  decode,
  undefined,
  decoding,
)
/** As much of the adapter as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<XaiTypes>({
  id: 'xai-grpc',
  limits,
  messages: messagesCodec,
})
export const toolCall = /* @__PURE__ */ callReader<XaiTypes>(messages, pieces)
export const encodeCall = /* @__PURE__ */ callWriter<XaiTypes>(messages, pieces)
export const decodeResult = /* @__PURE__ */ resultReader<XaiTypes>(messages, pieces)
export const encodeResult = /* @__PURE__ */ resultWriter<XaiTypes>(messages, pieces)
