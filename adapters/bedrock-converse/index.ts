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
import { cacheFields } from './cache.js'
import { citations } from './citations.js'
import { converter } from './converter.js'
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
import type { BedrockTypes } from './wire.js'

/** Converse and ConverseStream of Amazon Bedrock, for all its models. */
export const bedrockConverse = /* @__PURE__ */ defineAdapter<BedrockTypes>({
  id: 'bedrock-converse',
  title,
  docs,
  http,
  limits,
  messages: messagesCodec,
  tools,
  hosted,
  request,
  cacheFields,
  response,
  citations,
  evidence,
  pieces,
  converter,
  fit,
  stream: /* @__PURE__ */ withEncoder(decoding, streamEncoder, framing),
})
/** The short name of `bedrockConverse`. */
export const bedrock = bedrockConverse
export default bedrockConverse
export type * from './wire.js'
export const toolCalls = /* @__PURE__ */ callsReader<BedrockTypes>(
  'bedrock-converse',
  decode,
  pieces,
  converter,
)
export const toolResults = /* @__PURE__ */ resultsWriter<BedrockTypes>('bedrock-converse', encodeResults)
export const stream = /* @__PURE__ */ streamReader<BedrockTypes>('bedrock-converse', decoding)
export const collect = /* @__PURE__ */ streamCollector<BedrockTypes>('bedrock-converse', decoding)
export const decodeResponse = /* @__PURE__ */ responseDecoder<BedrockTypes>(
  'bedrock-converse',
  decode,
  converter,
  decoding,
)
/** As much of the adapter as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<BedrockTypes>({
  id: 'bedrock-converse',
  limits,
  messages: messagesCodec,
  cacheFields,
  converter,
  fit,
})
export const toolCall = /* @__PURE__ */ callReader<BedrockTypes>(messages, pieces)
export const encodeCall = /* @__PURE__ */ callWriter<BedrockTypes>(messages, pieces)
export const decodeResult = /* @__PURE__ */ resultReader<BedrockTypes>(messages, pieces)
export const encodeResult = /* @__PURE__ */ resultWriter<BedrockTypes>(messages, pieces)
