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
import type { Form } from './forms.js'
import { limits } from './limits.js'
import { messages as messagesCodec, messagesIn, resultsIn } from './messages.js'
import { requestIn } from './request.js'
import { decodeResponse as decode, responseIn } from './response.js'
import { stream as decoding } from './stream.js'
import { streamEncoder } from './stream-encoder.js'
import { tools } from './tools.js'
import type { LangChainConstructor, LangChainMessage, LangChainStored, LangChainTypes } from './wire.js'

const WIRE = 'langchain'

function langchainIn<Message extends object = LangChainMessage>(form?: Form) {
  const codec = messagesIn(form)
  return defineAdapter<LangChainTypes<Message>>({
    id: WIRE,
    title: 'LangChain messages',
    docs: 'https://docs.langchain.com/oss/javascript/langchain/messages',
    limits,
    messages: codec,
    tools,
    request: requestIn(codec),
    response: responseIn(form),
    stream: withEncoder(decoding, streamEncoder),
    evidence,
    door,
  })
}

/**
 * LangChain's messages: objects of its classes, their JSON, stored messages and whatever else it takes for a message.
 * What came in one of these forms is written in it again, anything else as plain objects: `{type: 'ai', content, …}`.
 */
export const langchain = /* @__PURE__ */ langchainIn()

/** The same, writing JSON of the classes: what `JSON.stringify` gives of messages, and `load` takes. */
export const langchainConstructors = /* @__PURE__ */ langchainIn<LangChainConstructor>('constructor')

/** The same, writing what chat histories keep: `mapStoredMessagesToChatMessages` takes it. */
export const langchainStored = /* @__PURE__ */ langchainIn<LangChainStored>('stored')

export default langchain

export type * from './wire.js'

// The everyday words one by one: a bundler takes in those that a program imports, and what they need.
export const toolCalls = /* @__PURE__ */ callsReader<LangChainTypes>(WIRE, decode, door)
export const toolResults = /* @__PURE__ */ resultsWriter<LangChainTypes>(WIRE, /* @__PURE__ */ resultsIn())
export const stream = /* @__PURE__ */ streamReader<LangChainTypes>(WIRE, decoding)
export const collect = /* @__PURE__ */ streamCollector<LangChainTypes>(WIRE, decoding)
export const decodeResponse = /* @__PURE__ */ responseDecoder<LangChainTypes>(WIRE, decode, door)

/** As much of the format as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<LangChainTypes>({
  id: WIRE,
  limits,
  messages: messagesCodec,
  door,
})
