import { isAnyError } from '../../src/base/http/error-words.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { define, extended } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { contextAt } from '../../src/base/model/context.js'
import type { StreamDecoder, StreamEvent } from '../../src/base/model/events.js'
import type { Part } from '../../src/base/model/types.js'
import { decodeProviderError } from '../../src/codec/shape/failed-answer.js'
import { outcomeOfWord } from '../../src/codec/shape/finish-table.js'
import type { StreamDecoding } from '../../src/codec/stream/codec.js'
import { ndjsonReading } from '../../src/codec/stream/framing.js'
import { type OpenPart, type PartCodec, PartWriter } from '../../src/codec/stream/part-writer.js'
import { assistantMetadata, callPlace } from './assistant.js'
import { decodeCall } from './calls.js'
import { converter } from './converter.js'
import { FINISH } from './maps.js'
import { decodeImage } from './media.js'
import { answerPlace, decodeEnvelope } from './response.js'

export const stream: StreamDecoding = {
  framing: ndjsonReading,
  wholeCalls: true,
  converter,
  // A complete, non-streaming answer is a stream of one line.
  entry: (first) => (isObject(first.message) && first.type === undefined ? [first] : undefined),
  ends: ({ done }) => done === true,
  decoder: (context) => new OllamaStreamDecoder(context),
}

type Words = 'text' | 'reasoning'

/**
 * Decodes lines with a piece of text or thinking, or with complete calls. The last line contains the finish
 * reason.
 */
class OllamaStreamDecoder implements StreamDecoder<JsonValue>, PartCodec<undefined> {
  readonly wire: string
  readonly #context: Context
  readonly #out = new PartWriter<undefined>(this)
  /** Fields next to the message and other fields in the message, with the latest values. */
  readonly #envelope: Record<string, JsonValue> = {}
  readonly #message: Record<string, JsonValue> = {}
  #place: string | undefined
  #calls = 0
  #isOver = false

  constructor(context: Context) {
    this.wire = context.wire
    this.#context = context
  }

  push(line: JsonValue): readonly StreamEvent[] {
    if (isObject(line)) {
      if (!isObject(line.message) && isAnyError(line)) this.#out.fail(decodeProviderError(line))
      else this.#read(line)
    }
    return this.#out.take()
  }

  #read(line: JsonObject): void {
    const { message } = line
    if (this.#place === undefined) {
      this.#place = answerPlace(line.created_at)
      this.#out.start(undefined, stringOr(line.model, '') || undefined)
    }
    if (isObject(message)) this.#readMessage(message)
    for (const key in line) if (key !== 'message') this.#keepField(key, line[key])
    if (line.done === true) this.#isOver = true
  }

  #keepField(key: string, value: JsonValue | undefined): void {
    if (value === undefined || value === this.#envelope[key]) return
    const before = this.#envelope[key]
    // The time of the first line is used, because it identifies calls without ids.
    if (key === 'created_at' && before !== undefined) return
    const isMore = key === 'logprobs' && isArray(before) && isArray(value)
    define(this.#envelope, key, isMore ? extended(before, value) : value)
  }

  /** Thinking comes before text, and calls after both, independent of key order. */
  #readMessage(message: JsonObject): void {
    const { thinking, content, images, tool_calls: calls } = message
    if (typeof thinking === 'string' && thinking !== '') this.#say('reasoning', thinking)
    if (typeof content === 'string' && content !== '') this.#say('text', content)
    if (isArray(calls) && calls.length > 0) this.#readCalls(calls)
    if (isArray(images) && images.length > 0) this.#readImages(images)
    for (const key in message) {
      const value = message[key]
      if (value !== undefined && this.#message[key] !== value && !this.#isRead(key, value))
        define(this.#message, key, value)
    }
  }

  /** Empty texts and lists are ignored next to other content. */
  #isRead(key: string, value: JsonValue): boolean {
    if (key === 'content') return value !== '' || this.#message.content !== undefined
    if (key === 'thinking') return typeof value === 'string' && value !== ''
    return (key === 'images' || key === 'tool_calls') && isArray(value) && value.length > 0
  }

  #say(mode: Words, delta: string): void {
    const open = this.#out.at()
    if (open?.mode === mode) this.#out.append(open, mode, delta)
    else {
      this.#out.end(open)
      this.#out.append(this.#out.open(this.#out.next, mode, undefined), mode, delta)
    }
  }

  #readImages(images: readonly JsonValue[]): void {
    this.#out.end(this.#out.at())
    const context = contextAt(this.#context, 'message', 'images')
    for (const image of images) this.#out.tell(decodeImage(image, context))
  }

  /**
   * Reads calls. Servers restart the numbers of calls in each line, so the decoder counts calls.
   * https://github.com/BerriAI/litellm/pull/37792
   */
  #readCalls(calls: readonly JsonValue[]): void {
    this.#out.end(this.#out.at())
    for (const call of calls) {
      const context = contextAt(this.#context, 'message', 'tool_calls', this.#calls)
      this.#out.tell(decodeCall(call, context, callPlace(this.#place ?? '', this.#calls)))
      this.#calls += 1
    }
  }

  finish(): readonly StreamEvent[] {
    return this.#out.finish(this.#isOver, outcomeOfWord(this.#envelope.done_reason, FINISH), () => {
      const providerMetadata = assistantMetadata({ content: '', ...this.#message }, this.#context)
      const envelope = decodeEnvelope(this.#envelope, this.#out.hasClientCalls, this.#context)
      return providerMetadata === undefined ? envelope : { ...envelope, messageMetadata: providerMetadata }
    })
  }

  finished({ mode, text }: OpenPart<undefined>): JsonObject {
    return mode === 'text' ? { content: text } : { thinking: text }
  }

  part(_native: JsonObject, { mode, text }: OpenPart<undefined>): Part {
    return { type: mode === 'text' ? 'text' : 'reasoning', text }
  }

  /** Calls arrive complete. */
  call(): undefined {
    return undefined
  }
}
