import { encodeArgumentText } from '../model/arguments.js'
import type { ToolCall } from '../model/types.js'
import { startedCall } from '../stream/encoding.js'
import type { CallStart, StreamEvent } from '../stream/events.js'
import type { EventStep } from '../stream/step.js'

/** The start of a call that goes on as another one. */
export function startOf(
  event: CallStart,
  { id, name, kind, namespace, providerMetadata }: ToolCall,
): CallStart {
  const { namespace: _namespace, providerMetadata: _metadata, ...rest } = event
  const space = namespace === undefined ? {} : { namespace }
  return { ...rest, id, name, kind, ...space, ...(providerMetadata !== undefined && { providerMetadata }) }
}

/** The input of a call, told at once; what is unusable is not told as input (see `disassemble`). */
export function wholeInput(call: ToolCall): readonly StreamEvent[] {
  const { id } = call
  const end: StreamEvent = { type: 'tool-input-end', id }
  if (call.status !== 'complete') return [end]
  return [{ type: 'tool-input-delta', id, delta: encodeArgumentText(call) }, end]
}

/**
 * A step that changes the client's calls one by one, never their ids. Where free text becomes JSON or the other way round
 * the input waits for its end: what was cut is neither.
 */
export function changeCalls(change: (call: ToolCall) => ToolCall): EventStep {
  const waiting = new Set<string>()
  return {
    finish: () => [],
    push(event) {
      switch (event.type) {
        case 'restart':
          waiting.clear()
          return [event]
        case 'tool-input-start': {
          if (event.providerExecuted) return [event]
          const call = startedCall(event)
          const changed = change(call)
          if ((changed.kind === 'custom') !== (call.kind === 'custom')) waiting.add(event.id)
          return [changed === call ? event : startOf(event, changed)]
        }
        case 'tool-input-delta':
        case 'tool-input-end':
          return waiting.has(event.id) ? [] : [event]
        case 'tool-call': {
          if (event.call.providerExecuted) return [event]
          const call = change(event.call)
          const last: StreamEvent = call === event.call ? event : { type: 'tool-call', call }
          return waiting.delete(call.id) ? [...wholeInput(call), last] : [last]
        }
        default:
          return [event]
      }
    },
  }
}
