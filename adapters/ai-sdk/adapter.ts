import { defineAdapter, withEncoder } from '../../src/codec/wire/define-adapter.js'
import { converter } from './converter.js'
import { evidence } from './evidence.js'
import { fit } from './fit.js'
import { limits, uiLimits } from './limits.js'
import { type MessageForm, messagesFor } from './messages.js'
import { docs, title } from './names.js'
import { pieces } from './pieces.js'
import { requestCodecFor } from './request.js'
import { responseFor } from './response.js'
import { stream } from './stream.js'
import { streamEncoder } from './stream-encoder.js'
import { tools } from './tools.js'
import type { AiSdkTypes, AiSdkUiTypes } from './wire.js'

function wireFor(form: MessageForm) {
  const isUi = form === 'ui'
  return {
    id: 'ai-sdk',
    title,
    docs,
    limits: isUi ? uiLimits : limits,
    messages: messagesFor(form),
    tools,
    request: requestCodecFor(form),
    response: responseFor(isUi ? 'ui' : 'answer'),
    stream: withEncoder(stream, streamEncoder(isUi)),
    evidence,
    pieces,
    converter,
    ...(!isUi && { fit }),
  }
}

/**
 * The Vercel AI SDK (`ai` 7). Decodes all its forms: `ModelMessage`s, prompts, UI messages, model answers and
 * both kinds of streams. Encodes `ModelMessage`s and the answers and stream parts of a model (V4).
 */
export const aiSdk = /* @__PURE__ */ defineAdapter<AiSdkTypes>(/* @__PURE__ */ wireFor('model'))

/** Like `aiSdk`, but encodes messages as the prompt of a model (`LanguageModelV4`). */
export const aiSdkPrompt = /* @__PURE__ */ defineAdapter<AiSdkTypes>(/* @__PURE__ */ wireFor('prompt'))

/** Like `aiSdk`, but encodes UI messages (`UIMessage`) and the stream of chunks that `useChat` reads. */
export const aiSdkUi = /* @__PURE__ */ defineAdapter<AiSdkUiTypes>(/* @__PURE__ */ wireFor('ui'))
