// Written by scripts/adapters.mjs, from the files beside it.
import { defineAdapter } from '../../src/codec/wire/define-adapter.js'
import { callsReader, responseDecoder, resultsWriter } from '../../src/codec/wire/everyday.js'
import { messagesWire } from '../../src/codec/wire/messages-wire.js'
import { callReader, callWriter, resultReader, resultWriter } from '../../src/codec/wire/piece-words.js'
import { cacheFields } from './cache.js'
import { evidence } from './evidence.js'
import { limits } from './limits.js'
import { encodeResults, messages as messagesCodec } from './messages.js'
import { docs, title } from './names.js'
import { pieces } from './pieces.js'
import { request } from './request.js'
import { decodeResponse as decode, response } from './response.js'
import { sent } from './sent.js'
import { tools } from './tools.js'
import type { MultiLlmTypes } from './wire.js'

/** The JSON of the Rust crate multi-llm: `UnifiedLLMRequest`, `UnifiedMessage`, `Tool`, `ToolCallingRound`, `Response`. */
export const multiLlm = /* @__PURE__ */ defineAdapter<MultiLlmTypes>({
  id: 'multi-llm',
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
  sent,
})
export default multiLlm
export type * from './wire.js'
export const toolCalls = /* @__PURE__ */ callsReader<MultiLlmTypes>('multi-llm', decode, pieces)
export const toolResults = /* @__PURE__ */ resultsWriter<MultiLlmTypes>('multi-llm', encodeResults)
export const decodeResponse = /* @__PURE__ */ responseDecoder<MultiLlmTypes>('multi-llm', decode)
/** As much of the adapter as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<MultiLlmTypes>({
  id: 'multi-llm',
  limits,
  messages: messagesCodec,
  cacheFields,
  sent,
})
export const toolCall = /* @__PURE__ */ callReader<MultiLlmTypes>(messages, pieces)
export const encodeCall = /* @__PURE__ */ callWriter<MultiLlmTypes>(messages, pieces)
export const decodeResult = /* @__PURE__ */ resultReader<MultiLlmTypes>(messages, pieces)
export const encodeResult = /* @__PURE__ */ resultWriter<MultiLlmTypes>(messages, pieces)
