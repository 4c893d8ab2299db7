// Written by scripts/adapters.mjs, from the files beside it.
import { defineAdapter } from '../../src/codec/wire/define-adapter.js'
import { callsReader, responseDecoder, resultsWriter } from '../../src/codec/wire/everyday.js'
import { messagesWire } from '../../src/codec/wire/messages-wire.js'
import { callReader, callWriter, resultReader, resultWriter } from '../../src/codec/wire/piece-words.js'
import { evidence } from './evidence.js'
import { fit } from './fit.js'
import { limits } from './limits.js'
import { encodeResults, messages as messagesCodec } from './messages.js'
import { docs, title } from './names.js'
import { pieces } from './pieces.js'
import { request } from './request.js'
import { decodeResponse as decode, response } from './response.js'
import { tools } from './tools.js'
import type { McpTypes } from './wire.js'

/**
 * The Model Context Protocol: lists of tools, calls and their results, recorded exchanges, and requests of a
 * server to the client's model (`sampling/createMessage`).
 */
export const mcp = /* @__PURE__ */ defineAdapter<McpTypes>({
  id: 'mcp',
  title,
  docs,
  limits,
  messages: messagesCodec,
  tools,
  request,
  response,
  evidence,
  pieces,
  fit,
})
export default mcp
export * from './exports.js'
export type * from './wire.js'
export const toolCalls = /* @__PURE__ */ callsReader<McpTypes>('mcp', decode, pieces)
export const toolResults = /* @__PURE__ */ resultsWriter<McpTypes>('mcp', encodeResults)
export const decodeResponse = /* @__PURE__ */ responseDecoder<McpTypes>('mcp', decode)
/** As much of the adapter as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<McpTypes>({
  id: 'mcp',
  limits,
  messages: messagesCodec,
  fit,
})
export const toolCall = /* @__PURE__ */ callReader<McpTypes>(messages, pieces)
export const encodeCall = /* @__PURE__ */ callWriter<McpTypes>(messages, pieces)
export const decodeResult = /* @__PURE__ */ resultReader<McpTypes>(messages, pieces)
export const encodeResult = /* @__PURE__ */ resultWriter<McpTypes>(messages, pieces)
