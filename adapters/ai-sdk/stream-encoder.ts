import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type { Context } from '../../src/model/context.js'
import type { Part } from '../../src/model/types.js'
import type { StreamEncoder } from '../../src/stream/codec.js'
import { endedResponse } from '../../src/stream/encoding.js'
import { type FinishEvent, type NativeFrame, RESTARTED, type StreamEvent } from '../../src/stream/events.js'
import { objectIn } from './outputs.js'
import { encodeNote, encodePart } from './parts.js'
import { ANSWER, encodeEnvelope, encodeFailure } from './response.js'
import { toChunks } from './ui-stream.js'

/** Writes the parts that a model streams to the SDK, or the chunks that the SDK streams to a user interface. */
export class AiSdkStreamEncoder implements StreamEncoder {
  readonly #context: Context
  readonly #isUi: boolean
  readonly #calls = new Set<string>()
  #hasStarted = false
  #isDone = false

  constructor(context: Context, isUi: boolean) {
    this.#context = context
    this.#isUi = isUi
  }

  push(event: StreamEvent): readonly NativeFrame<JsonValue>[] {
    const isStart = event.type === 'response-start'
    const before = isStart || this.#hasStarted ? [] : this.#start(undefined, undefined)
    const parts = [...before, ...(isStart ? this.#start(event.id, event.model) : this.#parts(event))]
    const written = this.#isUi ? parts.flatMap(toChunks) : parts
    return written.map((data) => ({ data }))
  }

  finish(): readonly NativeFrame<JsonValue>[] {
    return this.#isUi && this.#isDone ? [{ data: '[DONE]' }] : []
  }

  #start(id: string | undefined, modelId: string | undefined): JsonObject[] {
    this.#hasStarted = true
    return [{ type: 'stream-start', warnings: [] }, compact({ type: 'response-metadata', id, modelId })]
  }

  #parts(event: StreamEvent): readonly JsonObject[] {
    switch (event.type) {
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
        return this.#whole(event.part).map(({ text: _text, ...part }) => ({
          ...part,
          type: event.type,
          id: event.id,
        }))
      case 'tool-input-start':
        return this.#input(event)
      case 'tool-call':
        return this.#whole(event.call)
      case 'tool-result':
        return this.#whole(event.result)
      case 'part':
        return this.#whole(event.part)
      case 'restart':
        return this.#parts(RESTARTED)
      case 'error': {
        const isOwn = objectIn(event.error.raw).type === 'error'
        return [{ type: 'error', ...encodeFailure(event.error, isOwn) }]
      }
      case 'finish':
        return this.#finish(event)
      default:
        return []
    }
  }

  /** Its name is the one that the call will bear. */
  #input({
    id,
    name,
    kind,
    providerExecuted,
    providerMetadata,
  }: Extract<StreamEvent, { type: 'tool-input-start' }>): JsonObject[] {
    const base = compact({ type: 'tool-call' as const, id, name, providerExecuted, providerMetadata })
    const open = { status: 'complete' as const }
    const call =
      kind === 'custom'
        ? { ...base, ...open, kind, arguments: '' }
        : { ...base, ...open, kind, arguments: {} }
    return this.#whole(call).map(({ toolCallId: _id, input: _input, ...start }) =>
      compact({
        ...start,
        type: 'tool-input-start',
        id,
        inputEncoding: kind === 'custom' ? 'text' : undefined,
      }),
    )
  }

  #whole(part: Part): JsonObject[] {
    if (part.type === 'tool-call') this.#calls.add(part.id)
    const native = encodePart(part, '/message/parts', { ...ANSWER, calls: this.#calls }, this.#context)
    return native === undefined ? [] : [objectIn(native)]
  }

  #finish(event: FinishEvent): readonly JsonObject[] {
    this.#isDone = true
    const {
      response,
      warnings: _warnings,
      ...rest
    } = encodeEnvelope(endedResponse(event, this.#context), this.#context)
    const { id: _id, modelId: _model, ...head } = objectIn(response)
    const late = Object.keys(head).length === 0 ? [] : [{ type: 'response-metadata', ...head }]
    const note = encodeNote({ providerMetadata: event.messageMetadata ?? {} }, ANSWER, this.#context)
    return [...note, ...late, { type: 'finish', ...rest }]
  }
}
