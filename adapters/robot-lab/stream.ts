import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, numberOr, objectOr, stringOr } from '../../src/base/json/read-json.js'
import { compact, equalJson } from '../../src/base/json/write-json.js'
import { type CallStage, callWithText, decodeArgumentText } from '../../src/base/model/arguments.js'
import { type Context, createContext } from '../../src/base/model/context.js'
import type { FinishEvent, StreamDecoder, StreamEvent } from '../../src/base/model/events.js'
import { mintId } from '../../src/base/model/ids.js'
import { failedFinish, outcomeOf } from '../../src/base/model/outcome.js'
import type { Outcome, Part, ReasoningPart, ToolCall, Usage } from '../../src/base/model/types.js'
import { withCarriedAnswer } from '../../src/codec/format/carried-answer.js'
import { carriedParts } from '../../src/codec/format/carried-parts.js'
import { CARRIED, withCarried } from '../../src/codec/format/carry.js'
import { decodeProviderError } from '../../src/codec/shape/failed-answer.js'
import type { StreamDecoding } from '../../src/codec/stream/codec.js'
import { finishEvent } from '../../src/codec/stream/event-step.js'
import { sseReading } from '../../src/codec/stream/framing.js'
import { type OpenPart, type PartCodec, PartWriter } from '../../src/codec/stream/part-writer.js'
import { decodeMessages } from './messages.js'
import { decodeResponse, ERROR_CODES, placedResult, readFinish } from './response.js'

export const stream: StreamDecoding = {
  framing: sseReading,
  entry: (first) => (isWhole(first) || namedEvent(first) !== undefined ? [first] : undefined),
  decoder: (context) => new RobotLabStreamDecoder(context),
}

/** Current names of the events in the first documentation. */
const NAMES = new Map([
  ['start', 'run.started'],
  ['text_delta', 'text.delta'],
  ['tool_call', 'tool_call.start'],
  ['tool_result', 'tool_call.complete'],
  ['complete', 'run.completed'],
  ['error', 'run.failed'],
  ['robot_start', ''],
  ['robot_complete', ''],
])

type NamedEvent = readonly [name: string, data: JsonObject]

/** `{event, data}`, or `{type, …}`. */
function namedEvent(event: JsonObject): NamedEvent | undefined {
  if (typeof event.event === 'string' && isObject(event.data)) return [event.event, event.data]
  const name = typeof event.type === 'string' ? NAMES.get(event.type) : undefined
  if (name !== undefined) return [name, event]
  return isObject(event.error) ? ['run.failed', event] : undefined
}

/** Returns true for a `RobotResult` instead of a stream. */
function isWhole({ output, event, type }: JsonObject): boolean {
  return isArray(output) && event === undefined && type === undefined
}

interface StreamedPart {
  /** The id, or the kind of a part without one. */
  readonly key: string
  readonly name: string
  /** The data of `part.completed`. */
  final?: JsonObject
}

type OpenStreamedPart = OpenPart<StreamedPart>
type StreamMode = 'text' | 'reasoning' | 'call'

const EMPTY: JsonObject = {}
const ENDS = ['run.completed', 'stream.ended']

class RobotLabStreamDecoder implements StreamDecoder<JsonValue>, PartCodec<StreamedPart> {
  readonly wire: string
  readonly #context: Context
  readonly #out = new PartWriter<StreamedPart>(this)
  /** Open parts by id. Parts without an id are stored by their kind. */
  readonly #open = new Map<string, OpenStreamedPart>()
  /** Calls that were emitted completely. They are needed to pair results and to decide the finish. */
  readonly #calls: ToolCall[] = []
  #usage: Usage | undefined
  #envelope: JsonObject = {}
  #count = 0
  #results = 0
  #isDone = false
  #hasFailed = false
  /** The finish event of an answer that is sent as one event. */
  #answerEnd: FinishEvent | undefined

  constructor(context: Context) {
    this.wire = context.wire
    this.#context = context
  }

  push(event: JsonValue): readonly StreamEvent[] {
    if (!isObject(event)) return this.#out.take()
    const [name = '', data = {}] = namedEvent(event) ?? []
    if (isWhole(event)) this.#whole(event)
    else if (name !== '') {
      this.#count += 1
      this.#read(name, data, event)
    }
    return this.#out.take()
  }

