import { carriedAnswer } from '../../src/format/carried-answer.js'
import { CARRIED, carried } from '../../src/format/carry.js'
import { asJson, isObject, objectOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact, unlessEmpty } from '../../src/json/write.js'
import { encodeArgumentText } from '../../src/model/arguments.js'
import type { Context } from '../../src/model/context.js'
import type { ReasoningPart, TextPart, ToolCall, ToolResult } from '../../src/model/types.js'
import type { StreamEncoder } from '../../src/stream/codec.js'
import { endedResponse } from '../../src/stream/encoding.js'
import { type FinishEvent, type NativeFrame, RESTARTED, type StreamEvent } from '../../src/stream/events.js'
import { encodeCall } from './calls.js'
import { finishOf, stopWord } from './response.js'
import { outputValue } from './results.js'

type Frames = readonly NativeFrame<JsonValue>[]
const NOTHING: Frames = []
const EMPTY: JsonObject = {}
const ERROR = { reason: 'error' } as const

/** Writes the events of RobotLab's code, in their envelopes; the time of an event is not known here. */
export class RobotLabStreamEncoder implements StreamEncoder {
  readonly #context: Context
  readonly #calls: ToolCall[] = []
  readonly #texts = new Map<string, string>()
  #sequence = 0
  #run: JsonObject = {}
  #hasFailed = false

  constructor(context: Context) {
    this.#context = context
  }

  push(event: StreamEvent): Frames {
    if (event.type === 'response-start') return this.#start(event.id, event.model)
    const started = this.#sequence === 0 ? this.#start(undefined, undefined) : NOTHING
    return [...started, ...this.#encode(event)]
  }

  finish(): Frames {
    return NOTHING
  }

  #start(id: string | undefined, model: string | undefined): Frames {
    this.#run = compact({ run_id: id })
    return [this.#frame('run.started', model === undefined ? {} : { [CARRIED]: { model } })]
  }

  #frame(event: string, data: JsonObject): NativeFrame<JsonValue> {
    this.#sequence += 1
    const count = this.#sequence
    const scoped = { ...data, ...this.#run, scope: 'robot' }
    return { data: { event, data: scoped, sequence_number: count, id: `publish-${count}:${event}` } }
  }

  #encode(event: StreamEvent): Frames {
    switch (event.type) {
      case 'text-start':
      case 'reasoning-start':
        return [this.#frame('part.created', { part_id: event.id, type: event.type.replace('-start', '') })]
      case 'text-delta':
        return this.#delta('text.delta', event.id, event.delta)
      case 'reasoning-delta':
        return this.#delta('reasoning.delta', event.id, event.delta)
      case 'text-end':
      case 'reasoning-end':
        return [this.#completed(event.id, event.part)]
      case 'tool-input-start':
        return event.providerExecuted || event.kind === 'custom'
          ? NOTHING
          : [this.#opened(event.id, event.name)]
      case 'tool-input-delta':
        return this.#texts.has(event.id)
          ? this.#delta('tool_call.arguments.delta', event.id, event.delta)
          : NOTHING
      case 'tool-call':
        return this.#call(event.call)
      case 'tool-result':
        return [this.#result(event.result)]
      case 'part':
        return [this.#frame('part.completed', { type: 'data', [CARRIED]: { part: asJson(event.part) } })]
      case 'restart':
        return this.#encode(RESTARTED)
      case 'error':
        return this.#error(event.error)
      case 'finish':
        return this.#end(event)
      default:
        return NOTHING
    }
  }

  #delta(name: string, part_id: string, delta: string): Frames {
    this.#texts.set(part_id, (this.#texts.get(part_id) ?? '') + delta)
    return [this.#frame(name, { part_id, delta })]
  }

  #completed(part_id: string, part: TextPart | ReasoningPart): NativeFrame<JsonValue> {
    const slot = carried(part, this.#context)
    const { type, text } = part
    return this.#frame('part.completed', compact({ part_id, type, final_content: text, [CARRIED]: slot }))
  }

  #opened(id: string, tool_name: string): NativeFrame<JsonValue> {
    this.#texts.set(id, '')
    return this.#frame('part.created', { part_id: id, type: 'tool-call', tool_name, tool_call_id: id })
  }

  /** A call is whole with its end, which has it as a message has it. */
  #call(call: ToolCall): Frames {
    this.#calls.push(call)
    if (call.providerExecuted)
      return [this.#executed('tool_call.start', call, { id: call.id, input: call.arguments ?? null })]
    const isOpen = this.#texts.has(call.id)
    const opened = isOpen ? [] : [this.#opened(call.id, call.name)]
    const rest =
      isOpen || call.status !== 'complete' || call.kind === 'custom' ? '' : encodeArgumentText(call)
    const said = rest === '' ? NOTHING : this.#delta('tool_call.arguments.delta', call.id, rest)
    const { id: tool_call_id, name: tool_name } = call
    const final = encodeCall(call, '/message', this.#context)
    const { rawArguments: _text, ...slot } = objectOr(final[CARRIED], EMPTY)
    const { [CARRIED]: _slot, ...native } = final
    const final_content = compact({ ...native, [CARRIED]: unlessEmpty(slot) })
    const end = { part_id: call.id, type: 'tool-call', tool_name, tool_call_id, final_content }
    this.#texts.delete(call.id)
    return [...opened, ...said, this.#frame('part.completed', end)]
  }

  #result(result: ToolResult): NativeFrame<JsonValue> {
    return this.#executed('tool_call.complete', result, { id: result.callId, result: outputValue(result) })
  }

  #executed(event: string, part: ToolCall | ToolResult, data: JsonObject): NativeFrame<JsonValue> {
    const { [this.#context.wire]: _own, ...others } = part.providerMetadata ?? {}
    const bare = { ...part, providerMetadata: others }
    return this.#frame(event, { ...data, name: part.name, [CARRIED]: { part: asJson(bare) } })
  }

  #error({ message, code, raw }: Extract<StreamEvent, { type: 'error' }>['error']): Frames {
    this.#hasFailed = true
    const own = isObject(raw) && raw.event === 'run.failed' ? objectOr(raw.data, {}) : undefined
    return [this.#frame('run.failed', own ?? { error: compact({ type: code, message }) })]
  }

  #end(event: FinishEvent): Frames {
    const { usage, id } = event
    const answer = endedResponse(event, this.#context)
    const counts = compact({ input_tokens: usage?.inputTokens, output_tokens: usage?.outputTokens })
    const counted = Object.keys(counts).length === 0 ? NOTHING : [this.#frame('usage.updated', counts)]
    const stop_reason = this.#hasFailed ? undefined : stopWord(answer, this.#calls, this.#context)
    const read = compact({
      message: answer.message,
      finish: stop_reason === undefined ? ERROR : finishOf({ stop_reason }, this.#calls),
      id: id === this.#run.run_id ? id : undefined,
      usage:
        counted.length === 0
          ? undefined
          : { inputTokens: usage?.inputTokens, outputTokens: usage?.outputTokens },
    })
    const slot = carriedAnswer(answer, read, this.#context)
    const told = compact({ stop_reason, [CARRIED]: slot })
    if (this.#hasFailed) return [...counted, this.#frame('stream.ended', told)]
    return [...counted, this.#frame('run.completed', told), this.#frame('stream.ended', {})]
  }
}
