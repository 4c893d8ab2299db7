import { isAnyError } from '../../src/base/http/error-words.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { define } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { StreamDecoder, StreamEvent } from '../../src/base/model/events.js'
import type { Part } from '../../src/base/model/types.js'
import { decodeProviderError } from '../../src/codec/shape/failed-answer.js'
import { outcomeOfWord } from '../../src/codec/shape/finish-table.js'
import type { StreamDecoding } from '../../src/codec/stream/codec.js'
import { sseReading } from '../../src/codec/stream/framing.js'
import { type OpenPart, type PartCodec, PartWriter } from '../../src/codec/stream/part-writer.js'
import { decodeBlock } from './blocks.js'
import { FINISH } from './maps.js'
import { answerPlace, decodeEnvelope } from './response.js'

export const stream: StreamDecoding = {
  framing: sseReading,
  wholeCalls: true,
  ends: ({ type }) => type === 'end',
  entry: eventsOf,
  decoder: (context) => new AcmeChatDecoder(context),
}

const TYPES: readonly string[] = ['start', 'block', 'text', 'end']
const EMPTY: JsonObject = { type: 'text', text: '' }

/** Returns the events of a complete answer in place of a stream. */
function eventsOf(first: JsonObject): readonly JsonValue[] | undefined {
  const { content, ...envelope } = first
  if (!isArray(content) || first.type !== undefined)
    return TYPES.includes(stringOr(first.type, '')) || isAnyError(first) ? [first] : undefined
  const blocks = content.map((block, index) => ({ type: 'block', index, block }))
  return [{ ...envelope, type: 'start' }, ...blocks, { type: 'end' }]
}

/**
 * Events `{type: "start", api, id, model}`, `{type: "block", index, block}` with a whole block, `{type: "text", index, text}` that adds to a
 * text block, `{type: "end", stop_reason, usage}`. TODO: the events of the wire, with arguments in pieces if it streams them.
 */
class AcmeChatDecoder implements StreamDecoder<JsonValue>, PartCodec<JsonObject> {
  readonly wire: string
  readonly #context: Context
  readonly #out = new PartWriter<JsonObject>(this)
  readonly #envelope: Record<string, JsonValue> = {}
  #isOver = false

  constructor(context: Context) {
    this.wire = context.wire
    this.#context = context
  }

  push(event: JsonValue): readonly StreamEvent[] {
    if (isObject(event)) this.#read(event)
    return this.#out.take()
  }

  #read(event: JsonObject): void {
    const { type, index, block, ...rest } = event
    if (type === 'block' && isObject(block)) this.#readBlock(block, index)
    else if (type === 'text') this.#addText(event)
    else if (type === 'start' || type === 'end') this.#readEnvelope(rest, type === 'end')
    else if (isAnyError(event)) this.#out.fail(decodeProviderError(event))
  }

  #readEnvelope(members: JsonObject, isEnd: boolean): void {
    for (const name in members) {
      const value = members[name]
      if (value !== undefined) define(this.#envelope, name, value)
    }
    const { id, model } = this.#envelope
    this.#out.start(stringOr(id, '') || undefined, stringOr(model, '') || undefined)
    if (isEnd) this.#isOver = true
  }

  #readBlock(block: JsonObject, index: JsonValue | undefined): void {
    this.#out.end(this.#out.at())
    if (block.type !== 'text' || typeof block.text !== 'string') this.#out.whole(block)
    else this.#out.append(this.#openText(index, { ...block, text: '' }), 'text', block.text)
  }

  #addText({ index, text }: JsonObject): void {
    this.#out.append(this.#out.at(index) ?? this.#openText(index, EMPTY), 'text', text)
  }

  #openText(index: JsonValue | undefined, block: JsonObject): OpenPart<JsonObject> {
    this.#out.end(this.#out.at())
    return this.#out.open(typeof index === 'number' ? index : this.#out.next, 'text', block)
  }

  finish(): readonly StreamEvent[] {
    return this.#out.finish(this.#isOver, outcomeOfWord(this.#envelope.stop_reason, FINISH), () =>
      decodeEnvelope(this.#envelope, this.#out.hasClientCalls, this.#context),
    )
  }

  begun({ index, state }: OpenPart<JsonObject>) {
    const part = decodeBlock(state, this.#at(index), '')
    return part.type === 'text' ? part.providerMetadata : undefined
  }

  finished({ mode, text, state }: OpenPart<JsonObject>): JsonObject {
    return mode === 'text' ? { ...state, text } : state
  }

  part(native: JsonObject, { index }: OpenPart<JsonObject>): Part {
    return decodeBlock(native, this.#at(index), answerPlace(this.#envelope, index))
  }

  /** Calls arrive complete. */
  call(): undefined {
    return undefined
  }

  #at(index: number): Context {
    return { ...this.#context, path: `/content/${index}` }
  }
}
