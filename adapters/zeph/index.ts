import { defineAdapter } from '../../src/wire/define.js'
import { callsReader, responseDecoder, resultsWriter } from '../../src/wire/everyday.js'
import { messagesWire } from '../../src/wire/messages.js'
import { evidence } from './evidence.js'
import { limits } from './limits.js'
import { encodeResults, messages as messagesCodec } from './messages.js'
import { request } from './request.js'
import { decodeResponse as decode, response } from './response.js'
import { tools } from './tools.js'
import type { ZephTypes } from './wire.js'

const FORMAT = 'zeph'

/** Logs of `zeph-tools`: calls, outputs and failures. */
export const zeph = /* @__PURE__ */ defineAdapter<ZephTypes>({
  id: FORMAT,
  title: 'zeph-tools',
  docs: 'https://docs.rs/zeph-tools',
  limits,
  messages: messagesCodec,
  tools,
  request,
  response,
  evidence,
})

export default zeph

export type * from './wire.js'

// The everyday words one by one: a bundler takes in those that a program imports, and what they need.
export const toolCalls = /* @__PURE__ */ callsReader<ZephTypes>(FORMAT, decode)
export const toolResults = /* @__PURE__ */ resultsWriter<ZephTypes>(FORMAT, encodeResults)
export const decodeResponse = /* @__PURE__ */ responseDecoder<ZephTypes>(FORMAT, decode)

/** As much of the format as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<ZephTypes>({
  id: FORMAT,
  limits,
  messages: messagesCodec,
})
