import { defineAdapter } from '../../src/wire/define.js'
import { callsReader, responseDecoder, resultsWriter } from '../../src/wire/everyday.js'
import { messagesWire } from '../../src/wire/messages.js'
import { sentIn } from './attributes.js'
import { evidence } from './evidence.js'
import { limits } from './limits.js'
import { encodeResults, messages as messagesCodec } from './messages.js'
import { request } from './request.js'
import { decodeResponse as decode, response } from './response.js'
import { tools } from './tools.js'
import type { MultiLlmTypes } from './wire.js'

const FORMAT = 'multi-llm'
const sent = /* @__PURE__ */ sentIn({ wire: FORMAT })

/** The JSON of the Rust crate multi-llm: `UnifiedLLMRequest`, `UnifiedMessage`, `Tool`, `ToolCallingRound`, `Response`. */
export const multiLlm = /* @__PURE__ */ defineAdapter<MultiLlmTypes>({
  id: FORMAT,
  title: 'multi-llm',
  docs: 'https://docs.rs/multi-llm',
  limits,
  messages: messagesCodec,
  tools,
  request,
  cacheFields: 'elsewhere',
  response,
  evidence,
  sent,
})

export default multiLlm

export type * from './wire.js'

// The everyday words one by one: a bundler takes in those that a program imports, and what they need.
export const toolCalls = /* @__PURE__ */ callsReader<MultiLlmTypes>(FORMAT, decode)
export const toolResults = /* @__PURE__ */ resultsWriter<MultiLlmTypes>(FORMAT, encodeResults)
export const decodeResponse = /* @__PURE__ */ responseDecoder<MultiLlmTypes>(FORMAT, decode)

/** As much of the format as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<MultiLlmTypes>({
  id: FORMAT,
  limits,
  messages: messagesCodec,
  cacheFields: 'elsewhere',
  sent,
})
