import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, isObject, objectOr } from '../../src/base/json/read-json.js'
import { compact, unlessEmpty } from '../../src/base/json/write-json.js'
import { encodeArgumentText } from '../../src/base/model/arguments.js'
import type { Context } from '../../src/base/model/context.js'
import type { CallStart, FinishEvent, NativeFrame, TextStart } from '../../src/base/model/events.js'
import { failedFinish } from '../../src/base/model/outcome.js'
import type {
  Part,
  ProviderError,
  ReasoningPart,
  TextPart,
  ToolCall,
  ToolResult,
} from '../../src/base/model/types.js'
import { carriedAnswer } from '../../src/codec/format/carried-answer.js'
import { CARRIED, carried } from '../../src/codec/format/carry.js'
import {
  type BlockFrames,
  BlockWriter,
  type Frames,
  type WireFrames,
  type WrittenBlock,
} from '../../src/codec/stream/block-writer.js'
import type { StreamEncoder } from '../../src/codec/stream/codec.js'
import { endedResponse } from '../../src/codec/stream/encoding.js'
import { encodeCall } from './calls.js'
import { readFinish, stopWord } from './response.js'
import { outputValue } from './results.js'

const EMPTY: JsonObject = {}

export function streamEncoder(context: Context): StreamEncoder {
  return new BlockWriter(new RobotLabFrames(context))
}

/** Writes the events of RobotLab's code, in their envelopes. The time of an event is not known here. */
class RobotLabFrames implements WireFrames {
  readonly #calls: ToolCall[] = []
  #sequence = 0
  #run: JsonObject = {}

  constructor(private readonly context: Context) {}

  start(id: string | undefined, model: string | undefined): Frames {
    this.#run = compact({ run_id: id })
    return [this.#frame('run.started', model === undefined ? {} : { [CARRIED]: { model } })]
  }

  #frame(event: string, data: JsonObject): NativeFrame<JsonValue> {
    this.#sequence += 1
    const count = this.#sequence
    const scoped = { ...data, ...this.#run, scope: 'robot' }
    return { data: { event, data: scoped, sequence_number: count, id: `publish-${count}:${event}` } }
  }

  text(_block: WrittenBlock, { type, id: part_id }: TextStart): BlockFrames<TextPart | ReasoningPart> {
    const noun = type === 'text-start' ? 'text' : 'reasoning'
    return {
      begin: [this.#frame('part.created', { part_id, type: noun })],
      delta: (delta) => [this.#frame(`${noun}.delta`, { part_id, delta })],
      end: (part) => {
        const slot = carried(part, this.context)
        const data = compact({ part_id, type: noun, final_content: part.text, [CARRIED]: slot })
        return [this.#frame('part.completed', data)]
      },
    }
  }

  call(
    _block: WrittenBlock,
    { id, name, kind, providerExecuted }: CallStart,
  ): BlockFrames<ToolCall> | undefined {
    return providerExecuted || kind === 'custom' ? undefined : this.#openCall(id, name)
  }

  /** Opens a call. The call is complete at its end event, which contains the call in message form. */
  #openCall(id: string, tool_name: string): BlockFrames<ToolCall> {
    const head = { part_id: id, type: 'tool-call', tool_name, tool_call_id: id }
    return {
      begin: [this.#frame('part.created', head)],
      delta: (delta) => [this.#frame('tool_call.arguments.delta', { part_id: id, delta })],
      end: (call) => {
        this.#calls.push(call)
        const final = encodeCall(call, { ...this.context, path: '/message' })
        const { rawArguments: _text, ...slot } = objectOr(final[CARRIED], EMPTY)
        const { [CARRIED]: _slot, ...native } = final
        const final_content = compact({ ...native, [CARRIED]: unlessEmpty(slot) })
        return [this.#frame('part.completed', { ...head, tool_name: call.name, final_content })]
      },
    }
  }

  whole([part]: readonly [Part]): Frames {
    if (part.type === 'tool-call') return part.providerExecuted ? this.#ranCall(part) : this.#wholeCall(part)
    if (part.type === 'tool-result')
      return this.#executed('tool_call.complete', part, { id: part.callId, result: outputValue(part) })
    return [this.#frame('part.completed', { type: 'data', [CARRIED]: { part: asJson(part) } })]
  }

  #ranCall(call: ToolCall): Frames {
    this.#calls.push(call)
    return this.#executed('tool_call.start', call, { id: call.id, input: call.arguments ?? null })
  }

  #wholeCall(call: ToolCall): Frames {
    const { begin = [], delta, end } = this.#openCall(call.id, call.name)
    const text = call.status !== 'complete' || call.kind === 'custom' ? '' : encodeArgumentText(call)
    return [...begin, ...(text === '' ? [] : delta(text)), ...end(call)]
  }

  #executed(event: string, part: ToolCall | ToolResult, data: JsonObject): Frames {
    const { [this.context.wire]: _own, ...others } = part.providerMetadata ?? {}
    const bare = { ...part, providerMetadata: others }
    return [this.#frame(event, { ...data, name: part.name, [CARRIED]: { part: asJson(bare) } })]
  }

  error({ message, code, raw }: ProviderError): Frames {
    const own = isObject(raw) && raw.event === 'run.failed' ? objectOr(raw.data, {}) : undefined
    return [this.#frame('run.failed', own ?? { error: compact({ type: code, message }) })]
  }

  end(event: FinishEvent, hasFailed: boolean): Frames {
    const { usage, id } = event
    const answer = endedResponse(event, this.context)
    const counts = compact({ input_tokens: usage?.inputTokens, output_tokens: usage?.outputTokens })
    const counted = Object.keys(counts).length === 0 ? [] : [this.#frame('usage.updated', counts)]
    const stop_reason = hasFailed ? undefined : stopWord(answer, this.#calls, this.context)
    const read = compact({
      message: answer.message,
      finish: stop_reason === undefined ? failedFinish() : readFinish({ stop_reason }, this.#calls),
      id: id === this.#run.run_id ? id : undefined,
      usage:
        counted.length === 0
          ? undefined
          : compact({ inputTokens: usage?.inputTokens, outputTokens: usage?.outputTokens }),
    })
    const slot = carriedAnswer(answer, read, this.context)
    const told = compact({ stop_reason, [CARRIED]: slot })
    if (hasFailed) return [...counted, this.#frame('stream.ended', told)]
    return [...counted, this.#frame('run.completed', told), this.#frame('stream.ended', {})]
  }
}
