import { withCarriedAnswer } from '../../src/format/carried-answer.js'
import { carriedParts } from '../../src/format/carried-parts.js'
import { CARRIED, withCarried } from '../../src/format/carry.js'
import { AdapterError } from '../../src/json/errors.js'
import { isArray, isObject, numberOr, objectOr, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact, equalJson } from '../../src/json/write.js'
import { decodeArgumentText, truncatedArguments } from '../../src/model/arguments.js'
import { type Context, createContext } from '../../src/model/context.js'
import { mintId } from '../../src/model/ids.js'
import type { Part, ReasoningPart, ToolCall, Usage } from '../../src/model/types.js'
import type { StreamDecoding } from '../../src/stream/codec.js'
import type { FinishEvent, StreamDecoder, StreamEvent } from '../../src/stream/events.js'
import { sseReading } from '../../src/stream/framing.js'
import { endOf, finishEvent, STREAM_CUT, toldWhole } from '../../src/stream/step.js'
import { decodeMessages } from './messages.js'
import { decodeResponse, errorIn, finishOf, placedResult } from './response.js'

export const stream: StreamDecoding = {
  framing: sseReading,
  entry: (first) => (isWhole(first) || namedEvent(first) !== undefined ? [first] : undefined),
  decoder: (context) => new Decoder(context),
}

/** What the events of the first documentation are called since. */
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

type Named = readonly [name: string, data: JsonObject]

/** `{event, data}`, or `{type, …}`. */
function namedEvent(event: JsonObject): Named | undefined {
  if (typeof event.event === 'string' && isObject(event.data)) return [event.event, event.data]
  const name = typeof event.type === 'string' ? NAMES.get(event.type) : undefined
  if (name !== undefined) return [name, event]
  return isObject(event.error) ? ['run.failed', event] : undefined
}

/** A `RobotResult` in place of a stream. */
function isWhole({ output, event, type }: JsonObject): boolean {
  return isArray(output) && event === undefined && type === undefined
}

interface Block {
  readonly kind: 'text' | 'reasoning' | 'call'
  readonly id: string
  name: string
  text: string
}

const NOTHING: readonly StreamEvent[] = []
const EMPTY: JsonObject = {}
const ENDS = ['run.completed', 'stream.ended']

class Decoder implements StreamDecoder<JsonValue> {
  readonly #context: Context
  readonly #blocks = new Map<string, Block>()
  /** What was told whole, by which results find their calls and the finish is known. */
  readonly #calls: ToolCall[] = []
  #usage: Usage | undefined
  #envelope: JsonObject = {}
  #count = 0
  #results = 0
  #isDone = false
  #hasFailed = false
  #end: FinishEvent | undefined

  constructor(context: Context) {
    this.#context = context
  }

  push(event: JsonValue): readonly StreamEvent[] {
    if (!isObject(event)) return NOTHING
    if (isWhole(event)) return this.#whole(event)
    const [name = '', data = {}] = namedEvent(event) ?? []
    if (name === '') return NOTHING
    this.#count += 1
    if (name === 'run.started') return this.#start(data)
    if (name === 'run.failed' || name === 'run.interrupted') return this.#fail(data, event)
    if (ENDS.includes(name)) return this.#over(data)
    return this.#piece(name, data)
  }

