import type { Wire } from '../../src/codec/wire/contract.js'
import { type Adapter, defineAdapter, withEncoder } from '../../src/codec/wire/define-adapter.js'
import { cacheFields } from './cache.js'
import { evidence } from './evidence.js'
import { limits } from './limits.js'
import { messagesCodec, type WrittenShape } from './messages.js'
import { docs, title } from './names.js'
import { pieces } from './pieces.js'
import { requestCodec } from './request.js'
import { responseCodec } from './response.js'
import { stream } from './stream.js'
import { streamEncoder } from './stream-encoder.js'
import { tools } from './tools.js'
import type { RobotLabTypes } from './wire.js'

function wireOf(shape: WrittenShape): Wire {
  return {
    id: 'robot-lab',
    title,
    docs,
    limits,
    messages: messagesCodec(shape),
    tools,
    request: requestCodec(shape),
    cacheFields,
    response: responseCodec(shape),
    stream: withEncoder(stream, streamEncoder),
    evidence,
    pieces,
  }
}

/**
 * The hashes of the Ruby gem robot_lab: messages, tools, `RobotResult`. Encodes the shape of the gem's code,
 * and decodes all shapes.
 */
export const robotLab: Adapter<RobotLabTypes> = /* @__PURE__ */ defineAdapter<RobotLabTypes>(
  /* @__PURE__ */ wireOf('coded'),
)

/**
 * The same adapter, except that calls and results are encoded in the shape of the first documentation: one
 * per message.
 */
export const robotLabDocumented: Adapter<RobotLabTypes> = /* @__PURE__ */ defineAdapter<RobotLabTypes>(
  /* @__PURE__ */ wireOf('documented'),
)
