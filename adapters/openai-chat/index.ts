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
import { ChatStreamEncoder } from './stream-encoder.js'
import { tools } from './tools.js'
import type { OpenAIChatTypes } from './wire.js'

/** OpenAI's Chat Completions format, and the servers that speak it. */
export const openaiChat = /* @__PURE__ */ defineAdapter<OpenAIChatTypes>({
  id: WIRE,
  title: 'OpenAI Chat Completions and compatible servers',
  docs: 'https://platform.openai.com/docs/api-reference/chat',
  http,
  limits,
  messages,
  tools,
  request,
  response,
  stream: { ...stream, encoder: (context) => new ChatStreamEncoder(context) },
  recognise,
  fit,
})

export default openaiChat
export * from './loop.js'
