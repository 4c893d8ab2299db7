import { defineAdapter, withEncoder } from '../../src/wire/define.js'
import {
  callsReader,
  responseDecoder,
  resultsWriter,
  streamCollector,
  streamReader,
} from '../../src/wire/everyday.js'
import { messagesWire } from '../../src/wire/messages.js'
import { door } from './converter.js'
import { evidence } from './evidence.js'
import { fit } from './fit.js'
import { limits } from './limits.js'
import { encodeResults, type Form, messagesFor } from './messages.js'
import { requestFor } from './request.js'
import { decodeResponse as decode, responseFor } from './response.js'
import { stream as decoding } from './stream.js'
import { streamEncoder } from './stream-encoder.js'
import { tools } from './tools.js'
import type { AiSdkTypes, AiSdkUiTypes } from './wire.js'

const WIRE = 'ai-sdk'

function wireFor(form: Form) {
  const isUi = form === 'ui'
  return {
    id: WIRE,
    title: 'AI SDK',
    docs: 'https://ai-sdk.dev/docs/reference/ai-sdk-core/model-message',
    limits,
    messages: messagesFor(form),
    tools,
    request: requestFor(form),
    response: responseFor(isUi ? 'ui' : 'answer'),
    stream: withEncoder(decoding, streamEncoder(isUi)),
    evidence,
    door,
    ...(!isUi && { fit }),
  }
}

/**
 * The Vercel AI SDK (`ai` 7). Everything it has is read: `ModelMessage`s, prompts, messages of user interfaces, answers of
 * models, both kinds of streams. Written are `ModelMessage`s and the answers and stream parts of a model (V4).
 */
export const aiSdk = /* @__PURE__ */ defineAdapter<AiSdkTypes>(/* @__PURE__ */ wireFor('model'))

/** The same, but messages are written as the prompt that a model (`LanguageModelV4`) is handed. */
export const aiSdkPrompt = /* @__PURE__ */ defineAdapter<AiSdkTypes>(/* @__PURE__ */ wireFor('prompt'))

/** The same, but written are messages of user interfaces (`UIMessage`) and the stream of chunks that `useChat` reads. */
export const aiSdkUi = /* @__PURE__ */ defineAdapter<AiSdkUiTypes>(/* @__PURE__ */ wireFor('ui'))

export default aiSdk

export type * from './wire.js'

// The everyday words one by one: a bundler takes in those that a program imports, and what they need.
export const toolCalls = /* @__PURE__ */ callsReader<AiSdkTypes>(WIRE, decode, door)
export const toolResults = /* @__PURE__ */ resultsWriter<AiSdkTypes>(WIRE, (results, context) =>
  encodeResults(results, 'model', context),
)
export const stream = /* @__PURE__ */ streamReader<AiSdkTypes>(WIRE, decoding)
export const collect = /* @__PURE__ */ streamCollector<AiSdkTypes>(WIRE, decoding)
export const decodeResponse = /* @__PURE__ */ responseDecoder<AiSdkTypes>(WIRE, decode, door)

/** As much of the format as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<AiSdkTypes>({
  id: WIRE,
  limits,
  messages: /* @__PURE__ */ messagesFor('model'),
  door,
  fit,
})
