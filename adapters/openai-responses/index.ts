import { type Adapter, defineAdapter } from '../../src/adapter/define.js'
import { fit } from './fit.js'
import { http } from './http.js'
import { limits } from './limits.js'
import { WIRE } from './maps.js'
import { messages } from './messages.js'
import { recognise } from './recognise.js'
import { request } from './request.js'
import { response } from './response.js'
import { stream } from './stream.js'
import { ResponsesStreamEncoder } from './stream-encoder.js'
import { tools } from './tools.js'
import type { ResponsesTypes } from './wire.js'

export * from './loop.js'

/** OpenAI's Responses API, also as spoken by Azure, xAI, DeepSeek, OpenRouter and Bedrock. */
export const openaiResponses: Adapter<ResponsesTypes> = /* @__PURE__ */ defineAdapter<ResponsesTypes>({
  id: WIRE,
  title: 'OpenAI Responses',
  docs: 'https://platform.openai.com/docs/api-reference/responses',
  http,
  limits,
  messages,
  tools,
  request,
  response,
  stream: { ...stream, encoder: (context) => new ResponsesStreamEncoder(context) },
  recognise,
  fit,
})

export default openaiResponses
