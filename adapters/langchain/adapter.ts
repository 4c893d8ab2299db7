import { defineAdapter, withEncoder } from '../../src/codec/wire/define-adapter.js'
import { converter } from './converter.js'
import { evidence } from './evidence.js'
import { fit } from './fit.js'
import type { MessageForm } from './forms.js'
import { limits } from './limits.js'
import { messagesIn } from './messages.js'
import { docs, title } from './names.js'
import { pieces } from './pieces.js'
import { requestIn } from './request.js'
import { responseIn } from './response.js'
import { stream } from './stream.js'
import { streamEncoder } from './stream-encoder.js'
import { tools } from './tools.js'
import type { LangChainConstructor, LangChainMessage, LangChainStored, LangChainTypes } from './wire.js'

function langchainIn<Message extends object = LangChainMessage>(form?: MessageForm) {
  const messages = messagesIn(form)
  return defineAdapter<LangChainTypes<Message>>({
    id: 'langchain',
    title,
    docs,
    limits,
    messages,
    tools,
    request: requestIn(messages),
    response: responseIn(form),
    stream: withEncoder(stream, streamEncoder),
    evidence,
    pieces,
    converter,
    fit,
  })
}

/**
 * LangChain's messages: objects of LangChain's classes, the JSON of these objects, stored messages, and all
 * other forms that LangChain accepts. Messages in one of these forms are written in the same form again,
 * other messages as plain objects: `{type: 'ai', content, …}`.
 */
export const langchain = /* @__PURE__ */ langchainIn()

/**
 * Like `langchain`, but writes JSON of the classes, which `JSON.stringify` returns for messages and `load`
 * accepts.
 */
export const langchainConstructors = /* @__PURE__ */ langchainIn<LangChainConstructor>('constructor')

/**
 * Like `langchain`, but writes stored messages of chat histories, which `mapStoredMessagesToChatMessages`
 * accepts.
 */
export const langchainStored = /* @__PURE__ */ langchainIn<LangChainStored>('stored')