  finish(): readonly StreamEvent[] {
    const events = this.#endAll()
    if (this.#end !== undefined) return [...events, this.#end]
    if (!this.#isDone && !this.#hasFailed) events.push(STREAM_CUT)
    const isWhole = this.#isDone && !this.#hasFailed
    const read = compact({
      message: { role: 'assistant' as const, parts: [] },
      finish: isWhole ? finishOf(this.#envelope, this.#calls) : { reason: 'error' as const },
      id: stringOr(this.#envelope.run_id, undefined),
      usage: this.#usage,
    })
    return [...events, finishEvent(withCarriedAnswer(read, this.#envelope[CARRIED], ''))]
  }

  #whole(native: JsonObject): readonly StreamEvent[] {
    const response = decodeResponse(native, this.#context)
    this.#end = finishEvent(response)
    const parts = response.message.parts.flatMap((part, index) => toldWhole(String(index), part))
    return [compact({ type: 'response-start' as const, id: response.id }), ...parts]
  }

  #start(data: JsonObject): readonly StreamEvent[] {
    const isFirst = this.#count === 1
    if (isFirst) this.#envelope = compact({ run_id: data.run_id })
    const model = stringOr(objectOr(data[CARRIED], EMPTY).model, undefined)
    return isFirst
      ? [compact({ type: 'response-start' as const, id: stringOr(data.run_id, undefined), model })]
      : NOTHING
  }

  #fail(data: JsonObject, raw: JsonObject): readonly StreamEvent[] {
    this.#hasFailed = true
    return [{ type: 'error', error: { ...errorIn(data), raw } }]
  }

  #over(data: JsonObject): readonly StreamEvent[] {
    this.#isDone = true
    this.#envelope = { ...this.#envelope, ...data, run_id: this.#envelope.run_id ?? data.run_id ?? null }
    return this.#endAll()
  }

  #piece(name: string, data: JsonObject): readonly StreamEvent[] {
    switch (name) {
      case 'part.created':
        return this.#create(data)
      case 'text.delta':
        return this.#append('text', data)
      case 'reasoning.delta':
        return this.#append('reasoning', data)
      case 'tool_call.arguments.delta':
        return this.#append('call', data)
      case 'part.completed':
        return this.#complete(data)
      case 'part.failed':
        return this.#break(this.#blocks.get(stringOr(data.part_id, '')))
      case 'tool_call.start':
      case 'tool_call.complete':
        return this.#ran(name, data)
      case 'usage.updated':
        this.#usage = compact({
          inputTokens: numberOr(data.input_tokens, undefined),
          outputTokens: numberOr(data.output_tokens, undefined),
        })
        return NOTHING
      default:
        return NOTHING
    }
  }

  #create(data: JsonObject): readonly StreamEvent[] {
    const type = stringOr(data.type, '').replace('_', '-')
    const kind = type === 'tool-call' ? 'call' : type === 'text' || type === 'reasoning' ? type : undefined
    return kind === undefined ? NOTHING : this.#open(kind, data)
  }

  #open(kind: Block['kind'], data: JsonObject): readonly StreamEvent[] {
    const key = stringOr(data.part_id, kind)
    const before = this.#break(this.#blocks.get(key))
    const name = stringOr(data.tool_name, '')
    const known = kind === 'call' ? stringOr(data.tool_call_id, '') || stringOr(data.part_id, '') : key
    const id = known || mintId(String(this.#count), name, '')
    this.#blocks.set(key, { kind, id, name, text: '' })
    if (kind !== 'call') return [...before, { type: `${kind}-start`, id }]
    return [...before, { type: 'tool-input-start', id, name, kind: 'function', providerExecuted: false }]
  }

  /** Deltas may come without a part that was created, and the documentation has two names for them. */
  #append(kind: Block['kind'], data: JsonObject): readonly StreamEvent[] {
    const key = stringOr(data.part_id, kind)
    const delta = data.delta ?? data.content ?? data.text
    if (typeof delta !== 'string' || delta === '') return NOTHING
    const known = this.#blocks.get(key)
    if (known !== undefined && known.kind !== kind) return NOTHING
    const events = known === undefined ? this.#open(kind, data) : NOTHING
    const block = this.#blocks.get(key)
    if (block === undefined) return events
    block.text += delta
    const { id } = block
    const type = kind === 'call' ? 'tool-input-delta' : (`${kind}-delta` as const)
    return [...events, { type, id, delta }]
  }

  #complete(data: JsonObject): readonly StreamEvent[] {
    const key = stringOr(data.part_id, '')
    const block = this.#blocks.get(key)
    const slot = objectOr(data[CARRIED], EMPTY)
    if (block !== undefined) {
      this.#blocks.delete(key)
      return this.#close(block, data, slot)
    }
    if (slot.part !== undefined) return this.#carried(slot.part)
    const opened = this.#create(data)
    const created = this.#blocks.get(key || 'text')
    if (created === undefined) return opened
    const { final_content: whole } = data
    const delta =
      created.kind !== 'call' && typeof whole === 'string'
        ? this.#append(created.kind, { ...data, delta: whole })
        : NOTHING
    return [...opened, ...delta, ...this.#complete({ ...data, part_id: key || created.kind })]
  }

