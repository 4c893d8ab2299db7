import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { compact, stringifyJson } from '../../base/json/write-json.js'
import { cutMark, encodeArgumentText, looksWhole } from '../../base/model/arguments.js'
import type { Context } from '../../base/model/context.js'
import type { CallStart, FinishEvent } from '../../base/model/events.js'
import { metadataOf } from '../../base/model/metadata.js'
import type { ModelResponse, ToolCall } from '../../base/model/types.js'
import { type Frames, NO_FRAMES, type WrittenBlock } from './block-writer.js'

// Shared code of stream encoders for wires with blocks: a start, argument text piece by piece, and an end.

/**
 * Returns the answer without its parts: the encoder of complete answers converts it to the data of the last
 * events.
 */
export function endedResponse(event: FinishEvent, context: Context): ModelResponse {
  const { type: _type, messageMetadata: _message, ...response } = event
  const origin = metadataOf(event, context) === undefined ? undefined : { wire: context.wire }
  return { ...response, message: compact({ role: 'assistant' as const, parts: [], origin }) }
}

/** Creates the start event of a complete call. */
export function callStart({
  id,
  name,
  kind,
  namespace,
  providerExecuted,
  providerMetadata,
}: ToolCall): CallStart {
  const start = { id, name, kind, namespace, providerExecuted, providerMetadata }
  return compact({ type: 'tool-input-start' as const, ...start })
}

/** Returns the call that a start event announces. */
export function startedCall({ type: _type, kind, ...start }: CallStart): ToolCall {
  // Spreads come last: V8 takes 3 µs to add members to a freshly spread object.
  return kind === 'custom'
    ? { type: 'tool-call', kind, status: 'complete', arguments: '', ...start }
    : { type: 'tool-call', kind, status: 'complete', arguments: {}, ...start }
}

/**
 * Returns the remaining arguments of a call whose text was streamed: readers parse the text only at its end.
 * A truncation that was detected later is marked.
 */
export function restOfInput(call: ToolCall, { hasText }: WrittenBlock): string {
  return hasText ? cutMark(call) : encodeArgumentText(call)
}

/**
 * Ends the block of a call whose text was streamed. A truncated call whose text is a complete object stays
 * open: clients regard a closed call as complete.
 * @param end returns the frames for the remaining arguments.
 */
export function closeCall(call: ToolCall, block: WrittenBlock, end: (rest: string) => Frames): Frames {
  return block.hasText && looksWhole(call) ? NO_FRAMES : end(restOfInput(call, block))
}

/**
 * Encodes a complete call as its block and the text of its arguments. Broken arguments are wrapped in an
 * object, as in complete answers, unless they came from this wire: readers fail on other text, or close the
 * object and regard the call as complete.
 * @param encode returns the native block; undefined if the wire has no such block.
 * @param inputOf returns the arguments of the block.
 */
export function wholeCall(
  call: ToolCall,
  context: Context,
  encode: (call: ToolCall) => JsonObject | undefined,
  inputOf: (native: JsonObject) => JsonValue | undefined,
): { readonly native: JsonObject; readonly text: string } | undefined {
  const isForeign = metadataOf(call, context) === undefined
  if (call.kind === 'custom' || (call.status !== 'complete' && isForeign)) {
    const native = encode(call)
    return native && { native, text: stringifyJson(inputOf(native) ?? {}) }
  }
  const { rawArguments: _raw, ...bare } = call
  const native = encode({ ...bare, status: 'complete', arguments: {} })
  return native && { native, text: encodeArgumentText(call) }
}
