import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { compact, stringifyJson } from '../../base/json/write-json.js'
import { cutMark, encodeArgumentText, looksWhole } from '../../base/model/arguments.js'
import type { Context } from '../../base/model/context.js'
import type { CallStart, FinishEvent } from '../../base/model/events.js'
import { metadataOf } from '../../base/model/metadata.js'
import type { ModelResponse, ToolCall } from '../../base/model/types.js'
import { type Frames, NO_FRAMES, type WrittenBlock } from './block-writer.js'

// What encoders of streams share whose wires have blocks: a start, argument text piece by piece, and an end.

/** The answer without its parts: an encoder of whole answers makes of it what the last events say. */
export function endedResponse(event: FinishEvent, context: Context): ModelResponse {
  const { type: _type, messageMetadata: _message, ...response } = event
  const origin = metadataOf(event, context) === undefined ? undefined : { wire: context.wire }
  return { ...response, message: compact({ role: 'assistant' as const, parts: [], origin }) }
}

/** How a call begins that came whole. */
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

/** The call that a start promises. */
export function startedCall({ type: _type, kind, ...start }: CallStart): ToolCall {
  return kind === 'custom'
    ? { ...start, type: 'tool-call', kind, status: 'complete', arguments: '' }
    : { ...start, type: 'tool-call', kind, status: 'complete', arguments: {} }
}

/**
 * What is left to say of the arguments of a call whose text went out as it came: readers parse it only at its end. A cut
 * that was not known by then is marked.
 */
export function restOfInput(call: ToolCall, { hasText }: WrittenBlock): string {
  return hasText ? cutMark(call) : encodeArgumentText(call)
}

/**
 * Ends the block of a call whose text went out as it came. A cut call whose text is a whole object stays open: clients
 * take a closed one for complete.
 * @param end the frames for what is left of the arguments.
 */
export function closeCall(call: ToolCall, block: WrittenBlock, end: (rest: string) => Frames): Frames {
  return block.hasText && looksWhole(call) ? NO_FRAMES : end(restOfInput(call, block))
}

/**
 * A call that came whole, as its block and the text of its arguments. What is broken is wrapped in an object, as in whole
 * answers, unless it came from this wire: readers give up on other text, or close it and take it for whole.
 * @param encode the native block; undefined when the wire has none for it.
 * @param inputOf where the block has the arguments.
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
