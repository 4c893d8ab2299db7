import { isObject } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type { Context } from '../../src/model/context.js'
import type { Part, ToolCall } from '../../src/model/types.js'
import type { StreamEncoder } from '../../src/stream/codec.js'
import { endedResponse } from '../../src/stream/encoding.js'
import { type NativeFrame, RESTARTED, type StreamEvent } from '../../src/stream/events.js'
import { encodePart } from './parts.js'
import { encodeEnvelope, encodeFailure } from './response.js'

/** Writes the `StreamPart`s that a model of the crate would give. */
export class AiSdkRustStreamEncoder implements StreamEncoder {
  readonly #context: Context
  #hasStarted = false
  #hasCalls = false

  constructor(context: Context) {
    this.#context = context
  }

  push(event: StreamEvent): readonly NativeFrame<JsonValue>[] {
    const start = this.#hasStarted ? [] : [{ type: 'stream-start', warnings: [] }]
    this.#hasStarted = true
    return [...start, ...this.#parts(event)].map((data) => ({ data }))
  }

  finish(): readonly NativeFrame<JsonValue>[] {
    return []
  }

  #parts(event: StreamEvent): readonly JsonObject[] {
    switch (event.type) {
      case 'response-start': {
        const { id, model } = event
        return id === undefined && model === undefined
          ? []
          : [compact({ type: 'response-metadata', id, modelId: model })]
      }
      case 'text-start':
      case 'reasoning-start':
      case 'tool-input-end':
        return [{ type: event.type, id: event.id }]
      case 'text-delta':
      case 'reasoning-delta':
      case 'tool-input-delta':
        return [{ type: event.type, id: event.id, delta: event.delta }]
      case 'text-end':
      case 'reasoning-end':
        return this.#whole(event.part).map(({ text: _text, reasoning: _reasoning, ...part }) => ({
          ...part,
          type: event.type,
          id: event.id,
        }))
      case 'tool-input-start':
        return this.#input(event)
      case 'tool-call':
        this.#hasCalls ||= !event.call.providerExecuted
        return this.#whole(event.call)
      case 'tool-result':
        return this.#whole(event.result)
      case 'part':
        return this.#whole(event.part)
      case 'restart':
        return this.#parts(RESTARTED)
      case 'error': {
        const { raw } = event.error
        const isOwn = isObject(raw) && raw.type === 'error'
        return [{ type: 'error', ...encodeFailure(event.error, isOwn, this.#context) }]
      }
      case 'finish':
        return this.#finish(event)
    }
  }

  #input(event: Extract<StreamEvent, { type: 'tool-input-start' }>): JsonObject[] {
    const { type: _event, id, name, kind, namespace, providerExecuted, providerMetadata } = event
    const base = { type: 'tool-call', status: 'complete', id, name, providerExecuted } as const
    const told = compact({ namespace, providerMetadata })
    const call: ToolCall =
      kind === 'custom'
        ? { ...base, ...told, kind, arguments: '' }
        : { ...base, ...told, kind, arguments: {} }
    return this.#whole(call).map(({ toolCallId: _id, tool_call_id: _other, input: _input, ...start }) => ({
      ...start,
      type: 'tool-input-start',
      id,
    }))
  }

  #whole(part: Part): JsonObject[] {
    const native = encodePart(part, '/message/parts', 'answer', this.#context)
    return isObject(native) ? [native] : []
  }

  #finish(event: Extract<StreamEvent, { type: 'finish' }>): readonly JsonObject[] {
    const ended = endedResponse(event, this.#context)
    const { warnings: _warnings, response, ...rest } = encodeEnvelope(ended, this.#context)
    const head = isObject(response) ? [{ type: 'response-metadata', ...response }] : []
    return [...head, { type: 'finish', ...rest }]
  }
}
