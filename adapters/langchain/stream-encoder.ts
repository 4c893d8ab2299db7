import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject, objectIn } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { encodeArgumentText } from '../../src/base/model/arguments.js'
import type { Context } from '../../src/base/model/context.js'
import type { CallStart, FinishEvent, NativeFrame, TextStart } from '../../src/base/model/events.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { Part, ProviderError, ReasoningPart, TextPart, ToolCall } from '../../src/base/model/types.js'
import {
  type BlockFrames,
  BlockWriter,
  type Frames,
  NO_FRAMES,
  type WireFrames,
  type WrittenBlock,
} from '../../src/codec/stream/block-writer.js'
import type { StreamEncoder } from '../../src/codec/stream/codec.js'
import { endedResponse } from '../../src/codec/stream/encoding.js'
import { encodeAnswer } from './answer.js'
import { brokenMark, encodeBlock } from './calls.js'
import { encodeBlockOf } from './content.js'
import { encodeError, responseMetadata, responseSlot, usageOf } from './response.js'
import { encodeResultBlock } from './results.js'
import { partKwargs } from './slots.js'
import { encodeToolOutputs, isToolOutput } from './tool-outputs.js'

export function streamEncoder(context: Context): StreamEncoder {
  return new BlockWriter(new LangChainFrames(context))
}

/**
 * Encodes chunks as JSON of `AIMessageChunk`, so that LangChain's `concat` returns the right message. The
 * content is a text if the answer has only a text and calls. With other parts it becomes a list of standard
 * blocks, each with its index. Values that LangChain adds up or joins are sent once.
 */
class LangChainFrames implements WireFrames {
  /** The first chunk of each call. */
  readonly #calls: JsonObject[] = []
  #places = 0
  #isList = false
  #hasModel = false

  constructor(private readonly context: Context) {}

  start(id: string | undefined, model: string | undefined): Frames {
    if (id === undefined && model === undefined) return NO_FRAMES
    this.#hasModel = model !== undefined
    const answer = model === undefined ? undefined : { model_name: model }
    return [chunk(compact({ content: '', id, response_metadata: answer }))]
  }

  /** Changes the content to a list, with indexes for the earlier calls. */
  #becomeList(): Frames {
    if (this.#isList) return NO_FRAMES
    this.#isList = true
    return [chunk({ content: [...this.#calls], response_metadata: { output_version: 'v1' } })]
  }

  #nextPlace(): number {
    this.#places += 1
    return this.#places - 1
  }

  text(_block: WrittenBlock, start: TextStart): BlockFrames<TextPart | ReasoningPart> {
    const type = start.type === 'text-start' ? 'text' : 'reasoning'
    const isOwn = metadataOf(start, this.context) !== undefined
    const isFirst = type === 'text' && !this.#isList && this.#places === 0 && !isOwn
    return isFirst ? this.#plainText() : this.#blockText(type)
  }

  /** Sends the text as plain content until a list is needed. */
  #plainText(): BlockFrames<TextPart | ReasoningPart> {
    let place: number | undefined
    let block: BlockFrames<TextPart | ReasoningPart> | undefined
    return {
      delta: (delta) => {
        if (block === undefined && !this.#isList && (place === 0 || this.#places === 0)) {
          place ??= this.#nextPlace()
          return [chunk({ content: delta })]
        }
        if (block !== undefined) return block.delta(delta)
        // A text that continues after the content became a list is a separate block.
        block = this.#blockText('text')
        return [...(block.begin ?? []), ...block.delta(delta)]
      },
      end: (part) => {
        if (block !== undefined) return block.end(part)
        const slot = place === undefined ? undefined : this.#slotOf(part, place)
        return slot === undefined ? NO_FRAMES : [chunk({ content: '', additional_kwargs: slot })]
      },
    }
  }

  #blockText(type: 'text' | 'reasoning'): BlockFrames<TextPart | ReasoningPart> {
    const begin = this.#becomeList()
    const index = this.#nextPlace()
    return {
      begin,
      delta: (delta) => [chunk({ content: [{ type, [type]: delta, index }] })],
      end: (part) => {
        const native = objectIn(encodeBlockOf(part, { ...this.context, path: '' }))
        const last = blockEnd(native, part, index)
        const slot = this.#slotOf(part, index)
        if (last === undefined && slot === undefined) return NO_FRAMES
        return [chunk(compact({ content: last === undefined ? '' : [last], additional_kwargs: slot }))]
      },
    }
  }

  #slotOf(part: Part, place: number): JsonObject | undefined {
    return partKwargs([part], this.context, place)
  }

