import { isArray, isObject } from '../../src/json/read.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import { cutMark, encodeArgumentText } from '../../src/model/arguments.js'
import type { Context } from '../../src/model/context.js'
import { metadataOf, type OwnMetadata } from '../../src/model/metadata.js'
import type { Message, Part, ReasoningPart, ToolCall, ToolResult } from '../../src/model/types.js'
import type { StreamEncoder } from '../../src/stream/codec.js'
import { type FinishEvent, type NativeFrame, RESTARTED, type StreamEvent } from '../../src/stream/events.js'
import { encodeAssistant } from './assistant.js'
import { encodeCall } from './calls.js'
import { type ChatContext, type Dialect, inDialect, type ThinkingChunks } from './dialect.js'
import type { ErrorForm } from './errors.js'
import { isExecutedTool } from './executed.js'
import { finishWord } from './maps.js'
import { DEFAULT_REASONING_FIELD, REASONING_DETAILS } from './quirks.js'
import { encodeReasoning } from './reasoning.js'
import { encodeTail } from './response.js'

type Frames = readonly NativeFrame<JsonValue>[]
const NOTHING: Frames = []

type CallStart = Omit<Extract<StreamEvent, { type: 'tool-input-start' }>, 'type'>

/** A call on its way out. */
interface OpenCall {
  readonly index: number
  readonly body: 'function' | 'custom' | 'function_call'
  hasText: boolean
}

export function chatStreamEncoder(dialect: Dialect, errors: ErrorForm): (context: Context) => StreamEncoder {
  return (context) => new ChatStreamEncoder(inDialect(context, dialect), errors)
}

/** Writes chunks as OpenAI does: the role, then deltas as they come, then the finish reason, then the usage. */
class ChatStreamEncoder implements StreamEncoder {
  #identity = { id: '', model: '' }
  readonly #calls = new Map<string, OpenCall>()
  /** Calls that the provider ran and whose result has not come yet. */
  readonly #executed = new Map<string, ToolCall>()
  /** Open thinking, and the fields that its text goes into. */
  readonly #reasoning = new Map<string, readonly string[]>()
  /** Open thinking that goes into the content. */
  readonly #thinking = new Map<string, ThinkingChunks>()
  #callCount = 0
  #partCount = 0
  #textEnd: '' | 'open' | 'line' | 'other' = ''
  #hasClientCalls = false
  #hasStarted = false
  #hasFailed = false
  #hasEnded = false

  constructor(
    private readonly context: ChatContext,
    private readonly errors: ErrorForm,
  ) {}

