import { ndjson } from '../../src/stream/framing.js'
import { defineAdapter, withEncoder } from '../../src/wire/define.js'
import {
  callsReader,
  responseDecoder,
  resultsWriter,
  streamCollector,
  streamReader,
} from '../../src/wire/everyday.js'
import { messagesWire } from '../../src/wire/messages.js'
import { evidence } from './evidence.js'
import { limits } from './limits.js'
import { encodeResults, messages as messagesCodec } from './messages.js'
import { request } from './request.js'
import { decodeResponse as decode, response } from './response.js'
import { stream as decoding } from './stream.js'
import { streamEncoder } from './stream-encoder.js'
import { tools } from './tools.js'
import type { AiSdkRustTypes } from './wire.js'

const FORMAT = 'ai-sdk-rust'

/** The JSON of the Rust crates ai-sdk-core and ai-sdk-provider: `CallOptions`, `Message`, `Content`, `StreamPart`. */
export const aiSdkRust = /* @__PURE__ */ defineAdapter<AiSdkRustTypes>({
  id: FORMAT,
  title: 'AI SDK for Rust',
  docs: 'https://docs.rs/ai-sdk-provider',
  limits,
  messages: messagesCodec,
  tools,
  request,
  cacheFields: 'elsewhere',
  response,
  stream: /* @__PURE__ */ withEncoder(decoding, streamEncoder, ndjson),
  evidence,
})

export default aiSdkRust

export type * from './wire.js'

// The everyday words one by one: a bundler takes in those that a program imports, and what they need.
export const toolCalls = /* @__PURE__ */ callsReader<AiSdkRustTypes>(FORMAT, decode)
export const toolResults = /* @__PURE__ */ resultsWriter<AiSdkRustTypes>(FORMAT, encodeResults)
export const stream = /* @__PURE__ */ streamReader<AiSdkRustTypes>(FORMAT, decoding)
export const collect = /* @__PURE__ */ streamCollector<AiSdkRustTypes>(FORMAT, decoding)
export const decodeResponse = /* @__PURE__ */ responseDecoder<AiSdkRustTypes>(FORMAT, decode)

/** As much of the format as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<AiSdkRustTypes>({
  id: FORMAT,
  limits,
  messages: messagesCodec,
  cacheFields: 'elsewhere',
})
