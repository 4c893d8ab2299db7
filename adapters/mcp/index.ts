import { defineAdapter } from '../../src/wire/define.js'
import { callsReader, responseDecoder, resultsWriter } from '../../src/wire/everyday.js'
import { messagesWire } from '../../src/wire/messages.js'
import { evidence } from './evidence.js'
import { fit } from './fit.js'
import { limits } from './limits.js'
import { encodeResults, messages as messagesCodec } from './messages.js'
import { request } from './request.js'
import { decodeResponse as decode, response } from './response.js'
import { tools } from './tools.js'
import type { McpTypes } from './wire.js'

const FORMAT = 'mcp'

/**
 * The Model Context Protocol: lists of tools, calls and their results, recorded exchanges, and what a server asks the
 * client's model (`sampling/createMessage`).
 */
export const mcp = /* @__PURE__ */ defineAdapter<McpTypes>({
  id: FORMAT,
  title: 'Model Context Protocol',
  docs: 'https://modelcontextprotocol.io/specification',
  limits,
  messages: messagesCodec,
  tools,
  request,
  response,
  evidence,
  fit,
})

export default mcp

export { callToolParams, callToolResult, toolCallOf, toolResultOf } from './convert.js'
export type * from './wire.js'

// The everyday words one by one: a bundler takes in those that a program imports, and what they need.
export const toolCalls = /* @__PURE__ */ callsReader<McpTypes>(FORMAT, decode)
export const toolResults = /* @__PURE__ */ resultsWriter<McpTypes>(FORMAT, encodeResults)
export const decodeResponse = /* @__PURE__ */ responseDecoder<McpTypes>(FORMAT, decode)

/** As much of the format as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<McpTypes>({
  id: FORMAT,
  limits,
  messages: messagesCodec,
  fit,
})