  call(_block: WrittenBlock, start: CallStart): BlockFrames<ToolCall> | undefined {
    return start.providerExecuted || start.kind === 'custom' ? undefined : this.#openCall(start)
  }

  #openCall({ id, name }: Pick<ToolCall, 'id' | 'name'>, isFree = false): BlockFrames<ToolCall> {
    const index = this.#nextPlace()
    const start = { type: 'tool_call_chunk', id, name, args: '', index }
    this.#calls.push(start)
    const piece: JsonObject = isFree ? { ...start, isCustomTool: true } : start
    let told = ''
    return {
      begin: [chunk({ content: this.#isList ? [piece] : '', tool_call_chunks: [piece] })],
      delta: (delta) => {
        told += delta
        return [inputChunk(index, delta)]
      },
      end: (call) => this.#endCall(call, index, told),
    }
  }

  /**
   * Appends a mark to the text of an unusable call, so that LangChain does not close it and treat it as
   * complete.
   */
  #endCall(call: ToolCall, index: number, told: string): Frames {
    const isFree = call.kind === 'custom' && call.status === 'complete'
    const text = call.status === 'complete' ? encodeArgumentText(call) : (call.rawArguments ?? '')
    const rest = (told === '' ? text : '') + brokenMark(call)
    const kwargs = partKwargs(
      [isFree ? { ...call, status: 'truncated', arguments: undefined } : call],
      this.context,
    )
    if (rest === '' && kwargs === undefined && !this.#isList) return NO_FRAMES
    const piece = { type: 'tool_call_chunk', args: rest, index }
    const content = this.#isList ? [{ type: 'tool_call_chunk', args: told + rest, index }] : ''
    return [chunk(compact({ content, tool_call_chunks: [piece], additional_kwargs: kwargs }))]
  }

  /**
   * Returns true for a provider-executed call, which may be one item with its result, next to the content.
   */
  waitsForResult(call: ToolCall): boolean {
    return isToolOutput(call, this.context)
  }

  /** Sends complete parts. Parts without a block are only carried. */
  whole(parts: readonly [Part, ...Part[]], { path }: WrittenBlock): Frames {
    const [part] = parts
    if (isToolOutput(part, this.context)) {
      const outputs = encodeToolOutputs(parts, {}, this.context)
      return outputs === undefined ? NO_FRAMES : [chunk({ content: '', additional_kwargs: outputs })]
    }
    if (part.type === 'tool-call' && !part.providerExecuted) {
      const call = this.#openCall(part, part.kind === 'custom' && part.status === 'complete')
      return [...(call.begin ?? []), ...call.end(part)]
    }
    const block = this.#blockOf(part, path)
    const frames = block === undefined ? NO_FRAMES : this.#becomeList()
    const place = this.#nextPlace()
    const content = isObject(block) ? [{ ...block, index: place }] : ''
    return [...frames, chunk(compact({ content, additional_kwargs: this.#slotOf(part, place) }))]
  }

  #blockOf(part: Part, path: string): JsonValue | undefined {
    if (part.type === 'tool-call') return encodeBlock(part, { ...this.context, path }, false, true)
    if (part.type === 'tool-result') return encodeResultBlock(part, { ...this.context, path })
    return encodeBlockOf(part, { ...this.context, path })
  }

  error(error: ProviderError): Frames {
    return [{ data: encodeError(error, { role: 'assistant', parts: [] }, this.context) }]
  }

  end(event: FinishEvent, hasFailed: boolean): Frames {
    if (hasFailed) return NO_FRAMES
    const ended = endedResponse(event, this.context)
    const { messageMetadata: providerMetadata } = event
    const { model, ...rest } = ended
    const message = compact({ ...ended.message, providerMetadata })
    // A repeated model name would be joined to the earlier name.
    const response = { ...(this.#hasModel ? rest : compact({ ...rest, model })), message }
    const answer = responseMetadata(response, this.context, true)
    const slot = responseSlot(response, this.context)
    const native = encodeAnswer(response.message, { ...this.context, path: '/message' }, answer, slot)
    const { content: _content, ...fields } = native
    const { output_version: _version, ...metadata } = objectIn(fields.response_metadata)
    const usage = usageOf(response, this.context)
    return [chunk(compact({ ...fields, content: '', response_metadata: metadata, usage_metadata: usage }))]
  }
}

/** Returns the fields that are known only at the end of a block, if any. The text was already sent. */
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
