import { defineAdapter } from '../../src/wire/define.js'
import { callsReader, responseDecoder, resultsWriter } from '../../src/wire/everyday.js'
import { messagesWire } from '../../src/wire/messages.js'
import { evidence } from './evidence.js'
import { limits } from './limits.js'
import { encodeResults, messages as messagesCodec } from './messages.js'
import { request } from './request.js'
import { decodeResponse as decode, response } from './response.js'
import { tools } from './tools.js'
import type { LlmToolTypes } from './wire.js'

const FORMAT = 'llm-tool'

/** Logs of `llm-tool` and of `agy-bridge`, which is built on it: calls, results, batches, steps and events. */
export const llmTool = /* @__PURE__ */ defineAdapter<LlmToolTypes>({
  id: FORMAT,
  title: 'llm-tool and agy-bridge',
  docs: 'https://docs.rs/llm-tool',
  limits,
  messages: messagesCodec,
  tools,
  request,
  response,
  evidence,
})

export default llmTool

export { outputOfResult, resultOfOutput } from './convert.js'
export type * from './wire.js'

// The everyday words one by one: a bundler takes in those that a program imports, and what they need.
export const toolCalls = /* @__PURE__ */ callsReader<LlmToolTypes>(FORMAT, decode)
export const toolResults = /* @__PURE__ */ resultsWriter<LlmToolTypes>(FORMAT, encodeResults)
export const decodeResponse = /* @__PURE__ */ responseDecoder<LlmToolTypes>(FORMAT, decode)

/** As much of the format as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<LlmToolTypes>({
  id: FORMAT,
  limits,
  messages: messagesCodec,
})
