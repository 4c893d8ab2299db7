import type { JsonObject } from '../../src/base/json/json-types.js'
import { isObject } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { Part } from '../../src/base/model/types.js'
import { BlockWriter, type Frames } from '../../src/codec/stream/block-writer.js'
import type { StreamEncoder } from '../../src/codec/stream/codec.js'
import { endedResponse } from '../../src/codec/stream/encoding.js'
import { partFrames } from './family.js'
import { encodePart } from './parts.js'
import { encodeEnvelope, encodeFailure } from './response.js'

/** Encodes the `StreamPart`s that a model of the crate would emit. */
export function streamEncoder(context: Context): StreamEncoder {
  const nativeOf = (part: Part) => {
    const native = encodePart(part, 'answer', { ...context, path: '/message/parts' })
    return isObject(native) ? [native] : []
  }
  return new BlockWriter({
    ...partFrames(nativeOf, write),
    start: (id, modelId) =>
      write([
        { type: 'stream-start', warnings: [] },
        ...(id === undefined && modelId === undefined
          ? []
          : [compact({ type: 'response-metadata', id, modelId })]),
      ]),
    error: (error) => {
      const isOwn = isObject(error.raw) && error.raw.type === 'error'
      return write([{ type: 'error', ...encodeFailure(error, isOwn, context) }])
    },
    end(event) {
      const envelope = encodeEnvelope(endedResponse(event, context), context)
      const { warnings: _warnings, response, ...rest } = envelope
      const head = isObject(response) ? [{ type: 'response-metadata', ...response }] : []
      return write([...head, { type: 'finish', ...rest }])
    },
  })
}

function write(parts: readonly JsonObject[]): Frames {
  return parts.map((data) => ({ data }))
}
