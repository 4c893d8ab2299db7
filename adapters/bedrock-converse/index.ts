import { eventStream } from '../../src/stream/event-stream.js'
import { defineAdapter, withEncoder } from '../../src/wire/define.js'
import {
  callsReader,
  responseDecoder,
  resultsWriter,
  streamCollector,
  streamReader,
} from '../../src/wire/everyday.js'
import { messagesWire } from '../../src/wire/messages.js'
import { door } from './bytes.js'
import { citations } from './citations.js'
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
import type { BedrockTypes } from './wire.js'

const WIRE = 'bedrock-converse'

/** Converse and ConverseStream of Amazon Bedrock, for every model behind them. */
export const bedrockConverse = /* @__PURE__ */ defineAdapter<BedrockTypes>({
  id: WIRE,
  title: 'Amazon Bedrock Converse',
  docs: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html',
  http,
  limits,
  messages: messagesCodec,
  tools,
  hosted,
  request,
  cacheFields: 'elsewhere',
  response,
  citations,
  stream: /* @__PURE__ */ withEncoder(decoding, streamEncoder, eventStream),
  evidence,
  door,
  fit,
})

/** The short name of `bedrockConverse`. */
export const bedrock = bedrockConverse
export default bedrockConverse

export type * from './wire.js'

// The everyday words one by one: a bundler takes in those that a program imports, and what they need.
export const toolCalls = /* @__PURE__ */ callsReader<BedrockTypes>(WIRE, decode, door)
export const toolResults = /* @__PURE__ */ resultsWriter<BedrockTypes>(WIRE, encodeResults)
export const stream = /* @__PURE__ */ streamReader<BedrockTypes>(WIRE, decoding)
export const collect = /* @__PURE__ */ streamCollector<BedrockTypes>(WIRE, decoding)
export const decodeResponse = /* @__PURE__ */ responseDecoder<BedrockTypes>(WIRE, decode, door)

/** As much of the wire as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<BedrockTypes>({
  id: WIRE,
  limits,
  messages: messagesCodec,
  cacheFields: 'elsewhere',
  door,
  fit,
})
