import type { JsonObject } from '../../src/base/json/json-types.js'
import type { Part } from '../../src/base/model/types.js'
import type { Frames, WireFrames } from '../../src/codec/stream/block-writer.js'
import { startedCall } from '../../src/codec/stream/encoding.js'

/**
 * How the parts of a model's stream go out: a text, a thought and the input of a call have a start, pieces and an end with
 * their id; a call follows its input, and everything else comes whole.
 * @param nativeOf the part as an answer has it; nothing when it is left out.
 * @param write the frames of such parts.
 * @param ofFreeText what the start of an input says that is free text.
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

/** What the end of a text knows beside the text. */
function endOf(
  { text: _text, reasoning: _thought, ...rest }: JsonObject,
  type: string,
  id: string,
): JsonObject {
  return { ...rest, type, id }
}

/** The start of an input has the name that the call will have. */
function inputOf(
  { toolCallId: _id, tool_call_id: _other, input: _input, ...start }: JsonObject,
  id: string,
): JsonObject {
  return { ...start, type: 'tool-input-start', id }
}
