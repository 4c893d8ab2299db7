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
import { robotLab } from './adapter.js'
import { cacheFields } from './cache.js'
import { limits } from './limits.js'
import { encodeResults, messages as messagesCodec } from './messages.js'
import { pieces } from './pieces.js'
import { decodeResponse as decode } from './response.js'
import { stream as decoding } from './stream.js'
import type { RobotLabTypes } from './wire.js'

export * from './adapter.js'
export default robotLab
export type * from './wire.js'
export const toolCalls = /* @__PURE__ */ callsReader<RobotLabTypes>('robot-lab', decode, pieces)
export const toolResults = /* @__PURE__ */ resultsWriter<RobotLabTypes>('robot-lab', encodeResults)
export const stream = /* @__PURE__ */ streamReader<RobotLabTypes>('robot-lab', decoding)
export const collect = /* @__PURE__ */ streamCollector<RobotLabTypes>('robot-lab', decoding)
export const decodeResponse = /* @__PURE__ */ responseDecoder<RobotLabTypes>(
  'robot-lab',
  decode,
  undefined,
  decoding,
)
/** As much of the adapter as `translate` needs. */
export const messages = /* @__PURE__ */ messagesWire<RobotLabTypes>({
  id: 'robot-lab',
  limits,
  messages: messagesCodec,
  cacheFields,
})
export const toolCall = /* @__PURE__ */ callReader<RobotLabTypes>(messages, pieces)
export const encodeCall = /* @__PURE__ */ callWriter<RobotLabTypes>(messages, pieces)
export const decodeResult = /* @__PURE__ */ resultReader<RobotLabTypes>(messages, pieces)
export const encodeResult = /* @__PURE__ */ resultWriter<RobotLabTypes>(messages, pieces)
