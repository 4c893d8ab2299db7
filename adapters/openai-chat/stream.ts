import { isAnyError } from '../../src/base/http/error-words.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact, define } from '../../src/base/json/write-json.js'
import type { FinishEvent, StreamDecoder, StreamEvent } from '../../src/base/model/events.js'
import { failedFinish } from '../../src/base/model/outcome.js'
import type { Message, Part } from '../../src/base/model/types.js'
import { decodeProviderError, errorMember } from '../../src/codec/shape/failed-answer.js'
import type { Converter, StreamDecoding } from '../../src/codec/stream/codec.js'
import { finishEvent, STREAM_CUT } from '../../src/codec/stream/event-step.js'
import { sseReading } from '../../src/codec/stream/framing.js'
import { decodeAssistant } from './assistant.js'
import { decodeParts } from './content.js'
import { type ChatContext, type Dialect, inDialect, type MessageSite } from './dialect.js'
import { StreamedTools } from './executed.js'
import { openai } from './openai.js'
import { decodeEnvelope, endsEarly, reportOtherChoices, responsePlace, standingError } from './response.js'
import { StreamedCalls } from './stream/calls.js'
import { mergeField, type NativeFields } from './stream/merge.js'
import type { DeltaReader, StreamParts } from './stream/reader.js'
import { StreamedReasoning } from './stream/reasoning.js'
import { ReasoningReader } from './stream/reasoning-fields.js'
import { Sink } from './stream/sink.js'

type DeltaReaders = (stream: StreamParts) => readonly DeltaReader[]

/**
 * Creates the stream decoding of a dialect.
 * @param readers for additional fields of the deltas. Default: none.
 */
export function chatStream(
  dialect: Dialect,
  converter?: Converter,
  readers: DeltaReaders = () => [],
): StreamDecoding {
  return {
    framing: sseReading,
    ...(converter && { converter }),
    done: '[DONE]',
    entry,
    decoder: (context) => new ChatStreamDecoder(inDialect(context, dialect), readers),
  }
}

export const stream = /* @__PURE__ */ chatStream(openai, undefined, (stream) => [
  new ReasoningReader(stream),
  new StreamedTools(stream),
])

/** Returns the first chunks. A complete, non-streaming answer has a `message` where chunks have a `delta`. */
function entry(first: JsonObject): JsonArray | undefined {
  const { choices, object } = first
  if (!isArray(choices)) return object === 'chat.completion.chunk' || isAnyError(first) ? [first] : undefined
  return [{ ...first, choices: choices.map((choice) => (isObject(choice) ? deltaOf(choice) : choice)) }]
}

/** Deltas are read in order: the fields that precede the answer text come first. */
function deltaOf({ message, ...choice }: JsonObject): JsonObject {
  if (!isObject(message)) return choice
  const { content = null, tool_calls: calls = null, ...before } = message
  const numbered = isArray(calls)
    ? calls.map((call, index) => (isObject(call) ? { index, ...call } : call))
    : calls
  return { ...choice, delta: { ...before, content, tool_calls: numbered } }
}

const TEXT = 'text'
const CHUNK_FIELDS: ReadonlySet<string> = new Set(['id', 'object', 'model', 'choices', 'usage', 'error'])
const CHOICE_FIELDS: ReadonlySet<string> = new Set(['index', 'delta', 'finish_reason', 'usage'])

/**
 * Collects the native message from the deltas and decodes it with the codecs of complete responses, so that
 * both return the same parts. A text ends where a call begins. A call ends where the next part begins, if its
 * text is a complete object. The remaining parts end with the stream, and so do parts that only the complete
 * message contains.
 */
class ChatStreamDecoder implements StreamDecoder<JsonValue> {
  readonly #context: ChatContext
  readonly #sink = new Sink()
  /** Fields next to the choices in a complete response, and fields next to the message in a choice. */
  readonly #envelope: NativeFields = {}
  readonly #choice: NativeFields = { index: 0 }
  readonly #message: NativeFields = { role: 'assistant' }
  readonly #reasoning = new StreamedReasoning(this.#sink, () => this.#site(false))
  readonly #readers: readonly DeltaReader[]
  readonly #readFields: ReadonlySet<string>
  readonly #calls: StreamedCalls
  /** Text of the open block. */
  #text = ''
  #textCount = 0
  #mintPlace: string | undefined
  #begun = false
  #ended = false
  #failed = false
  #skipsChoices = false

