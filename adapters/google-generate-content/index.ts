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
import { createStreamEncoder } from './stream-encoder.js'
import { tools } from './tools.js'
import type { GoogleNative } from './wire.js'

/** Google generateContent: the Gemini API and Vertex AI, and both of Google's SDKs. */
export const googleGenerateContent: Adapter<GoogleNative> = /* @__PURE__ */ defineAdapter<GoogleNative>({
  id: WIRE,
  title: 'Google generateContent',
  docs: 'https://ai.google.dev/api/generate-content',
  http,
  limits,
  messages,
  tools,
  request,
  response,
  stream: { ...stream, encoder: createStreamEncoder },
  recognise,
  fit,
})

export * from './loop.js'
export { sdkParameters } from './sdk.js'
export { googleGenerateContent as default, googleGenerateContent as google }
