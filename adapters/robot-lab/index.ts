import type { Wire } from '../../src/wire/contract.js'
import { type Adapter, defineAdapter, withEncoder } from '../../src/wire/define.js'
import {
  callsReader,
  responseDecoder,
  resultsWriter,
  streamCollector,
  streamReader,
} from '../../src/wire/everyday.js'
import { type MessagesWire, messagesWire } from '../../src/wire/messages.js'
import { evidence } from './evidence.js'
import { limits } from './limits.js'
import { messagesCodec, type Shape } from './messages.js'
import { requestCodec } from './request.js'
import { decodeResponse as decode, responseCodec } from './response.js'
import { stream as decoding } from './stream.js'
import { streamEncoder } from './stream-encoder.js'
import { tools } from './tools.js'
import type { RobotLabTypes } from './wire.js'

const FORMAT = 'robot-lab'

function wireOf(shape: Shape): Wire {
  return {
    id: FORMAT,
    title: 'RobotLab',
    docs: 'https://madbomber.github.io/robot_lab/',
    limits,
    messages: messagesCodec(shape),
    tools,
    request: requestCodec(shape),
    cacheFields: 'elsewhere',
    response: responseCodec(shape),
    stream: withEncoder(decoding, streamEncoder),
    evidence,
  }
}

/** The hashes of the Ruby gem robot_lab: messages, tools, `RobotResult`. Writes what its code writes, and reads all shapes. */
export const robotLab: Adapter<RobotLabTypes> = /* @__PURE__ */ defineAdapter<RobotLabTypes>(
  /* @__PURE__ */ wireOf('coded'),
)

/** The same, but it writes calls and results as the first documentation has them, one to a message. */
export const robotLabDocumented: Adapter<RobotLabTypes> = /* @__PURE__ */ defineAdapter<RobotLabTypes>(
  /* @__PURE__ */ wireOf('documented'),
)

export default robotLab

export type * from './wire.js'

const messagesOfCode = /* @__PURE__ */ messagesCodec('coded')

// The everyday words one by one: a bundler takes in those that a program imports, and what they need.
export const toolCalls = /* @__PURE__ */ callsReader<RobotLabTypes>(FORMAT, decode)
export const toolResults = /* @__PURE__ */ resultsWriter<RobotLabTypes>(FORMAT, messagesOfCode.encodeResults)
export const stream = /* @__PURE__ */ streamReader<RobotLabTypes>(FORMAT, decoding)
export const collect = /* @__PURE__ */ streamCollector<RobotLabTypes>(FORMAT, decoding)
export const decodeResponse = /* @__PURE__ */ responseDecoder<RobotLabTypes>(FORMAT, decode)

/** As much of the format as `translate` needs. */
export const messages: MessagesWire<RobotLabTypes> = /* @__PURE__ */ messagesWire<RobotLabTypes>({
  id: FORMAT,
  limits,
  messages: messagesOfCode,
  cacheFields: 'elsewhere',
})