  #carried(part: JsonValue): readonly StreamEvent[] {
    return carriedParts([part], `/data/${CARRIED}`).flatMap((one) =>
      toldWhole(String(this.#count), this.#noted(one)),
    )
  }

  #noted(part: Part): Part {
    if (part.type === 'tool-call') this.#calls.push(part)
    return part
  }

  #close(block: Block, data: JsonObject, slot: JsonObject): readonly StreamEvent[] {
    if (block.kind === 'call') {
      const call = this.#decodeCall(block, objectOr(data.final_content, EMPTY))
      return [{ type: 'tool-input-end', id: block.id }, endOf(block.id, this.#noted(call))]
    }
    const text = block.text
    if (block.kind === 'reasoning')
      return [endOf(block.id, withCarried<ReasoningPart>({ type: 'reasoning', text }, slot))]
    const [part] = this.#decoded({ type: 'text', role: 'assistant', content: text, [CARRIED]: slot })
    return [endOf(block.id, part ?? { type: 'text', text })]
  }

  /** The call as a message has it; the text that was streamed is that of its arguments. */
  #decodeCall({ id, name, text }: Block, final: JsonObject): ToolCall {
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
    const said = decodeArgumentText(text, false, '', createContext(this.#context.wire))
    const isSame = call.status === 'complete' && equalJson(said.arguments, call.arguments)
    return isSame ? { ...call, rawArguments: text } : call
  }

  #decoded(message: JsonObject): readonly Part[] {
    return decodeMessages([message], '', this.#context).flatMap(({ parts }) => parts)
  }

  /** A call that the robot runs, and what came of it. */
  #ran(name: string, data: JsonObject): readonly StreamEvent[] {
    const { part } = objectOr(data[CARRIED], EMPTY)
    const before = this.#endUnnamed()
    if (part !== undefined) return [...before, ...this.#carried(part)]
    const called = stringOr(data.name, '')
    if (name === 'tool_call.start') {
      const id = stringOr(data.id, '') || mintId(String(this.#count), called, '')
      const call = this.#decodeCall(
        { kind: 'call', id, name: called, text: '' },
        { input: data.input ?? null },
      )
      return [...before, endOf(id, this.#noted({ ...call, providerExecuted: true }))]
    }
    const call = this.#calls.findLast((one) =>
      data.id === undefined ? one.name === called : one.id === data.id,
    )
    const tool = compact({
      type: 'tool',
      id: call?.id ?? data.id ?? '',
      name: called || (call?.name ?? ''),
      input: call?.arguments,
    })
    const [result] = this.#decoded({
      type: 'tool_result',
      role: 'tool_result',
      tool,
      content: data.result ?? null,
      stop_reason: 'tool',
    })
    if (result?.type !== 'tool-result') return before
    this.#results += 1
    const placed = placedResult(result, this.#results - 1, this.#context)
    return [...before, endOf('', { ...placed, providerExecuted: true })]
  }

  /** Deltas that name no part go on until something else comes. */
  #endUnnamed(): StreamEvent[] {
    return ['text', 'reasoning'].flatMap((key) => this.#break(this.#blocks.get(key)))
  }

  #endAll(): StreamEvent[] {
    return [...this.#blocks.values()].flatMap((block) => this.#break(block))
  }

  /** Ends what was not said to be complete: a text is what came, a call is cut. */
  #break(block: Block | undefined): readonly StreamEvent[] {
    if (block === undefined) return NOTHING
    for (const [key, one] of this.#blocks) if (one === block) this.#blocks.delete(key)
    if (block.kind !== 'call') return this.#close(block, {}, {})
    const {
      arguments: _none,
      rawArguments: _text,
      ...call
    } = this.#decodeCall({ ...block, text: '' }, { input: {} })
    const cut = truncatedArguments(block.text)
    const broken: ToolCall = { ...call, kind: 'function', ...cut }
    return [{ type: 'tool-input-end', id: block.id }, endOf(block.id, this.#noted(broken))]
  }
}
