import { isObject, objectOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import { encodeArgumentText } from '../../src/model/arguments.js'
import type { Context } from '../../src/model/context.js'
import type { Part, ReasoningPart, TextPart, ToolCall } from '../../src/model/types.js'
import type { StreamEncoder } from '../../src/stream/codec.js'
import { endedResponse } from '../../src/stream/encoding.js'
import { type FinishEvent, type NativeFrame, RESTARTED, type StreamEvent } from '../../src/stream/events.js'
import { encodeAnswer } from './answer.js'
import { brokenMark, encodeBlock } from './calls.js'
import { encodeBlockOf } from './content.js'
import { NOTHING } from './maps.js'
import { answerOf, encodeError, responseSlot, usageOf } from './response.js'
import { encodeResultBlock } from './results.js'
import { partKwargs } from './slots.js'
import { type Executed, encodeToolOutputs, isToolOutput } from './tool-outputs.js'

type Frames = readonly NativeFrame<JsonValue>[]
const NOTHING_YET: Frames = []

/** A text or a thought on its way out: whether the content is that text, and its place among the parts. */
interface OpenText {
  readonly isPlain: boolean
  /** Undefined as long as nothing of it was written. */
  readonly place: number | undefined
}

type TextStart = Extract<StreamEvent, { type: 'text-start' | 'reasoning-start' }>

interface OpenInput {
  readonly index: number
  readonly place: number
  text: string
}

/**
 * Writes chunks as JSON of `AIMessageChunk`, so that LangChain's `concat` gives the right message. As long as there are a text
 * and calls, the content is a text; with anything else it becomes a list of standard blocks, each with an index of its
 * own. Whatever LangChain adds up or joins is told once.
 */
export class LangChainStreamEncoder implements StreamEncoder {
  readonly #texts = new Map<string, OpenText>()
  readonly #inputs = new Map<string, OpenInput>()
  readonly #calls: { readonly index: number; readonly id: string; readonly name: string }[] = []
  /** What a provider ran and is told beside the content, as long as more of it may come. */
  readonly #held: Executed[] = []
  #places = 0
  #isList = false
  #hasFailed = false
  #hasModel = false

  constructor(private readonly context: Context) {}

  push(event: StreamEvent): Frames {
    const part = executedIn(event)
    if (part !== undefined && isToolOutput(part, this.context)) return this.#hold(part)
    return [...this.#tellHeld(), ...this.#tell(event)]
  }

  /** A call and its result may be one item. */
  #hold(part: Executed): Frames {
    const isOfOther = part.type === 'tool-call' && this.#held.length > 0
    const before = isOfOther ? this.#tellHeld() : NOTHING_YET
    this.#held.push(part)
    return before
  }

  #tellHeld(): Frames {
    const outputs = encodeToolOutputs(this.#held.splice(0), NOTHING, this.context)
    return outputs === undefined ? NOTHING_YET : [chunk({ content: '', additional_kwargs: outputs })]
  }

  #tell(event: StreamEvent): Frames {
    switch (event.type) {
      case 'response-start':
        return this.#start(event.id, event.model)
      case 'text-start':
      case 'reasoning-start':
        return this.#startText(`${event.type[0]}${event.id}`, event)
      case 'text-delta':
      case 'reasoning-delta':
        return this.#textDelta(
          `${event.type[0]}${event.id}`,
          event.type === 'text-delta' ? 'text' : 'reasoning',
          event.delta,
        )
      case 'text-end':
      case 'reasoning-end':
        return this.#endText(`${event.type[0]}${event.id}`, event.part)
      case 'tool-input-start':
        return event.providerExecuted || event.kind === 'custom'
          ? NOTHING_YET
          : this.#startCall(event.id, event.name)
      case 'tool-input-delta':
        return this.#inputDelta(event.id, event.delta)
      case 'tool-input-end':
        return NOTHING_YET
      case 'tool-call':
        return event.call.providerExecuted ? this.#whole(event.call) : this.#call(event.call)
      case 'tool-result':
        return this.#whole(event.result)
      case 'part':
        return this.#whole(event.part)
      case 'restart':
        return this.#tell(RESTARTED)
      case 'error':
        this.#hasFailed = true
        return [{ data: encodeError(event.error, { role: 'assistant', parts: [] }, this.context) }]
      case 'finish':
        return this.#hasFailed ? NOTHING_YET : this.#end(event)
    }
  }

  finish(): Frames {
    return NOTHING_YET
  }

  #start(id: string | undefined, model: string | undefined): Frames {
    if (id === undefined && model === undefined) return NOTHING_YET
    this.#hasModel = model !== undefined
    const answer = model === undefined ? undefined : { model_name: model }
    return [chunk(compact({ content: '', id, response_metadata: answer }))]
  }

  /** The content becomes a list, in which the calls so far have their places. */
  #becomeList(): Frames {
    if (this.#isList) return NOTHING_YET
    this.#isList = true
    const content = this.#calls.map(({ index, id, name }) => ({
      type: 'tool_call_chunk',
      id,
      name,
      args: '',
      index,
    }))
    return [chunk({ content, response_metadata: { output_version: 'v1' } })]
  }

  #startText(key: string, { type, providerMetadata }: TextStart): Frames {
    const isOwn = providerMetadata?.[this.context.wire] !== undefined
    const isPlain = type === 'text-start' && !this.#isList && this.#places === 0 && !isOwn
    this.#texts.set(key, { isPlain, place: undefined })
    if (isPlain) return NOTHING_YET
    const frames = this.#becomeList()
    this.#texts.set(key, { isPlain, place: this.#nextPlace() })
    return frames
  }

  #nextPlace(): number {
    this.#places += 1
    return this.#places - 1
  }

  #textDelta(key: string, type: 'text' | 'reasoning', delta: string): Frames {
    const open = this.#texts.get(key)
    if (open === undefined || delta === '') return NOTHING_YET
    if (open.isPlain && !this.#isList && (open.place === 0 || this.#places === 0)) {
      if (open.place === undefined) this.#texts.set(key, { isPlain: true, place: this.#nextPlace() })
      return [chunk({ content: delta })]
    }
    // A text that goes on after the content became a list is a block of its own there.
    const before = open.isPlain ? this.#becomeList() : NOTHING_YET
    const place = open.isPlain || open.place === undefined ? this.#nextPlace() : open.place
    this.#texts.set(key, { isPlain: false, place })
    return [...before, chunk({ content: [{ type, [type]: delta, index: place }] })]
  }

  #endText(key: string, part: TextPart | ReasoningPart): Frames {
    const { place, isPlain } = this.#texts.get(key) ?? {}
    this.#texts.delete(key)
    if (place === undefined) return NOTHING_YET
    const native = objectOr(encodeBlockOf(part, '', this.context), NOTHING)
    const last = isPlain ? undefined : blockEnd(native, part, place)
    const slot = this.#slotOf(part, place)
    return last === undefined && slot === undefined
      ? NOTHING_YET
      : [chunk(compact({ content: last === undefined ? '' : [last], additional_kwargs: slot }))]
  }

  #slotOf(part: Part, place: number): JsonObject | undefined {
    return partKwargs([part], this.context, place)
  }

  #startCall(id: string, name: string, isFree = false): Frames {
    const index = this.#nextPlace()
    this.#inputs.set(id, { index, place: index, text: '' })
    this.#calls.push({ index, id, name })
    const piece = {
      type: 'tool_call_chunk',
      id,
      name,
      args: '',
      index,
      ...(isFree && { isCustomTool: true }),
    }
    return [chunk({ content: this.#isList ? [piece] : '', tool_call_chunks: [piece] })]
  }

  #inputDelta(id: string, delta: string): Frames {
    const open = this.#inputs.get(id)
    if (open === undefined || delta === '') return NOTHING_YET
    open.text += delta
    return [inputChunk(open.index, delta)]
  }

  /** The text of a call that cannot be run ends in what keeps LangChain from closing it and taking it for whole. */
  #call(call: ToolCall): Frames {
    const isFree = call.kind === 'custom' && call.status === 'complete'
    const before = this.#inputs.has(call.id) ? NOTHING_YET : this.#startCall(call.id, call.name, isFree)
    const open = this.#inputs.get(call.id)
    if (open === undefined) return before
    this.#inputs.delete(call.id)
    const text = call.status === 'complete' ? encodeArgumentText(call) : (call.rawArguments ?? '')
    const rest = (open.text === '' ? text : '') + brokenMark(call)
    const kwargs = partKwargs(
      [isFree ? { ...call, status: 'truncated', arguments: undefined } : call],
      this.context,
    )
    const piece = compact({
      type: 'tool_call_chunk',
      args: rest,
      index: open.index,
    })
    const content = this.#isList
      ? [{ type: 'tool_call_chunk', args: open.text + rest, index: open.index }]
      : ''
    if (rest === '' && kwargs === undefined && !this.#isList) return before
    return [...before, chunk(compact({ content, tool_call_chunks: [piece], additional_kwargs: kwargs }))]
  }

  /** What comes whole. What no block says is carried alone. */
  #whole(part: Part): Frames {
    const block = this.#blockOf(part)
    const frames = block === undefined ? NOTHING_YET : this.#becomeList()
    const place = this.#nextPlace()
    const content = isObject(block) ? [{ ...block, index: place }] : ''
    const slot = this.#slotOf(part, place)
    return [...frames, chunk(compact({ content, additional_kwargs: slot }))]
  }

  #blockOf(part: Part): JsonValue | undefined {
    const path = `/message/parts/${this.#places}`
    if (part.type === 'tool-call') return encodeBlock(part, path, this.context, false, true)
    if (part.type === 'tool-result') return encodeResultBlock(part, path, this.context)
    return encodeBlockOf(part, path, this.context)
  }

  #end(event: FinishEvent): Frames {
    const ended = endedResponse(event, this.context)
    const { messageMetadata: providerMetadata } = event
    const { model, ...rest } = ended
    const message = compact({ ...ended.message, providerMetadata })
    // Once told, the model would be joined to what was told before.
    const response = { ...(this.#hasModel ? rest : compact({ ...rest, model })), message }
    const answer = answerOf(response, this.context, true)
    const { content: _content, ...fields } = encodeAnswer(
      response.message,
      '/message',
      this.context,
      answer,
      responseSlot(response, this.context),
    )
    const { output_version: _version, ...metadata } = objectOr(fields.response_metadata, NOTHING)
    const usage = usageOf(response, this.context)
    return [chunk(compact({ ...fields, content: '', response_metadata: metadata, usage_metadata: usage }))]
  }
}

function executedIn(event: StreamEvent): Executed | undefined {
  if (event.type === 'tool-call') return event.call
  return event.type === 'tool-result' ? event.result : undefined
}

/** What only the end of a block knows, if there is anything; its text was told. */
function blockEnd(native: JsonObject, part: TextPart | ReasoningPart, index: number): JsonObject | undefined {
  const { type: own = part.type, text: _text, reasoning: _thought, thinking: _thinking, ...rest } = native
  if (part.text !== '')
    return Object.keys(rest).length === 0 ? undefined : { ...rest, type: part.type, index }
  return { ...native, type: own, index }
}

const CHUNK = ['langchain_core', 'messages', 'AIMessageChunk']

function inputChunk(index: number, args: string): NativeFrame<JsonValue> {
  return chunk({ content: '', tool_call_chunks: [{ type: 'tool_call_chunk', args, index }] })
}

function chunk(kwargs: JsonObject): NativeFrame<JsonValue> {
  return { data: { lc: 1, type: 'constructor', id: CHUNK, kwargs } }
}