  constructor(context: ChatContext, readers: DeltaReaders) {
    this.#context = context
    this.#readers = readers({
      sink: this.#sink,
      reasoning: this.#reasoning,
      message: this.#message,
      site: () => this.#site(false),
    })
    this.#readFields = new Set(this.#readers.flatMap(({ fields }) => fields))
    this.#calls = new StreamedCalls(
      context,
      this.#sink,
      (cut) => this.#site(cut),
      () => this.#endBlocks(),
      (raw) => this.#fail(raw),
    )
  }

  push(chunk: JsonValue): readonly StreamEvent[] {
    if (!isObject(chunk)) return this.#sink.take()
    const { choices, error } = chunk
    this.#readEnvelope(chunk)
    if (isArray(choices)) for (const choice of choices) if (isObject(choice)) this.#readChoice(choice)
    if (error !== undefined && error !== null) this.#fail(errorMember(chunk) ?? chunk)
    else this.#failBeside(chunk)
    return this.#sink.take()
  }

  /** Some servers report an error without `error`, next to the choices or in place of them. */
  #failBeside(chunk: JsonObject): void {
    const { choices } = chunk
    const hasChoices = isArray(choices) && choices.length > 0
    const other = hasChoices ? standingError(chunk) : isAnyError(chunk) ? chunk : undefined
    if (other !== undefined) this.#fail(other)
  }

  /** Ends the stream. Some servers do not send a finish reason; `[DONE]` then counts as the end. */
  finish(isDone = false): readonly StreamEvent[] {
    const isCut = !this.#ended && !(isDone && this.#begun)
    if (isCut && !this.#failed) this.#sink.emit(STREAM_CUT)
    const isBroken = isCut || this.#failed
    this.#endBlocks()
    for (const reader of this.#readers) reader.end?.()
    this.#calls.end(isBroken)
    const rest = this.#decodeMessage(isBroken)
    for (const part of rest.parts) this.#close(part)
    const message = { ...rest, parts: [...this.#calls.parts, ...rest.parts] }
    this.#sink.emit(this.#finishEvent(message, isCut))
    return this.#sink.take()
  }

  /**
   * Reads the envelope. The first id is used: Groq sends another id in each chunk. Azure's first chunk has no
   * id.
   */
  #readEnvelope(chunk: JsonObject): void {
    const envelope = this.#envelope
    const { choices, usage } = chunk
    const { padding } = this.#context.dialect
    if (chunk.id && envelope.id === undefined) envelope.id = chunk.id
    if (chunk.model && envelope.model === undefined) envelope.model = chunk.model
    if (chunk.object && envelope.object === undefined) envelope.object = 'chat.completion'
    for (const key in chunk) {
      const value = chunk[key]
      // Most fields are the same in every chunk.
      if (value !== this.#envelope[key] && !CHUNK_FIELDS.has(key) && key !== padding)
        this.#keepField(key, value)
    }
    const isEmpty = !isArray(choices) || choices.length === 0
    if (isObject(usage)) {
      envelope.usage = usage
      // A chunk with only usage is the last chunk, regardless of the finish reason.
      if (isEmpty) this.#ended = true
    }
    if (!this.#begun && !isEmpty) this.#begin()
  }

  #keepField(key: string, value: JsonValue | undefined): void {
    const kept = this.#envelope[key]
    if (value === undefined || value === kept) return
    if (kept === undefined || (value !== null && key !== 'created')) define(this.#envelope, key, value)
    if (key === 'x_groq' && isObject(value)) this.#readGroq(value)
  }

  /**
   * Reads Groq's additional field with usage that was not requested, and with the error of an interrupted
   * stream.
   */
  #readGroq({ usage, error }: JsonObject): void {
    if (isObject(usage)) this.#envelope.usage ??= usage
    if (typeof error === 'string' && error !== '') this.#fail(error)
  }

  #begin(): void {
    this.#begun = true
    const id = stringOr(this.#envelope.id, undefined)
    const model = stringOr(this.#envelope.model, undefined)
    this.#sink.emit(compact({ type: 'response-start' as const, id, model }))
  }

  #readChoice(choice: JsonObject): void {
    const { index, delta, finish_reason: finish, usage, error } = choice
    if (typeof index === 'number' && index !== 0) {
      this.#skipChoice()
      return
    }
    if (isObject(delta)) this.#readDelta(delta)
    for (const key in choice) {
      const value = choice[key]
      // `logprobs: null` comes with every chunk.
      if (value === null && this.#choice[key] === null) continue
      if (!CHOICE_FIELDS.has(key)) mergeField(this.#choice, key, value)
    }
    if (typeof finish === 'string') {
      this.#choice.finish_reason = finish
      this.#ended = true
    }
    // Moonshot sends the usage in the choice.
    if (isObject(usage)) this.#envelope.usage = usage
    if (isObject(error) || (typeof error === 'string' && error !== '')) this.#fail(error)
  }

  #skipChoice(): void {
    if (this.#skipsChoices) return
    this.#skipsChoices = true
    reportOtherChoices(false, this.#context)
  }

  #readDelta(delta: JsonObject): void {
    // In a delta with both, thinking is read before the text, regardless of key order.
    for (const key in delta) {
      if (!this.#readFields.has(key)) continue
      for (const reader of this.#readers) reader.read(delta)
      break
    }
    for (const key in delta) {
      const value = delta[key]
      if (value === undefined || this.#readFields.has(key)) continue
      if (key === 'content') this.#readContent(value)
      else if (key === 'tool_calls' && isArray(value) && value.length > 0) this.#calls.read(value)
      else if (key !== 'function_call' || !this.#calls.readLegacy(value))
        mergeField(this.#message, key, value)
    }
  }

  #readContent(content: JsonValue): void {
    if (typeof content === 'string') {
      if (content === '') this.#message.content ??= ''
      else this.#addText(content)
    } else if (isArray(content) && this.#context.dialect.thinking !== undefined)
      for (const [position, item] of content.entries()) this.#readItem(item, position > 0)
    else mergeField(this.#message, 'content', content)
  }

  /**
   * Reads an item of a content list.
   * @param isNew true if the item follows another item in the same list. The first item may continue the
   * previous content.
   */
  #readItem(item: JsonValue, isNew: boolean): void {
    if (isNew) this.#endBlocks()
    mergeField(this.#message, 'content', [])
    if (isPlainText(item)) this.#addText(item.text)
    else {
      this.#endText()
      if (isObject(item) && this.#reasoning.readChunk(item)) return
      mergeField(this.#message, 'content', [item])
      this.#endBlocks()
    }
  }

  #addText(delta: string): void {
    if (this.#text === '') this.#startText()
    this.#text += delta
    this.#sink.emit({ type: 'text-delta', id: this.#textId(), delta })
  }

  #startText(): void {
    this.#endBlocks()
    this.#calls.endLatest()
    this.#textCount += 1
    this.#sink.emit({ type: 'text-start', id: this.#textId() })
  }

  /** Ends the blocks that end where another part begins; a content list also ends them. */
  #endBlocks(): void {
    this.#reasoning.end()
    this.#endText()
    const { content } = this.#message
    if (!isArray(content) || content.length === 0) return
    this.#message.content = []
    for (const part of decodeParts(content, this.#context)) this.#close(part)
  }

  #endText(): void {
    const text = this.#text
    if (text === '') return
    this.#text = ''
    this.#sink.emit({ type: 'text-end', id: this.#textId(), part: { type: 'text', text } })
  }

  #textId(): string {
    return this.#textCount === 1 ? TEXT : `${TEXT}-${this.#textCount}`
  }

  #fail(raw: JsonValue): void {
    this.#failed = true
    this.#sink.emit({ type: 'error', error: decodeProviderError(raw) })
  }

  #place(): string {
    this.#mintPlace ??= responsePlace(this.#envelope)
    return this.#mintPlace
  }

  #site(isCut: boolean): MessageSite {
    const isLong = endsEarly(this.#choice.finish_reason)
    const cut = isCut ? ('broken' as const) : isLong ? ('length' as const) : undefined
    return { context: this.#context, side: 'response', path: '/choices/0/message', place: this.#place(), cut }
  }

  /** Decodes the parts that were not emitted yet: an older call, citations and other fields. */
  #decodeMessage(isBroken: boolean): Message {
    const message = this.#message
    if (this.#textCount > 0 && !isArray(message.content)) delete message.content
    const native = Object.assign(message, this.#calls.native())
    return decodeAssistant(native, this.#site(isBroken), stringOr(this.#envelope.model, undefined))
  }

  #close(part: Part): void {
    switch (part.type) {
      case 'tool-call':
        this.#calls.close(part)
        break
      case 'text':
        this.#startText()
        this.#sink.emit({ type: 'text-delta', id: this.#textId(), delta: part.text })
        this.#sink.emit({ type: 'text-end', id: this.#textId(), part })
        break
      case 'source':
      case 'media':
      case 'opaque':
        this.#sink.emit({ type: 'part', part })
        break
    }
  }

  /**
   * Creates the finish event. A reported provider error is not a finish reason of the model. Without an
   * error, the answer was truncated.
   */
  #finishEvent(message: Message, isCut: boolean): FinishEvent {
    const read = { choice: this.#choice, message }
    const whole = finishEvent(decodeEnvelope(this.#envelope, read, this.#context))
    if (!isCut && !this.#failed) return whole
    const finish = failedFinish(whole.finish)
    return { ...whole, finish: isCut && this.#failed ? { ...finish, reason: 'other' } : finish }
  }
}

function isPlainText(item: JsonValue): item is { readonly type: 'text'; readonly text: string } {
  if (!isObject(item) || item.type !== 'text' || typeof item.text !== 'string') return false
  return item.text !== '' && Object.keys(item).length === 2
}
