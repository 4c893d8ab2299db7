import { compact } from '../json/write.js'
import type { Part, Response } from '../model/types.js'
import type { FinishEvent, StreamEvent } from '../stream/events.js'
import { encodeArgumentText } from './arguments.js'

export interface DisassembleOptions {
  /** Characters per delta. Default: 64. */
  readonly deltaLength?: number
  /** Whether there are deltas at all; what builds only the response again needs none. Default: yes. */
  readonly deltas?: boolean
}

/** The events from which `assemble` builds the same response: how a whole answer is told as a stream. */
export function* disassemble(response: Response, options: DisassembleOptions = {}): Generator<StreamEvent> {
  const length = options.deltas === false ? 0 : (options.deltaLength ?? 64)
  yield compact({ type: 'response-start' as const, id: response.id, model: response.model })
  for (const [index, part] of response.message.parts.entries()) yield* partEvents(part, String(index), length)
  if (response.error !== undefined) yield { type: 'error', error: response.error }
  yield finishEvent(response)
}

function finishEvent({ message, error: _error, ...rest }: Response): FinishEvent {
  return compact({ type: 'finish' as const, ...rest, messageMetadata: message.providerMetadata })
}

function* partEvents(part: Part, id: string, length: number): Generator<StreamEvent> {
  switch (part.type) {
    case 'text':
      yield compact({ type: 'text-start' as const, id, providerMetadata: part.providerMetadata })
      for (const delta of pieces(part.text, length)) yield { type: 'text-delta', id, delta }
      yield { type: 'text-end', id, part }
      break
    case 'reasoning':
      yield compact({ type: 'reasoning-start' as const, id, providerMetadata: part.providerMetadata })
      for (const delta of pieces(part.text, length)) yield { type: 'reasoning-delta', id, delta }
      yield { type: 'reasoning-end', id, part }
      break
    case 'tool-call':
      yield* callEvents(part, length)
      break
    case 'tool-result':
      yield { type: 'tool-result', result: part }
      break
    default:
      yield { type: 'part', part }
  }
}

/** What is no usable input is not told in deltas: no reader shall act on a part of it. */
function* callEvents(call: Extract<Part, { type: 'tool-call' }>, length: number): Generator<StreamEvent> {
  if (call.status !== 'complete') {
    yield { type: 'tool-call', call }
    return
  }
  const { id, name, kind, namespace, providerExecuted, providerMetadata } = call
  const start = { id, name, kind, namespace, providerExecuted, providerMetadata }
  yield compact({ type: 'tool-input-start' as const, ...start })
  if (length > 0)
    for (const delta of pieces(encodeArgumentText(call), length))
      yield { type: 'tool-input-delta', id, delta }
  yield { type: 'tool-input-end', id }
  yield { type: 'tool-call', call }
}

/** Cuts a text into pieces, never between the halves of a surrogate pair. No length means no pieces. */
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
