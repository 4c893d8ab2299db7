import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import {
  arrayOr,
  isArray,
  isObject,
  numberOr,
  objectIn,
  objectsIn,
  stringOr,
} from '../../src/base/json/read-json.js'
import { define, extended, withMembers } from '../../src/base/json/write-json.js'
import { type CallStage, streamedArguments } from '../../src/base/model/arguments.js'
import type { Context } from '../../src/base/model/context.js'
import type { StreamDecoder, StreamEvent } from '../../src/base/model/events.js'
import { wireMetadata } from '../../src/base/model/metadata.js'
import type { Part, ProviderMetadata, ToolCall } from '../../src/base/model/types.js'
import { identity } from '../../src/codec/shape/call-codec.js'
import { decodeProviderError } from '../../src/codec/shape/failed-answer.js'
import { outcomeOfWord } from '../../src/codec/shape/finish-table.js'
import type { StreamDecoding } from '../../src/codec/stream/codec.js'
import { ndjsonReading } from '../../src/codec/stream/framing.js'
import { type PartCodec, PartWriter } from '../../src/codec/stream/part-writer.js'
import { decodeCall } from './calls.js'
import { FINISH, IN_PROGRESS, isServerType, ROLE_NAMES } from './maps.js'
import { addField, type Block, mergedFields, mergedOutput, type OpenBlock, Output, WORDS } from './outputs.js'
import { aroundOf, decodeEnvelope, isError, isOfServer } from './response.js'
import { decodeRun } from './runs.js'
import { plainSpelling } from './spelling.js'
import { asWords, callPlace, decodeThought, keptOf, turnMetadata } from './turn.js'

export const stream: StreamDecoding = {
  framing: ndjsonReading,
  // A complete answer is a stream with one line.
  entry: (first) => (isArray(chunkOf(first).outputs) || isError(first) ? [first] : undefined),
  decoder: (context) => new XaiStreamDecoder(context),
}

/** Recordings wrap each chunk under its type name. A deferred answer is in `response`. */
function chunkOf(line: JsonObject): JsonObject {
  const { outputs, chunk, response } = line
  if (outputs === undefined && isObject(chunk)) return chunk
  return outputs === undefined && isObject(response) ? response : line
}

/**
 * Decodes chunks. Text and reasoning are sent in deltas, calls and results complete. Each output has an
 * index. All outputs form one answer if xAI runs tools.
 */
class XaiStreamDecoder implements StreamDecoder<JsonValue>, PartCodec<Block> {
  readonly wire: string
  readonly #context: Context
  readonly #out = new PartWriter<Block>(this)
  readonly #outputs = new Map<number, Output>()
  /** Outputs that may have open parts. */
  readonly #unended = new Set<Output>()
  /** Merged outputs of alternative answers. */
  readonly #others = new Map<number, JsonObject>()
  readonly #envelope: Record<string, JsonValue> = {}
  #spelling: string | undefined
  #isOneAnswer = false

  constructor(context: Context) {
    this.wire = context.wire
    this.#context = context
  }

  push(line: JsonValue): readonly StreamEvent[] {
    if (isObject(line)) this.#read(line)
    return this.#out.take()
  }

