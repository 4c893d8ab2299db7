import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { CallStart, FinishEvent, NativeFrame, TextStart } from '../../src/base/model/events.js'
import { metadataOf, type OwnMetadata } from '../../src/base/model/metadata.js'
import type { Message, Part, ProviderError, ReasoningPart, ToolCall } from '../../src/base/model/types.js'
import { finishWord } from '../../src/codec/shape/finish-table.js'
import {
  type BlockFrames,
  BlockWriter,
  type Frames,
  NO_FRAMES,
  type WireFrames,
  type WrittenBlock,
} from '../../src/codec/stream/block-writer.js'
import type { StreamEncoder } from '../../src/codec/stream/codec.js'
import { callStart, restOfInput } from '../../src/codec/stream/encoding.js'
import { encodeAssistant } from './assistant.js'
import { encodeCall } from './calls.js'
import { type ChatContext, type Dialect, inDialect } from './dialect.js'
import { type ErrorForm, errorForm } from './errors.js'
import { isExecutedTool } from './executed.js'
import { FINISH } from './maps.js'
import { openai } from './openai.js'
import { DEFAULT_REASONING_FIELD, REASONING_DETAILS } from './quirks.js'
import { encodeReasoning } from './reasoning.js'
import { encodeTail } from './response.js'

export function chatStreamEncoder(dialect: Dialect, errors: ErrorForm): (context: Context) => StreamEncoder {
  return (context) => new BlockWriter(new ChatFrames(inDialect(context, dialect), errors))
}

export const streamEncoder = /* @__PURE__ */ chatStreamEncoder(openai, errorForm)

/** Writes chunks like OpenAI: the role, the deltas, the finish reason and the usage, in this order. */
class ChatFrames implements WireFrames {
  readonly waitsToTheEnd = true
  /** The members of every chunk before its choices. */
  #head: JsonObject = {}
  #textEnd: '' | 'open' | 'line' | 'other' = ''
  #hasClientCalls = false
  #hasRole = false
  #hasEnded = false

  constructor(
    private readonly context: ChatContext,
    private readonly errors: ErrorForm,
  ) {}

  start(id = '', model = ''): Frames {
    const time = { created: 0, ...this.context.answerFields?.() }
    this.#head = { id, object: 'chat.completion.chunk', ...time, model }
    return NO_FRAMES
  }

  last(): Frames {
    return this.#hasEnded ? [{ data: '[DONE]' }] : NO_FRAMES
  }

  /** Returns the first chunk with the role. Its `content` is null unless text follows. */
  #role(content: string | null): Frames {
    if (this.#hasRole) return NO_FRAMES
    this.#hasRole = true
    return [this.#chunk({ role: 'assistant', content, ...this.context.dialect.empty.message })]
  }

  text(block: WrittenBlock, start: TextStart): BlockFrames<Part> {
    return start.type === 'text-start'
      ? this.#plainText()
      : this.#thought(block, metadataOf(start, this.context))
  }

  /** Joins all texts. A blank line separates two texts with another part between them. */
  #plainText(): BlockFrames<Part> {
    const isParted = this.#textEnd === 'other'
    if (isParted) this.#textEnd = 'line'
    return {
      begin: isParted ? [this.#chunk({ content: '\n\n' })] : this.#role(''),
      delta: (content) => {
        this.#textEnd = content.endsWith('\n') ? 'line' : 'open'
        return [this.#chunk({ content })]
      },
      end: () => NO_FRAMES,
    }
  }

  #interruptText(): void {
    if (this.#textEnd === 'open') this.#textEnd = 'other'
  }

  /**
   * Writes thinking of this wire to the fields from which it was decoded. Thinking without such fields is
   * sent when the part ends.
   */
  #thought(block: WrittenBlock, own: OwnMetadata | undefined): BlockFrames<Part> {
    const { thinking } = this.context.dialect
    if (thinking !== undefined && (own === undefined || own.form === 'chunk')) {
      // Text after a chunk is a separate text.
      this.#textEnd = ''
      const thought = (part: ReasoningPart) => [
        this.#chunk({ content: [thinking.write(part, this.context)] }),
      ]
      return {
        begin: this.#role(null),
        delta: (text) => thought({ type: 'reasoning', text }),
        // Sends the other fields of the chunk, in addition to its text.
        end: (part) =>
          part.type !== 'reasoning' || metadataOf(part, this.context) === undefined
            ? NO_FRAMES
            : thought({ ...part, text: '' }),
      }
    }
    this.#interruptText()
    const fields = own === undefined ? [DEFAULT_REASONING_FIELD] : isArray(own.fields) ? own.fields : []
    return this.#thoughtIn(
      fields.filter((field) => typeof field === 'string'),
      block,
    )
  }

