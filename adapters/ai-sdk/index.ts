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
import { aiSdk } from './adapter.js'
import { converter } from './converter.js'
import { fit } from './fit.js'
import { limits } from './limits.js'
import { encodeResults, messages as messagesCodec } from './messages.js'
import { pieces } from './pieces.js'
import { decodeResponse as decode } from './response.js'
import { stream as decoding } from './stream.js'
import type { AiSdkTypes } from './wire.js'

export * from './adapter.js'
export default aiSdk
export type * from './wire.js'
export const toolCalls = /* @__PURE__ */ callsReader<AiSdkTypes>('ai-sdk', decode, pieces, converter)
export const toolResults = /* @__PURE__ */ resultsWriter<AiSdkTypes>('ai-sdk', encodeResults)
export const stream = /* @__PURE__ */ streamReader<AiSdkTypes>('ai-sdk', decoding)
export const collect = /* @__PURE__ */ streamCollector<AiSdkTypes>('ai-sdk', decoding)
export const decodeResponse = /* @__PURE__ */ responseDecoder<AiSdkTypes>(
  'ai-sdk',
  decode,
  converter,
  decoding,
)
/** As much of the adapter as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<AiSdkTypes>({
  id: 'ai-sdk',
  limits,
  messages: messagesCodec,
  converter,
  fit,
})
export const toolCall = /* @__PURE__ */ callReader<AiSdkTypes>(messages, pieces)
export const encodeCall = /* @__PURE__ */ callWriter<AiSdkTypes>(messages, pieces)
export const decodeResult = /* @__PURE__ */ resultReader<AiSdkTypes>(messages, pieces)
export const encodeResult = /* @__PURE__ */ resultWriter<AiSdkTypes>(messages, pieces)