  #read(line: JsonObject): void {
    const { value, spelling } = plainSpelling(line)
    this.#spelling ??= spelling
    if (isError(value)) {
      this.#out.fail(decodeProviderError(value))
      return
    }
    const chunk = chunkOf(value)
    this.#out.start(stringOr(chunk.id, '') || undefined, stringOr(chunk.model, '') || undefined)
    for (const name in chunk) this.#keep(name, chunk[name])
    for (const native of objectsIn(chunk.outputs)) this.#readOutput(native)
  }

  /** Keeps the latest value. Empty values are ignored. */
  #keep(name: string, value: JsonValue | undefined): void {
    if (
      name === 'outputs' ||
      value === undefined ||
      (name === 'created' && this.#envelope.created !== undefined)
    )
      return
    const isEmpty = isObject(value) && Object.keys(value).length === 0
    if (!isEmpty || this.#envelope[name] === undefined) define(this.#envelope, name, value)
  }

  #readOutput(native: JsonObject): void {
    const delta = objectIn(native.delta ?? native.message)
    const index = numberOr(native.index, 0)
    this.#isOneAnswer ||= isOfServer(delta)
    if (index > 0 && !this.#isOneAnswer) {
      this.#others.set(index, mergedOutput(this.#others.get(index), native, delta))
      return
    }
    const output = this.#outputAt(index)
    this.#unended.add(output)
    for (const name in native)
      if (name !== 'delta' && name !== 'message') addField(output.around, name, native[name])
    this.#readDelta(output, delta)
  }

  #outputAt(index: number): Output {
    const known = this.#outputs.get(index)
    if (known !== undefined) return known
    for (const before of this.#unended) this.#endWithCalls(before)
    this.#unended.clear()
    const output = new Output(index)
    this.#outputs.set(index, output)
    return output
  }

  #readDelta(output: Output, delta: JsonObject): void {
    const { role, tool_calls: calls, content, reasoning_content: thought, encrypted_content: proof } = delta
    if (role === ROLE_NAMES.tool && (output.run !== undefined || arrayOr(calls, []).length > 0)) {
      this.#readRun(output, delta)
      return
    }
    if (isSaid(thought) || isSaid(proof)) this.#think(output, thought, proof)
    if (isSaid(content)) this.#say(output, content)
    for (const call of objectsIn(calls)) this.#call(output, call)
    for (const name in delta) this.#keepOfMessage(output, name, delta[name])
  }

  #keepOfMessage(output: Output, name: string, value: JsonValue | undefined): void {
    if (value === undefined) return
    const { text } = output
    if (name === 'citations' && isArray(value) && text !== undefined) {
      const { citations } = text.state.native
      text.state.native = { citations: isArray(citations) ? extended(citations, value) : value }
    } else if (
      name === 'tool_calls' ? !isArray(value) || value.length === 0 : !WORDS.has(name) || !isSaid(value)
    )
      addField(output.message, name, value)
  }

  /** Reads reasoning. The signature follows after the text, or is sent without a readable text. */
  #think(output: Output, text: JsonValue | undefined, proof: JsonValue | undefined): void {
    output.thought ??= this.#open(output, 'reasoning', {})
    const { state } = output.thought
    const before = stringOr(state.native.encrypted_content, '')
    this.#out.append(output.thought, 'reasoning', text)
    if (isSaid(proof)) state.native = { encrypted_content: before + proof }
  }

  #say(output: Output, text: string): void {
    this.#endThought(output)
    output.text ??= this.#open(output, 'text', {})
    this.#out.append(output.text, 'text', text)
  }

  #readRun(output: Output, delta: JsonObject): void {
    output.isRun = true
    output.run ??= this.#open(output, 'whole', {})
    output.run.state.native = mergedFields(output.run.state.native, delta)
  }

  /**
   * Most calls arrive complete. On request, xAI streams a call in deltas and then sends the complete call.
   */
  #call(output: Output, native: JsonObject): void {
    const key = stringOr(native.id, '') || `#${numberOr(native.index, output.callCount)}`
    const { name, arguments: text } = objectIn(native.function)
    const open = output.calls.get(key)
    if (native.status === IN_PROGRESS) {
      this.#grow(open ?? this.#begin(output, key, native), name, text, open !== undefined)
      return
    }
    const call = open ?? this.#begin(output, key, native)
    call.state.native = native
    this.#out.append(call, 'call', restOf(text, call.text))
    output.calls.delete(key)
    this.#out.end(call)
  }

  #begin(output: Output, key: string, native: JsonObject): OpenBlock {
    this.#endThought(output)
    this.#endText(output)
    const place = callPlace(stringOr(this.#envelope.id, ''), output.index, output.callCount)
    output.isWaiting = isServerType(native.type) && (output.isWaiting || output.callCount === 0)
    const { id } = identity(native.id, place, stringOr(objectIn(native.function).name, ''))
    const call = this.#open(output, 'call', native, id)
    output.calls.set(key, call)
    return call
  }

  #grow(call: OpenBlock, name: JsonValue | undefined, text: JsonValue | undefined, isMore: boolean): void {
    const { native } = call.state
    const body = objectIn(native.function)
    if (isMore && isSaid(name))
      call.state.native = withMembers(native, { function: { ...body, name: stringOr(body.name, '') + name } })
    this.#out.append(call, 'call', text)
  }

  #open(
    output: Output,
    mode: 'reasoning' | 'text' | 'call' | 'whole',
    native: JsonObject,
    id?: string,
  ): OpenBlock {
    output.isEmpty = false
    const position = mode === 'call' ? output.callCount++ : 0
    return this.#out.open(this.#out.next, mode, { output, native, position }, id)
  }

  #endThought(output: Output): void {
    this.#out.end(output.thought)
    output.thought = undefined
  }

  #endText(output: Output): void {
    this.#out.end(output.text)
    output.text = undefined
  }

  /** Ends an output at the beginning of the next one. */
  #endWithCalls(output: Output): void {
    for (const call of output.calls.values()) this.#out.end(call)
    output.calls.clear()
    this.#endRest(output)
  }

  #endRest(output: Output): void {
    this.#endThought(output)
    this.#endText(output)
    this.#out.end(output.run)
    output.run = undefined
  }

  finish(): readonly StreamEvent[] {
    const outputs = [...this.#outputs.values()]
    const last = outputs.at(-1)
    const reason = last?.around.finish_reason
    const isWhole = typeof reason === 'string' && last?.isWaiting !== true
    if (isWhole && last !== undefined) this.#endRest(last)
    return this.#out.finish(isWhole, outcomeOfWord(reason, FINISH), () => {
      const alternatives = this.#others.size === 0 ? undefined : [...this.#others.values()]
      const facts = { reason, alternatives, spelling: this.#spelling }
      const native = withMembers(this.#envelope, { outputs: [] })
      const envelope = decodeEnvelope(native, facts, this.#out.hasClientCalls, this.#context)
      const messageMetadata = this.#messageMetadata(outputs)
      return messageMetadata === undefined ? envelope : { ...envelope, messageMetadata }
    })
  }

  #messageMetadata(outputs: readonly Output[]): ProviderMetadata | undefined {
    const kept: Record<string, JsonValue> = {}
    for (const [place, output] of outputs.entries()) {
      const around = aroundOf({ ...output.around, message: {} }, output.index, place === outputs.length - 1)
      const read = output.isRun ? undefined : { role: 'any' as const }
      const said = keptOf({ native: output.message, around }, read, output.isEmpty && place > 0)
      if (said !== undefined) kept[String(output.index)] = said
    }
    return turnMetadata(kept, this.#context)
  }

  begun({ state: { output } }: OpenBlock): ProviderMetadata | undefined {
    return wireMetadata(this.#context, { output: output.mark })
  }

  finished({ mode, text, state: { native } }: OpenBlock): JsonObject {
    return mode === 'text' ? withMembers(native, { content: text }) : native
  }

  part(native: JsonObject, { mode, text, state: { output } }: OpenBlock): Part {
    const context = { ...this.#context, path: `/outputs/${output.index}/message` }
    if (mode === 'whole') return decodeRun(native, output.mark, context)
    if (mode === 'text') return asWords({ type: 'text', text }, native.citations, output.mark, context)
    const thought = { reasoning_content: text, encrypted_content: native.encrypted_content ?? '' }
    return decodeThought(thought, {}, output.mark, context) ?? { type: 'reasoning', text }
  }

  call({ text, state: { output, native, position } }: OpenBlock, stage: CallStage): ToolCall | undefined {
    const path = `/outputs/${output.index}/message/tool_calls/${position}`
    const context = { ...this.#context, path }
    const decoded = streamedArguments(text, stage, context)
    const place = callPlace(stringOr(this.#envelope.id, ''), output.index, position)
    return decoded && decodeCall(native, { context, place, output: output.mark }, decoded)
  }
}

function isSaid(text: JsonValue | undefined): text is string {
  return typeof text === 'string' && text !== ''
}

/** Returns the rest of a complete text after its streamed beginning. */
function restOf(text: JsonValue | undefined, before: string): JsonValue | undefined {
  if (before === '' || typeof text !== 'string') return text
  return text.startsWith(before) ? text.slice(before.length) : undefined
}