  finish(): readonly StreamEvent[] {
    if (this.#answerEnd !== undefined) return [this.#answerEnd]
    return this.#out.finish(this.#isDone, this.#outcome(), () => {
      const isGood = this.#isDone && !this.#hasFailed
      const read = compact({
        message: { role: 'assistant' as const, parts: [] },
        finish: isGood ? readFinish(this.#envelope, this.#calls) : failedFinish(),
        id: stringOr(this.#envelope.run_id, undefined),
        usage: this.#usage,
      })
      return finishEvent(withCarriedAnswer(read, this.#envelope[CARRIED], ''))
    })
  }

  /** Returns the outcome. A finished run without a reason is complete. */
  #outcome(): Outcome {
    if (this.#hasFailed) return 'failed'
    const finish = readFinish(this.#envelope, this.#calls)
    return finish.raw === undefined ? 'complete' : outcomeOf(finish)
  }

  #whole(native: JsonObject): void {
    const response = decodeResponse(native, this.#context)
    this.#answerEnd = finishEvent(response)
    this.#out.start(response.id)
    for (const part of response.message.parts) this.#out.tell(part)
  }

  #read(name: string, data: JsonObject, raw: JsonObject): void {
    if (name === 'run.started') this.#start(data)
    else if (name === 'run.failed' || name === 'run.interrupted') {
      this.#hasFailed = true
      this.#out.fail({ ...decodeProviderError(data, ERROR_CODES), raw })
    } else if (ENDS.includes(name)) this.#over(data)
    else this.#piece(name, data)
  }

  #start(data: JsonObject): void {
    if (this.#count > 1) return
    this.#envelope = compact({ run_id: data.run_id })
    const model = stringOr(objectOr(data[CARRIED], EMPTY).model, undefined)
    this.#out.start(stringOr(data.run_id, undefined), model)
  }

  #over(data: JsonObject): void {
    this.#isDone = true
    this.#out.hasFailed = false
    this.#envelope = { ...this.#envelope, ...data, run_id: this.#envelope.run_id ?? data.run_id ?? null }
    for (const open of this.#open.values()) if (open.mode !== 'call') this.#end(open)
  }

  #piece(name: string, data: JsonObject): void {
    switch (name) {
      case 'part.created':
        this.#create(data)
        break
      case 'text.delta':
        this.#append('text', data)
        break
      case 'reasoning.delta':
        this.#append('reasoning', data)
        break
      case 'tool_call.arguments.delta':
        this.#append('call', data)
        break
      case 'part.completed':
        this.#complete(data)
        break
      case 'part.failed':
        this.#end(this.#open.get(stringOr(data.part_id, '')))
        break
      case 'tool_call.start':
      case 'tool_call.complete':
        this.#ran(name, data)
        break
      case 'usage.updated':
        this.#usage = compact({
          inputTokens: numberOr(data.input_tokens, undefined),
          outputTokens: numberOr(data.output_tokens, undefined),
        })
        break
    }
  }

