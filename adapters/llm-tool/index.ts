// Written by scripts/adapters.mjs, from the files beside it.
import { defineAdapter } from '../../src/codec/wire/define-adapter.js'
import { callsReader, responseDecoder, resultsWriter } from '../../src/codec/wire/everyday.js'
import { messagesWire } from '../../src/codec/wire/messages-wire.js'
import { callReader, callWriter, resultReader, resultWriter } from '../../src/codec/wire/piece-words.js'
import { evidence } from './evidence.js'
import { limits } from './limits.js'
import { encodeResults, messages as messagesCodec } from './messages.js'
import { docs, title } from './names.js'
import { pieces } from './pieces.js'
import { request } from './request.js'
import { decodeResponse as decode, response } from './response.js'
import { tools } from './tools.js'
import type { LlmToolTypes } from './wire.js'

/**
 * Logs of `llm-tool` and of `agy-bridge`, which is based on it: calls, results, batches, steps and events.
 */
export const llmTool = /* @__PURE__ */ defineAdapter<LlmToolTypes>({
  id: 'llm-tool',
  title,
  docs,
  limits,
  messages: messagesCodec,
  tools,
  request,
  response,
  evidence,
  pieces,
})
export default llmTool
export * from './exports.js'
export type * from './wire.js'
export const toolCalls = /* @__PURE__ */ callsReader<LlmToolTypes>('llm-tool', decode, pieces)
export const toolResults = /* @__PURE__ */ resultsWriter<LlmToolTypes>('llm-tool', encodeResults)
export const decodeResponse = /* @__PURE__ */ responseDecoder<LlmToolTypes>('llm-tool', decode)
/** As much of the adapter as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<LlmToolTypes>({
  id: 'llm-tool',
  limits,
  messages: messagesCodec,
})
export const toolCall = /* @__PURE__ */ callReader<LlmToolTypes>(messages, pieces)
export const encodeCall = /* @__PURE__ */ callWriter<LlmToolTypes>(messages, pieces)
export const decodeResult = /* @__PURE__ */ resultReader<LlmToolTypes>(messages, pieces)
export const encodeResult = /* @__PURE__ */ resultWriter<LlmToolTypes>(messages, pieces)