  push(event: StreamEvent): Frames {
    if (event.type === 'tool-input-delta') return this.#inputDelta(event.id, event.delta)
    switch (event.type) {
      case 'response-start':
        this.#identify(event.id, event.model)
        return NOTHING
      case 'text-start':
        return this.#startText()
      case 'text-delta':
        if (event.delta !== '') this.#textEnd = event.delta.endsWith('\n') ? 'line' : 'open'
        return [this.#chunk({ content: event.delta })]
      case 'text-end':
        this.#partCount += 1
        return NOTHING
      case 'reasoning-start':
        return this.#startReasoning(event.id, event.providerMetadata?.[this.context.wire])
      case 'reasoning-delta':
        return this.#reasoningDelta(event.id, event.delta)
      case 'reasoning-end':
        return this.#endReasoning(event.id, event.part)
      case 'tool-input-start':
        return event.providerExecuted ? NOTHING : this.#startCall(event)
      case 'tool-call':
        return this.#call(event.call)
      case 'tool-result':
        return this.#result(event.result)
      case 'part':
        return this.#whole([event.part])
      case 'restart':
        return this.push(RESTARTED)
      case 'error':
        this.#hasFailed = true
        return [this.#errorChunk(this.errors.encode(event.error))]
      case 'finish':
        return this.#end(event)
      default:
        return NOTHING
    }
  }

  finish(): Frames {
    return this.#hasEnded ? [{ data: '[DONE]' }] : NOTHING
  }

  /** The first chunk names the role; `content` is null there unless text follows. */
  #start(content: string | null): Frames {
    if (this.#hasStarted) return NOTHING
    this.#hasStarted = true
    return [this.#chunk({ role: 'assistant', content, ...this.context.dialect.empty.message })]
  }

  /** All texts become one; a blank line stands where something else stood between two of them. */
  #startText(): Frames {
    if (this.#textEnd !== 'other') return this.#start('')
    this.#textEnd = 'line'
    return [this.#chunk({ content: '\n\n' })]
  }

  #interruptText(): void {
    if (this.#textEnd === 'open') this.#textEnd = 'other'
  }

  /** Thinking of this wire that says so goes back into its fields; where it has only blocks, those wait for its end. */
  #startReasoning(id: string, own: OwnMetadata | undefined): Frames {
    const { thinking } = this.context.dialect
    if (thinking !== undefined && (own === undefined || own.form === 'chunk'))
      return this.#startThinking(id, thinking)
    this.#interruptText()
    const fields = own === undefined ? [DEFAULT_REASONING_FIELD] : isArray(own.fields) ? own.fields : []
    this.#reasoning.set(
      id,
      fields.filter((field) => typeof field === 'string'),
    )
    return this.#start(null)
  }

  #startThinking(id: string, thinking: ThinkingChunks): Frames {
    this.#thinking.set(id, thinking)
    // What comes after a chunk is a text of its own.
    this.#textEnd = ''
    return this.#start(null)
  }

  #reasoningDelta(id: string, delta: string): Frames {
    const thinking = this.#thinking.get(id)
    if (thinking !== undefined) return [this.#thought({ type: 'reasoning', text: delta }, thinking)]
    const fields = this.#reasoning.get(id) ?? []
    if (fields.length === 0) return NOTHING
    return [this.#chunk(Object.fromEntries(fields.map((field) => [field, delta])))]
  }

  #endReasoning(id: string, part: ReasoningPart): Frames {
    const thinking = this.#thinking.get(id)
    if (thinking !== undefined) return this.#endThinking(id, part, thinking)
    const fields = this.#reasoning.get(id)
    this.#reasoning.delete(id)
    if (fields === undefined || fields.length === 0) return this.#whole([part])
    this.#partCount += 1
    const native: Record<string, JsonValue> = {}
    encodeReasoning(part, 'response', native, this.#path(), this.context)
    const details = native[REASONING_DETAILS]
    return details === undefined ? NOTHING : [this.#chunk({ [REASONING_DETAILS]: details })]
  }

  #endThinking(id: string, part: ReasoningPart, thinking: ThinkingChunks): Frames {
    this.#thinking.delete(id)
    this.#partCount += 1
    // What the chunk holds beside its text.
    return metadataOf(part, this.context) === undefined
      ? NOTHING
      : [this.#thought({ ...part, text: '' }, thinking)]
  }

  #thought(part: ReasoningPart, thinking: ThinkingChunks): NativeFrame<JsonValue> {
    return this.#chunk({ content: [thinking.write(part, this.context)] })
  }

  #startCall({ id, name, kind, providerMetadata }: CallStart): Frames {
    this.#interruptText()
    const own = providerMetadata?.[this.context.wire]
    const isLegacy = own?.field === 'function_call'
    const type = kind === 'custom' ? ('custom' as const) : ('function' as const)
    const empty: JsonObject = type === 'custom' ? { name, input: '' } : { name, arguments: '' }
    const index = this.#callCount
    if (!isLegacy) this.#callCount += 1
    this.#calls.set(id, { index, body: isLegacy ? 'function_call' : type, hasText: false })
    const call: JsonObject = { index, ...(isWithoutId(own) ? {} : { id }), type, [type]: empty }
    const delta: JsonObject = isLegacy ? { function_call: empty } : { tool_calls: [call] }
    return [...this.#start(null), this.#chunk(delta)]
  }

  #inputDelta(id: string, delta: string): Frames {
    const call = this.#calls.get(id)
    if (call === undefined || delta === '') return NOTHING
    call.hasText = true
    return [this.#chunk(inputDelta(call, delta, this.context.dialect))]
  }

  #call(call: ToolCall): Frames {
    if (call.providerExecuted) {
      if (!isExecutedTool(call, this.context)) return this.#whole([call])
      this.#executed.set(call.id, call)
      return NOTHING
    }
    this.#hasClientCalls = true
    const begin = this.#calls.has(call.id) ? NOTHING : this.#startCall(call)
    const open = this.#calls.get(call.id)
    const text = open?.hasText === true ? cutMark(call) : encodeArgumentText(call)
    const input = this.#inputDelta(call.id, text)
    this.#partCount += 1
    this.#calls.delete(call.id)
    const extra = open && open.body !== 'function_call' ? this.#callExtras(call, open) : undefined
    return [...begin, ...input, ...(extra ? [this.#chunk({ tool_calls: [extra] })] : [])]
  }

  /** What this wire's own calls hold beside the usual members: signatures and unknown fields. */
  #callExtras(call: ToolCall, { index, body }: OpenCall): JsonObject | undefined {
    if (call.providerMetadata?.[this.context.wire] === undefined) return undefined
    const native = encodeCall(call, 'response', this.#path(), this.context)
    const { id: _id, type: _type, [body]: inner, ...extra } = native
    const { name: _name, arguments: _arguments, input: _input, ...rest } = isObject(inner) ? inner : {}
    const nested = Object.keys(rest).length > 0 ? { [body]: rest } : {}
    const all = { ...extra, ...nested }
    if (Object.keys(all).length === 0) return undefined
    return { index, ...all }
  }

  #result(result: ToolResult): Frames {
    const call = this.#executed.get(result.callId)
    this.#executed.delete(result.callId)
    return this.#whole(call === undefined ? [result] : [call, result])
  }

  /** Parts that go out once they are complete, as the fields of the message that they become. */
  #whole(parts: readonly Part[]): Frames {
    const message: Message = { role: 'assistant', parts, origin: { wire: this.context.wire } }
    const { role: _role, ...delta } = encodeAssistant(message, 'response', this.#path(), this.context)
    this.#partCount += parts.length
    this.#interruptText()
    // Chunks of the content part the texts around them.
    if (this.context.dialect.thinking !== undefined && parts.some(({ type }) => type === 'opaque'))
      this.#textEnd = ''
    if (Object.keys(delta).length === 0) return NOTHING
    return [...this.#start(null), this.#chunk(delta)]
  }

  #path(): string {
    return `/message/parts/${this.#partCount}`
  }

  /** After an error no provider sends anything. */
  #end(event: FinishEvent): Frames {
    if (this.#hasFailed) return NOTHING
    this.#hasEnded = true
    const executed = [...this.#executed.values()].flatMap((call) => this.#whole([call]))
    const origin =
      event.providerMetadata?.[this.context.wire] === undefined ? undefined : { wire: this.context.wire }
    const { choice, usage, extra } = encodeTail(
      event,
      origin !== undefined,
      this.#hasClientCalls,
      this.context,
    )
    const { id, model, messageMetadata: providerMetadata } = event
    if (!this.#hasStarted) this.#identify(id, model)
    const message = compact({ role: 'assistant' as const, parts: [], origin, providerMetadata })
    const {
      role: _role,
      content: _content,
      refusal: _refusal,
      ...delta
    } = encodeAssistant(message, 'response', '/message', this.context)
    const last = this.#envelope([{ ...choice, delta }])
    const counts = usage && { usage }
    const isApart = asksForUsage(this.context.request)
    return [
      ...executed,
      ...this.#start(null),
      { data: { ...extra, ...last, ...(!isApart && counts) } },
      ...(isApart && counts ? [{ data: { ...this.#envelope([]), ...counts } }] : []),
    ]
  }

  #identify(id = '', model = ''): void {
    this.#identity = { id, model }
  }

  #chunk(delta: JsonObject): NativeFrame<JsonValue> {
    return { data: this.#envelope([{ index: 0, delta, finish_reason: null }]) }
  }

  /** As OpenRouter tells it; its finish reason is the one that whole answers have. https://openrouter.ai/docs/api-reference/streaming */
  #errorChunk(error: JsonValue): NativeFrame<JsonValue> {
    const choice = { index: 0, delta: {}, finish_reason: finishWord('error') }
    return { data: { ...this.#envelope([choice]), error } }
  }

  #envelope(choices: JsonArray): JsonObject {
    const { id, model } = this.#identity
    return { id, object: 'chat.completion.chunk', created: 0, model, choices }
  }
}

/**
 * Usage has a chunk of its own, without a choice, for those who asked for it: others may look for a choice in each chunk.
 * https://platform.openai.com/docs/api-reference/chat/create#chat_create-stream_options
 */
function asksForUsage(request: JsonObject = { stream_options: { include_usage: true } }): boolean {
  const { stream_options: options } = request
  return isObject(options) && options.include_usage === true
}

function inputDelta({ index, body }: OpenCall, text: string, { callPiece }: Dialect): JsonObject {
  if (body === 'function_call') return { function_call: { arguments: text } }
  if (body === 'custom') return { tool_calls: [{ index, custom: { input: text } }] }
  return { tool_calls: [{ index, function: { ...callPiece, arguments: text } }] }
}

/** Whether this wire's own answer gave the call no id. */
function isWithoutId(own: OwnMetadata | undefined): boolean {
  return isObject(own?.form) && own.form.side === 'response' && own.form.id === 'none'
}
