import type { JsonValue } from '../../base/json/json-types.js'
import { createPartialJson, type PartialJson } from '../../base/json/partial-json.js'
import type { StreamEvent } from '../../base/model/events.js'
import type { ToolCall, ToolKind } from '../../base/model/types.js'

/**
 * A tool call that is still being generated. Each call has one live object, which changes with each event.
 */
export interface PartialCall {
  /** The id of the finished call. */
  readonly id: string
  /** The name of the tool, known from the start. */
  readonly name: string
  /** The kind of the tool. A `custom` call has text in place of an object. */
  readonly kind: ToolKind
  /** True if the provider runs the tool itself. */
  readonly providerExecuted: boolean
  /**
   * The arguments so far, as one live value: open strings and containers grow in place (see
   * `PartialJson.value`). Undefined before the arguments begin. A string for `custom` tools. For display
   * only: execute `call`, and only when its `status` is `complete`.
   */
  readonly arguments: JsonValue | undefined
  /** The finished call, once the stream contains it. */
  readonly call: ToolCall | undefined
}

/** Tracks the calls of one stream; `restart` discards them all. Each argument text is read only once. */
export interface PartialCalls {
  /**
   * Processes one event.
   * @returns the call of the event, or undefined for other events.
   */
  push(event: StreamEvent): PartialCall | undefined
  /** Returns the call with this id, or undefined before the call begins. */
  get(id: string): PartialCall | undefined
}

/**
 * Creates a tracker of calls for events that the caller pushes. `partialArguments` consumes a complete stream
 * instead.
 */
export function createPartialCalls(): PartialCalls {
  const calls = new Map<string, LiveCall>()
  const liveCall = (id: string): LiveCall => {
    const known = calls.get(id)
    if (known !== undefined) return known
    const call = new LiveCall(id)
    calls.set(id, call)
    return call
  }
  return {
    get: (id) => calls.get(id),
    push(event) {
      switch (event.type) {
        case 'tool-input-start':
          return liveCall(event.id).begin(event.name, event.kind, event.providerExecuted)
        case 'tool-input-delta':
          return liveCall(event.id).grow(event.delta)
        case 'tool-call':
          return liveCall(event.call.id).finish(event.call)
        case 'restart':
          calls.clear()
          return undefined
        default:
          return undefined
      }
    },
  }
}

/**
 * Yields the calls of a stream as they grow: one item per event that changes a call.
 * @example for await (const call of partialArguments(adapter.stream(response))) render(call.name, call.arguments)
 */
export async function* partialArguments(
  events: AsyncIterable<StreamEvent> | Iterable<StreamEvent>,
): AsyncGenerator<PartialCall, void, undefined> {
  const calls = createPartialCalls()
  for await (const event of events) {
    const call = calls.push(event)
    if (call !== undefined) yield call
  }
}

class LiveCall implements PartialCall {
  name = ''
  kind: ToolKind = 'function'
  providerExecuted = false
  call: ToolCall | undefined
  private text = ''
  private readonly json: PartialJson = createPartialJson()

  constructor(readonly id: string) {}

  get arguments(): JsonValue | undefined {
    if (this.call !== undefined) return this.call.arguments
    return this.kind === 'custom' ? this.text : this.json.value
  }

  begin(name: string, kind: ToolKind, providerExecuted: boolean): this {
    this.name = name
    this.kind = kind
    this.providerExecuted = providerExecuted
    return this
  }

  grow(delta: string): this {
    if (this.kind === 'custom') this.text += delta
    else this.json.push(delta)
    return this
  }

  finish(call: ToolCall): this {
    this.call = call
    return this.begin(call.name, call.kind, call.providerExecuted)
  }
}
