import { defineAdapter } from '../../src/adapter/define.js'
import { fit } from './fit.js'
import { http } from './http.js'
import { limits } from './limits.js'
import { WIRE } from './maps.js'
import { messages } from './messages.js'
import { recognise } from './recognise.js'
import { request } from './request.js'
import { response } from './response.js'
import { stream } from './stream.js'
import { AnthropicStreamEncoder } from './stream-encoder.js'
import { tools } from './tools.js'
import type { AnthropicTypes } from './wire.js'

export * from './loop.js'

/** Anthropic's Messages API, as served by Anthropic itself and (with other transport) by Bedrock, Vertex and Foundry. */
export const anthropicMessages = /* @__PURE__ */ defineAdapter<AnthropicTypes>({
  id: WIRE,
  title: 'Anthropic Messages',
  docs: 'https://platform.claude.com/docs/en/api/messages',
  http,
  limits,
  messages,
  tools,
  request,
  response,
  stream: { ...stream, encoder: (context) => new AnthropicStreamEncoder(context) },
  recognise,
  fit,
})

export const anthropic = anthropicMessages
export default anthropicMessages
