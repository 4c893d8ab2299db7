import type { JsonObject } from '../../src/base/json/json-types.js'
import { objectIn } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { FinishEvent } from '../../src/base/model/events.js'
import type { Part } from '../../src/base/model/types.js'
import { BlockWriter, type Frames, NO_FRAMES } from '../../src/codec/stream/block-writer.js'
import type { StreamEncoder } from '../../src/codec/stream/codec.js'
import { endedResponse } from '../../src/codec/stream/encoding.js'
import { encodeNote, encodePart } from './parts.js'
import { ANSWER, encodeEnvelope, encodeFailure } from './response.js'
import { partFrames } from './stream-parts.js'
import { toChunks } from './ui-stream.js'

/**
 * Encodes the parts that a model streams to the SDK, or the chunks that the SDK streams to a user interface.
 */
export function streamEncoder(isUi: boolean): (context: Context) => StreamEncoder {
  const write = (parts: readonly JsonObject[]): Frames =>
    (isUi ? parts.flatMap(toChunks) : parts).map((data) => ({ data }))
  return (context) => {
    const calls = new Set<string>()
    const nativeOf = (part: Part) => {
      if (part.type === 'tool-call') calls.add(part.id)
      const native = encodePart(part, { ...ANSWER, calls }, { ...context, path: '/message/parts' })
      return native === undefined ? [] : [objectIn(native)]
    }
    let last = NO_FRAMES
    return new BlockWriter({
      ...partFrames(nativeOf, write, { inputEncoding: 'text' }),
      start: (id, modelId) =>
        write([{ type: 'stream-start', warnings: [] }, compact({ type: 'response-metadata', id, modelId })]),
      error: (error) =>
        write([{ type: 'error', ...encodeFailure(error, objectIn(error.raw).type === 'error') }]),
      end(event) {
        if (isUi) last = [{ data: '[DONE]' }]
        return write(endParts(event, context))
      },
      last: () => last,
    })
  }
}

function endParts(event: FinishEvent, context: Context): readonly JsonObject[] {
  const envelope = encodeEnvelope(endedResponse(event, context), context)
  const { response, warnings: _warnings, ...rest } = envelope
  const { id: _id, modelId: _model, ...head } = objectIn(response)
  const late = Object.keys(head).length === 0 ? [] : [{ type: 'response-metadata', ...head }]
  const note = encodeNote({ providerMetadata: event.messageMetadata ?? {} }, ANSWER, context)
  return [...note, ...late, { type: 'finish', ...rest }]
}
