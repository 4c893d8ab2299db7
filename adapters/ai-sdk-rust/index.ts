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
import { evidence } from './evidence.js'
import { framing } from './framing.js'
import { limits } from './limits.js'
import { encodeResults, messages as messagesCodec } from './messages.js'
import { docs, title } from './names.js'
import { pieces } from './pieces.js'
import { request } from './request.js'
import { decodeResponse as decode, response } from './response.js'
import { stream as decoding } from './stream.js'
import { streamEncoder } from './stream-encoder.js'
import { tools } from './tools.js'
import type { AiSdkRustTypes } from './wire.js'

/** The JSON of the Rust crates ai-sdk-core and ai-sdk-provider: `CallOptions`, `Message`, `Content`, `StreamPart`. */
export const aiSdkRust = /* @__PURE__ */ defineAdapter<AiSdkRustTypes>({
  id: 'ai-sdk-rust',
  title,
  docs,
  limits,
  messages: messagesCodec,
  tools,
  request,
  cacheFields,
  response,
  evidence,
  pieces,
  stream: /* @__PURE__ */ withEncoder(decoding, streamEncoder, framing),
})
export default aiSdkRust
export type * from './wire.js'
export const toolCalls = /* @__PURE__ */ callsReader<AiSdkRustTypes>('ai-sdk-rust', decode, pieces)
export const toolResults = /* @__PURE__ */ resultsWriter<AiSdkRustTypes>('ai-sdk-rust', encodeResults)
export const stream = /* @__PURE__ */ streamReader<AiSdkRustTypes>('ai-sdk-rust', decoding)
export const collect = /* @__PURE__ */ streamCollector<AiSdkRustTypes>('ai-sdk-rust', decoding)
export const decodeResponse = /* @__PURE__ */ responseDecoder<AiSdkRustTypes>(
  'ai-sdk-rust',
  decode,
  undefined,
  decoding,
)
/** As much of the adapter as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<AiSdkRustTypes>({
  id: 'ai-sdk-rust',
  limits,
  messages: messagesCodec,
  cacheFields,
})
export const toolCall = /* @__PURE__ */ callReader<AiSdkRustTypes>(messages, pieces)
export const encodeCall = /* @__PURE__ */ callWriter<AiSdkRustTypes>(messages, pieces)
export const decodeResult = /* @__PURE__ */ resultReader<AiSdkRustTypes>(messages, pieces)
export const encodeResult = /* @__PURE__ */ resultWriter<AiSdkRustTypes>(messages, pieces)
