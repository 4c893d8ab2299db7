import { compact } from '../../base/json/write-json.js'
import { encodeArgumentText } from '../../base/model/arguments.js'
import type { StreamEvent } from '../../base/model/events.js'
import type { ModelResponse, Part, ToolCall } from '../../base/model/types.js'
import { assemble } from './assemble.js'
import { callStart } from './encoding.js'
import { type EventStep, endOf, finishEvent, runStep } from './event-step.js'

export interface DisassembleOptions {
  /** Characters per delta. Default: 64. */
  readonly deltaLength?: number | undefined
  /** False to omit deltas, which are not needed to assemble the response again. Default: true. */
  readonly deltas?: boolean | undefined
}

/** Converts a complete answer to stream events, from which `assemble` builds the same response. */
export function* disassemble(
  response: ModelResponse,
  options: DisassembleOptions = {},
): Generator<StreamEvent> {
  const length = options.deltas === false ? 0 : (options.deltaLength ?? 64)
  yield compact({ type: 'response-start' as const, id: response.id, model: response.model })
  for (const [index, part] of response.message.parts.entries()) yield* partEvents(part, String(index), length)
  if (response.error !== undefined) yield { type: 'error', error: response.error }
  yield finishEvent(response)
}

/**
 * Applies an event step to a complete answer, by way of its events, so that it has the same effect as on a
 * live stream. Unchanged values stay the same objects.
 */
export function stepResponse(response: ModelResponse, step: EventStep): ModelResponse {
  const { message } = response
  const events = runStep(step, disassemble(response, { deltas: false }))
  const told = assemble(events, message.origin?.wire ?? '')
  const { message: stepped, finish, error, id, model, providerMetadata } = told
  const isSame =
    stepped.parts.length === message.parts.length &&
    stepped.parts.every((part, index) => part === message.parts[index])
  const changed = isSame ? response : { ...response, message: { ...message, parts: stepped.parts } }
  const ended = finish === response.finish ? changed : { ...changed, finish }
  const kept =
    providerMetadata === response.providerMetadata ? ended : compact({ ...ended, providerMetadata })
  const named = id === response.id && model === response.model ? kept : compact({ ...kept, id, model })
  return error === response.error || error === undefined ? named : { ...named, error }
}

function* partEvents(part: Part, id: string, length: number): Generator<StreamEvent> {
  if (part.type === 'tool-call') yield* inputEvents(part, length)
  if (part.type === 'text' || part.type === 'reasoning') {
    const { type, providerMetadata } = part
    yield compact({ type: `${type}-start` as const, id, providerMetadata })
    for (const delta of pieces(part.text, length)) yield { type: `${type}-delta`, id, delta }
  }
  yield endOf(id, part)
}

/**
 * Yields the input events of a complete call. Unusable input is not emitted in deltas: readers must not act
 * on a part of it.
 * @param length characters per delta; 0 for no deltas.
 */
export function* inputEvents(call: ToolCall, length: number): Generator<StreamEvent> {
  if (call.status !== 'complete' || call.withheld !== undefined) return
  const { id } = call
  yield callStart(call)
  if (length > 0)
    for (const delta of pieces(encodeArgumentText(call), length))
      yield { type: 'tool-input-delta', id, delta }
  yield { type: 'tool-input-end', id }
}

/** Splits a text into pieces, never inside a surrogate pair. A length of 0 yields none. */
function* pieces(text: string, length: number): Generator<string> {
  if (length === 0) return
  for (let start = 0; start < text.length; ) {
    const end = start + length
    const last = text.charCodeAt(end - 1)
    const next = last >= 0xd800 && last < 0xdc00 ? end + 1 : end
    yield text.slice(start, next)
    start = next
  }
}
