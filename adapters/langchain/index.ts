// Written by scripts/adapters.mjs, from the files beside it.
import {
  callsReader,
  responseDecoder,
  resultsWriter,
  streamCollector,
  streamReader,
} from '../../src/codec/wire/everyday.js'
import { messagesWire } from '../../src/codec/wire/messages-wire.js'
import { callReader, callWriter, resultReader, resultWriter } from '../../src/codec/wire/piece-words.js'
import { langchain } from './adapter.js'
import { converter } from './converter.js'
import { limits } from './limits.js'
import { encodeResults, messages as messagesCodec } from './messages.js'
import { pieces } from './pieces.js'
import { decodeResponse as decode } from './response.js'
import { stream as decoding } from './stream.js'
import type { LangChainTypes } from './wire.js'

export * from './adapter.js'
export default langchain
export type * from './wire.js'
export const toolCalls = /* @__PURE__ */ callsReader<LangChainTypes>('langchain', decode, pieces, converter)
export const toolResults = /* @__PURE__ */ resultsWriter<LangChainTypes>('langchain', encodeResults)
export const stream = /* @__PURE__ */ streamReader<LangChainTypes>('langchain', decoding)
export const collect = /* @__PURE__ */ streamCollector<LangChainTypes>('langchain', decoding)
export const decodeResponse = /* @__PURE__ */ responseDecoder<LangChainTypes>(
  'langchain',
  decode,
  converter,
  decoding,
)
/** As much of the adapter as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<LangChainTypes>({
  id: 'langchain',
  limits,
  messages: messagesCodec,
  converter,
})
export const toolCall = /* @__PURE__ */ callReader<LangChainTypes>(messages, pieces)
export const encodeCall = /* @__PURE__ */ callWriter<LangChainTypes>(messages, pieces)
export const decodeResult = /* @__PURE__ */ resultReader<LangChainTypes>(messages, pieces)
export const encodeResult = /* @__PURE__ */ resultWriter<LangChainTypes>(messages, pieces)
