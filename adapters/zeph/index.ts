// Written by scripts/adapters.mjs, from the files beside it.
import { defineAdapter } from '../../src/codec/wire/define-adapter.js'
import { callsReader, responseDecoder, resultsWriter } from '../../src/codec/wire/everyday.js'
import { messagesWire } from '../../src/codec/wire/messages-wire.js'
import { callReader, callWriter, resultReader, resultWriter } from '../../src/codec/wire/piece-words.js'
import { evidence } from './evidence.js'
import { limits } from './limits.js'
import { encodeResults, messages as messagesCodec } from './messages.js'
import { docs, title } from './names.js'
import { pieces } from './pieces.js'
import { request } from './request.js'
import { decodeResponse as decode, response } from './response.js'
import { tools } from './tools.js'
import type { ZephTypes } from './wire.js'

/** Logs of `zeph-tools`: calls, outputs and failures. */
export const zeph = /* @__PURE__ */ defineAdapter<ZephTypes>({
  id: 'zeph',
  title,
  docs,
  limits,
  messages: messagesCodec,
  tools,
  request,
  response,
  evidence,
  pieces,
})
export default zeph
export type * from './wire.js'
export const toolCalls = /* @__PURE__ */ callsReader<ZephTypes>('zeph', decode, pieces)
export const toolResults = /* @__PURE__ */ resultsWriter<ZephTypes>('zeph', encodeResults)
export const decodeResponse = /* @__PURE__ */ responseDecoder<ZephTypes>('zeph', decode)
/** As much of the adapter as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<ZephTypes>({
  id: 'zeph',
  limits,
  messages: messagesCodec,
})
export const toolCall = /* @__PURE__ */ callReader<ZephTypes>(messages, pieces)
export const encodeCall = /* @__PURE__ */ callWriter<ZephTypes>(messages, pieces)
export const decodeResult = /* @__PURE__ */ resultReader<ZephTypes>(messages, pieces)
export const encodeResult = /* @__PURE__ */ resultWriter<ZephTypes>(messages, pieces)