  #create(data: JsonObject): OpenStreamedPart | undefined {
    const type = stringOr(data.type, '').replace('_', '-')
    const mode = type === 'tool-call' ? 'call' : type === 'text' || type === 'reasoning' ? type : undefined
    return mode && this.#begin(mode, data)
  }

  #begin(mode: StreamMode, data: JsonObject): OpenStreamedPart {
    const key = stringOr(data.part_id, mode)
    this.#end(this.#open.get(key))
    const name = stringOr(data.tool_name, '')
    const known = mode === 'call' ? stringOr(data.tool_call_id, '') || stringOr(data.part_id, '') : key
    const id = known || mintId(String(this.#count), name, '')
    const block = this.#out.open(this.#out.next, mode, { key, name }, id)
    this.#open.set(key, block)
    return block
  }

  /**
   * Appends a delta, which may be sent without a created part. The documentation has two names for deltas.
   */
  #append(mode: StreamMode, data: JsonObject): void {
    const delta = data.delta ?? data.content ?? data.text
    if (typeof delta !== 'string' || delta === '') return
    const block = this.#open.get(stringOr(data.part_id, mode)) ?? this.#begin(mode, data)
    this.#out.append(block, mode, delta)
  }

  #complete(data: JsonObject): void {
    const { part } = objectOr(data[CARRIED], EMPTY)
    const open = this.#open.get(stringOr(data.part_id, ''))
    if (open === undefined && part !== undefined) {
      this.#carried(part)
      return
    }
    const block = open ?? this.#create(data)
    if (block === undefined) return
    if (open === undefined) this.#out.append(block, block.mode, data.final_content)
    block.state.final = data
    this.#end(block)
  }

  #carried(part: JsonValue): void {
    for (const one of carriedParts([part], `/data/${CARRIED}`)) this.#tell(one)
  }

  #tell(part: Part): void {
    if (part.type === 'tool-call') this.#calls.push(part)
    this.#out.tell(part)
  }

  /** Ends a part. A text without a completion event is kept; a call is truncated. */
  #end(block: OpenStreamedPart | undefined): void {
    if (block !== undefined && this.#open.get(block.state.key) === block) this.#open.delete(block.state.key)
    this.#out.end(block)
  }

  finished({ mode, text, state: { final = EMPTY } }: OpenStreamedPart): JsonObject {
    return { type: mode, role: 'assistant', content: text, [CARRIED]: objectOr(final[CARRIED], EMPTY) }
  }

  part({ type, content, [CARRIED]: slot = EMPTY, ...rest }: JsonObject): Part {
    const text = stringOr(content, '')
    if (type === 'reasoning') return withCarried<ReasoningPart>({ type, text }, objectOr(slot, EMPTY))
    const [part] = this.#decoded({ type: 'text', content: text, [CARRIED]: slot, ...rest })
    return part ?? { type: 'text', text }
  }

  call(block: OpenStreamedPart, stage: CallStage): ToolCall {
    const { id, text, state } = block
    const { name, final } = state
    if (stage === 'begun')
      return {
        type: 'tool-call',
        id,
        name,
        kind: 'function',
        providerExecuted: false,
        status: 'complete',
        arguments: {},
      }
    const call =
      final === undefined
        ? this.#unclosed(block, stage)
        : this.#decodeCall(id, name, text, objectOr(final.final_content, EMPTY))
    this.#calls.push(call)
    return call
  }

  #unclosed({ id, text, state }: OpenStreamedPart, stage: CallStage): ToolCall {
    const call = this.#decodeCall(id, state.name, '', { input: {} })
    const context = { ...this.#context, path: '' }
    return callWithText(call, text, stage === 'unclosed' ? stage : 'broken', context)
  }

  /** Decodes a call in message form. The streamed text is its argument text. */
  #decodeCall(id: string, name: string, text: string, final: JsonObject): ToolCall {
    const isTold = final.input !== undefined || final.arguments !== undefined
    const native = { type: 'tool', name, ...final, id, ...(!isTold && text !== '' && { input: text }) }
    const [call] = this.#decoded({
      type: 'tool_call',
      role: 'assistant',
      tools: [native],
      stop_reason: 'tool',
    })
    if (call?.type !== 'tool-call') throw new AdapterError('wrong-type', '', 'the call cannot be read')
    if (text === '' || !isTold || call.kind === 'custom') return call
    const said = decodeArgumentText(text, false, { ...createContext(this.#context.wire), path: '' })
    const isSame = call.status === 'complete' && equalJson(said.arguments, call.arguments)
    return isSame ? { ...call, rawArguments: text } : call
  }

  #decoded(message: JsonObject): readonly Part[] {
    return decodeMessages([message], { ...this.#context, path: '' }).flatMap(({ parts }) => parts)
  }

  /** Emits a call that the robot runs, and its result. */
  #ran(name: string, data: JsonObject): void {
    const { part } = objectOr(data[CARRIED], EMPTY)
    // Deltas without a part id continue until another kind of event arrives.
    for (const key of ['text', 'reasoning']) this.#end(this.#open.get(key))
    if (part !== undefined) this.#carried(part)
    else if (name === 'tool_call.start') this.#tell(this.#ranCall(data))
    else this.#ranResult(data)
  }

  #ranCall({ id, name, input = null }: JsonObject): ToolCall {
    const called = stringOr(name, '')
    const known = stringOr(id, '') || mintId(String(this.#count), called, '')
    return { ...this.#decodeCall(known, called, '', { input }), providerExecuted: true }
  }

  #ranResult({ id, name, result = null }: JsonObject): void {
    const called = stringOr(name, '')
    const call = this.#calls.findLast((one) => (id === undefined ? one.name === called : one.id === id))
    const tool = compact({
      type: 'tool',
      id: call?.id ?? id ?? '',
      name: called || (call?.name ?? ''),
      input: call?.arguments,
    })
    const [read] = this.#decoded({
      type: 'tool_result',
      role: 'tool_result',
      tool,
      content: result,
      stop_reason: 'tool',
    })
    if (read?.type !== 'tool-result') return
    this.#results += 1
    const placed = placedResult(read, this.#results - 1, this.#context)
    this.#tell({ ...placed, providerExecuted: true })
  }
}
