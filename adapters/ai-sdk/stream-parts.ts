import type { JsonObject } from '../../src/base/json/json-types.js'
import type { Part } from '../../src/base/model/types.js'
import type { Frames, WireFrames } from '../../src/codec/stream/block-writer.js'
import { startedCall } from '../../src/codec/stream/encoding.js'

/**
 * Returns writers for the parts of a model's stream. Text, reasoning and the input of a call have a start,
 * deltas and an end with the same id. A call follows its input. Other parts are sent complete.
 * @param nativeOf returns the part as in an answer; an empty list for a dropped part.
 * @param write returns the frames of these parts.
 * @param ofFreeText fields at the start of a free-text input.
 */
export function partFrames(
  nativeOf: (part: Part) => readonly JsonObject[],
  write: (parts: readonly JsonObject[]) => Frames,
  ofFreeText: JsonObject = {},
): Pick<WireFrames, 'text' | 'call' | 'whole'> {
  return {
    text(_block, { type, id }) {
      const noun = type === 'text-start' ? 'text' : 'reasoning'
      return {
        begin: write([{ type, id }]),
        delta: (delta) => write([{ type: `${noun}-delta`, id, delta }]),
        end: (part) => write(nativeOf(part).map((native) => endOf(native, `${noun}-end`, id))),
      }
    },
    call(_block, start) {
      const { id, kind } = start
      const more = kind === 'custom' ? ofFreeText : {}
      return {
        begin: write(nativeOf(startedCall(start)).map((native) => ({ ...inputOf(native, id), ...more }))),
        delta: (delta) => write([{ type: 'tool-input-delta', id, delta }]),
        end: (call) => write([{ type: 'tool-input-end', id }, ...nativeOf(call)]),
      }
    },
    whole: ([part]) => write(nativeOf(part)),
  }
}

/** Returns the fields at the end of a text, in addition to the text. */
function endOf(
  { text: _text, reasoning: _thought, ...rest }: JsonObject,
  type: string,
  id: string,
): JsonObject {
  return { ...rest, type, id }
}

/** Creates the start of an input from its call. Both have the same name. */
function inputOf(
  { toolCallId: _id, tool_call_id: _other, input: _input, ...start }: JsonObject,
  id: string,
): JsonObject {
  return { ...start, type: 'tool-input-start', id }
}
