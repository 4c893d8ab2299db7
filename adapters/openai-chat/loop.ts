import {
  callsReader,
  responseDecoder,
  resultsWriter,
  streamCollector,
  streamReader,
} from '../../src/adapter/loop.js'
import { WIRE } from './maps.js'
import { encodeResults } from './messages.js'
import { decodeResponse as decode } from './response.js'
import { stream as decoding } from './stream.js'
import type { OpenAIChatTypes as Native } from './wire.js'

export type * from './wire.js'

export const toolCalls = /* @__PURE__ */ callsReader<Native>(decode)
export const toolResults = /* @__PURE__ */ resultsWriter<Native>(encodeResults)
export const stream = /* @__PURE__ */ streamReader<Native>(decoding)
export const collect = /* @__PURE__ */ streamCollector<Native>(WIRE, decoding)
export const decodeResponse = /* @__PURE__ */ responseDecoder<Native>(decode)