  #thoughtIn(fields: readonly string[], block: WrittenBlock): BlockFrames<Part> {
    const begin = this.#role(null)
    if (fields.length === 0)
      return { begin, delta: () => NO_FRAMES, end: (part) => this.whole([part], block) }
    return {
      begin,
      delta: (delta) => [this.#chunk(Object.fromEntries(fields.map((field) => [field, delta])))],
      end: (part) => {
        const native: Record<string, JsonValue> = {}
        if (part.type === 'reasoning')
          encodeReasoning(part, 'response', native, { ...this.context, path: block.path })
        const details = native[REASONING_DETAILS]
        return details === undefined ? NO_FRAMES : [this.#chunk({ [REASONING_DETAILS]: details })]
      },
    }
  }

  call(block: WrittenBlock, start: CallStart): BlockFrames<ToolCall> | undefined {
    if (start.providerExecuted) return undefined
    const { id, name, kind } = start
    const own = metadataOf(start, this.context)
    this.#interruptText()
    const type = kind === 'custom' ? 'custom' : 'function'
    const field = kind === 'custom' ? 'input' : 'arguments'
    const isLegacy = own?.field === 'function_call'
    const body = isLegacy ? 'function_call' : type
    const chunk = (call: JsonObject) => [
      this.#chunk(isLegacy ? call : { tool_calls: [{ index: block.index, ...call }] }),
    ]
    const head = isLegacy ? {} : { ...(isWithoutId(own) ? {} : { id }), type }
    const piece = body === 'function' ? this.context.dialect.callPiece : {}
    const delta = (text: string) => chunk({ [body]: { ...piece, [field]: text } })
    return {
      begin: [...this.#role(null), ...chunk({ ...head, [body]: { name, [field]: '' } })],
      delta,
      end: (call) => {
        this.#hasClientCalls = true
        const rest = restOfInput(call, block)
        const extra = isLegacy ? {} : this.#callExtras(call, body, block)
        return [...(rest === '' ? [] : delta(rest)), ...(Object.keys(extra).length === 0 ? [] : chunk(extra))]
      },
    }
  }

  /** Returns unusual members of calls of this wire: signatures and unknown fields. */
  #callExtras(
    call: ToolCall,
    body: 'function' | 'custom' | 'function_call',
    { path }: WrittenBlock,
  ): JsonObject {
    if (metadataOf(call, this.context) === undefined) return {}
    const native = encodeCall(call, { context: { ...this.context, path }, side: 'response' })
    const { id: _id, type: _type, [body]: inner, ...extra } = native
    const { name: _name, arguments: _arguments, input: _input, ...rest } = isObject(inner) ? inner : {}
    return Object.keys(rest).length > 0 ? { ...extra, [body]: rest } : extra
  }

  waitsForResult(call: ToolCall): boolean {
    return call.providerExecuted && isExecutedTool(call, this.context)
  }

  /** Returns the frames of complete parts as fields of a message. */
  whole(parts: readonly Part[], block: WrittenBlock): Frames {
    const [part] = parts
    const call = part?.type === 'tool-call' ? this.call(block, callStart(part)) : undefined
    if (call !== undefined && part?.type === 'tool-call') return [...(call.begin ?? []), ...call.end(part)]
    const message: Message = { role: 'assistant', parts, origin: { wire: this.context.wire } }
    const { path } = block
    const { role: _role, ...delta } = encodeAssistant(message, 'response', { ...this.context, path })
    this.#interruptText()
    // Content chunks separate the preceding text from the following text.
    if (this.context.dialect.thinking !== undefined && part?.type === 'opaque') this.#textEnd = ''
    return Object.keys(delta).length === 0 ? NO_FRAMES : [...this.#role(null), this.#chunk(delta)]
  }

  /**
   * Sends an error in OpenRouter's form, with the finish reason of complete answers.
   * https://openrouter.ai/docs/api-reference/streaming
   */
  error(error: ProviderError): Frames {
    const choice = { index: 0, delta: {}, finish_reason: finishWord('failed', FINISH) }
    return [{ data: { ...this.#envelope([choice]), error: this.errors.encode(error) } }]
  }

  /** Returns the last chunks. After an error, providers send no further chunks. */
  end(event: FinishEvent, hasFailed: boolean): Frames {
    if (hasFailed) return NO_FRAMES
    this.#hasEnded = true
    const { wire, request } = this.context
    const origin = metadataOf(event, this.context) === undefined ? undefined : { wire }
    const tail = encodeTail(event, origin !== undefined, this.#hasClientCalls, this.context)
    const { choice, usage, extra } = tail
    const { id, model, messageMetadata: providerMetadata } = event
    if (!this.#hasRole) this.start(id, model)
    const message = compact({ role: 'assistant' as const, parts: [], origin, providerMetadata })
    const native = encodeAssistant(message, 'response', { ...this.context, path: '/message' })
    const { role: _role, content: _content, refusal: _refusal, ...delta } = native
    const last = this.#envelope([{ ...choice, delta }])
    const counts = usage && { usage }
    const isApart = asksForUsage(request)
    return [
      ...this.#role(null),
      { data: { ...extra, ...last, ...(!isApart && counts) } },
      ...(isApart && counts ? [{ data: { ...this.#envelope([]), ...counts } }] : []),
    ]
  }

  #chunk(delta: JsonObject): NativeFrame<JsonValue> {
    return { data: this.#envelope([{ index: 0, delta, finish_reason: null }]) }
  }

  #envelope(choices: JsonArray): JsonObject {
    return { ...this.#head, choices }
  }
}

/**
 * Usage is sent in a separate chunk without a choice, only to clients that requested it: other clients may
 * expect a choice in each chunk.
 * https://platform.openai.com/docs/api-reference/chat/create#chat_create-stream_options
 */
function asksForUsage(request: JsonObject = { stream_options: { include_usage: true } }): boolean {
  const { stream_options: options } = request
  return isObject(options) && options.include_usage === true
}

/** Returns true if the native answer had no id for the call. */
function isWithoutId(own: OwnMetadata | undefined): boolean {
  return isObject(own?.form) && own.form.side === 'response' && own.form.id === 'none'
}
