import { isAnyError } from '../../src/base/http/error-words.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { at, isArray, isObject, numberOr, stringOr } from '../../src/base/json/read-json.js'
import { append, define } from '../../src/base/json/write-json.js'
import type { CallStage } from '../../src/base/model/arguments.js'
import { streamedArguments } from '../../src/base/model/arguments.js'
import type { Context } from '../../src/base/model/context.js'
import type { FinishEvent, StreamDecoder, StreamEvent } from '../../src/base/model/events.js'
import type { Part, ToolCall } from '../../src/base/model/types.js'
import { outcomeOfWord } from '../../src/codec/shape/finish-table.js'
import { eventStreamReading } from '../../src/codec/stream/aws-event-stream.js'
import type { StreamDecoding } from '../../src/codec/stream/codec.js'
import { finishEvent } from '../../src/codec/stream/event-step.js'
import {
  type OpenPart,
  type PartCodec,
  type PartMode,
  PartWriter,
} from '../../src/codec/stream/part-writer.js'
import { decodeBlock } from './blocks.js'
import { decodeCall } from './calls.js'
import { converter, joinBase64 } from './converter.js'
import { FINISH } from './maps.js'
import { callPlace, decodeEnvelope, decodeError, decodeResponse, ERROR_CODES } from './response.js'
import { membersOf } from './union.js'

export const stream: StreamDecoding = {
  framing: eventStreamReading,
  converter,
  begins: (event) => isObject(event.messageStart),
  errorCodes: ERROR_CODES,
  entry: (first) => (isEvent(first) || isAnswer(first) ? [first] : undefined),
  decoder: (context) => new BedrockStreamDecoder(context),
}

/** Returns true for an event, which has a single key: its type. */
function isEvent(first: JsonObject): boolean {
  const [name = ''] = Object.keys(first)
  return EVENTS.has(name) || name.endsWith('Exception')
}

const EVENTS = new Set(
  'messageStart contentBlockStart contentBlockDelta contentBlockStop messageStop metadata'.split(' '),
)

function isAnswer({ output }: JsonObject): boolean {
  return isObject(output) && isObject(output.message) && isArray(output.message.content)
}

/** The block mode for each key of a delta. */
const MODE_OF_DELTA: ReadonlyMap<string, PartMode> = new Map<string, PartMode>([
  ['text', 'text'],
  ['citation', 'text'],
  ['reasoningContent', 'reasoning'],
  ['toolUse', 'call'],
  ['toolResult', 'whole'],
  ['image', 'whole'],
])

/** A content block that is still being streamed. */
interface ContentBlock {
  /** The content of `contentBlockStart`; `{}` for text and reasoning. */
  readonly start: JsonObject
  /** Signature of the reasoning, in pieces. */
  readonly signature: string[]
  /** Encrypted reasoning as base64, in pieces. */
  readonly redacted: string[]
  readonly citations: JsonValue[]
  /** Content of a result or an image. */
  readonly items: JsonValue[]
  /** The bytes of an image as base64, in pieces. */
  readonly imageBytes: string[]
}

type OpenBlock = OpenPart<ContentBlock>

/**
 * Decodes a stream. Blocks accumulate by `contentBlockIndex`. The envelope is built from `messageStop` and
 * `metadata`, in either order.
 */
class BedrockStreamDecoder implements StreamDecoder<JsonValue>, PartCodec<ContentBlock> {
  readonly wire: string
  readonly #context: Context
  readonly #out = new PartWriter<ContentBlock>(this)
  #envelope: JsonObject = {}
  /** The end of a complete, non-streaming answer. */
  #end: FinishEvent | undefined

  constructor(context: Context) {
    this.wire = context.wire
    this.#context = context
  }

  push(event: JsonValue): readonly StreamEvent[] {
    if (isObject(event)) this.#read(event)
    return this.#out.take()
  }

  #read(event: JsonObject): void {
    const { contentBlockDelta: delta, contentBlockStart: start, contentBlockStop: stop } = event
    if (isObject(delta)) this.#delta(delta.contentBlockIndex, membersOf(delta.delta))
    else if (isObject(start)) this.#start(start.contentBlockIndex, membersOf(start.start))
    else if (isObject(stop)) this.#out.end(this.#out.at(stop.contentBlockIndex))
    else if (isObject(event.messageStart)) this.#out.start()
    else if (isObject(event.messageStop)) this.#extend(event.messageStop)
    else if (isObject(event.metadata)) this.#extend(event.metadata)
    else if (isAnswer(event)) this.#whole(event)
    else this.#fail(event)
  }

  finish(): readonly StreamEvent[] {
    if (this.#end !== undefined) return [this.#end]
    const { stopReason } = this.#envelope
    return this.#out.finish(typeof stopReason === 'string', outcomeOfWord(stopReason, FINISH), () =>
      decodeEnvelope(this.#envelope, this.#out.hasClientCalls, this.#context),
    )
  }

  /** Decodes a complete, non-streaming answer in place of a stream. */
  #whole(answer: JsonObject): void {
    const response = decodeResponse(answer, this.#context)
    this.#end = finishEvent(response)
    this.#out.start()
    for (const part of response.message.parts) this.#out.tell(part)
  }

  /** Errors after the start of a stream are events, named after the exception. */
  #fail(event: JsonObject): void {
    const [name = '', body] = Object.entries(event)[0] ?? []
    const isException = name.endsWith('Exception') && isObject(body)
    if (!isException && !isAnyError(event)) return
    const type = isException ? name[0]?.toUpperCase() + name.slice(1) : undefined
    this.#out.fail(decodeError(isException ? body : event, type, event))
  }

  /** Random padding (`p`) hides the length of an event. */
  #extend({ p: _padding, ...fields }: JsonObject): void {
    const envelope = { ...this.#envelope }
    for (const [key, value] of Object.entries(fields)) define(envelope, key, value)
    this.#envelope = envelope
  }

  #start(position: JsonValue | undefined, start: JsonObject): void {
    const index = numberOr(position, this.#out.next)
    const state = emptyBlock(start)
    const other = Object.keys(start).length === 0 ? 'unknown' : 'whole'
    this.#out.open(index, isObject(start.toolUse) ? 'call' : other, state)
  }

  #delta(index: JsonValue | undefined, delta: JsonObject): void {
    const open = this.#out.at(index)
    const key = Object.keys(delta).find((each) => MODE_OF_DELTA.has(each))
    const mode = key === undefined ? undefined : MODE_OF_DELTA.get(key)
    if (mode === undefined) return
    const block = open?.mode === mode ? open : this.#startless(open, index, mode)
    if (block !== undefined) this.#apply(block, delta)
  }

  /**
   * Opens a block that has no start event. The server sends only the start of text and reasoning, or omits
   * it. A call without a start has no name.
   */
  #startless(
    open: OpenBlock | undefined,
    position: JsonValue | undefined,
    mode: PartMode,
  ): OpenBlock | undefined {
    if (mode !== 'text' && mode !== 'reasoning') return undefined
    if (open?.mode !== 'unknown') {
      const index = numberOr(position, this.#out.next)
      return this.#out.open(index, mode, emptyBlock({}))
    }
    this.#out.become(open, mode)
    return open
  }

  #apply(block: OpenBlock, delta: JsonObject): void {
    const { text, toolUse, reasoningContent: reasoning, citation, toolResult, image } = delta
    if (isObject(reasoning)) {
      prove(block.state, membersOf(reasoning))
      this.#out.append(block, 'reasoning', reasoning.text)
    } else if (isArray(toolResult)) addContent(block.state.items, toolResult)
    else if (isObject(image)) addImage(block.state, membersOf(image))
    else if (citation !== undefined && citation !== null) block.state.citations.push(citation)
    this.#out.append(block, 'call', membersOf(toolUse).input)
    this.#out.append(block, 'text', text)
  }

  finished({ mode, text, state }: OpenBlock): JsonObject {
    const { start, citations, items } = state
    if (mode === 'text')
      return citations.length === 0 ? { text } : { citationsContent: { content: [{ text }], citations } }
    if (mode === 'reasoning') return { reasoningContent: reasoningOf(text, state) }
    if (isObject(start.toolResult)) return { ...start, toolResult: { ...start.toolResult, content: items } }
    return items.length === 0 ? start : { ...start, image: { ...membersOf(start.image), ...imageOf(state) } }
  }

  part(native: JsonObject, { index }: OpenBlock): Part {
    return decodeBlock(native, { ...this.#context, path: pathOf(index) }, true)
  }

  call({ index, text, state: { start } }: OpenBlock, stage: CallStage): ToolCall | undefined {
    const path = pathOf(index)
    const decoded = streamedArguments(text, stage, { ...this.#context, path })
    if (decoded === undefined) return undefined
    const use = membersOf(start.toolUse)
    const toolUse = { ...use, name: stringOr(use.name, ''), input: {} }
    return decodeCall({ ...start, toolUse }, { ...this.#context, path }, callPlace(index), decoded)
  }
}

function pathOf(index: number): string {
  return at('/output/message/content', index)
}

function emptyBlock(start: JsonObject): ContentBlock {
  return { start, signature: [], redacted: [], citations: [], items: [], imageBytes: [] }
}

function prove(content: ContentBlock, { signature, redactedContent }: JsonObject): void {
  if (typeof signature === 'string') content.signature.push(signature)
  if (typeof redactedContent === 'string') content.redacted.push(redactedContent)
}

function reasoningOf(text: string, { signature, redacted }: ContentBlock): JsonObject {
  const redactedContent = redacted.length === 0 ? {} : { redactedContent: joinBase64(redacted) }
  if (redacted.length > 0 && text === '') return redactedContent
  return {
    reasoningText: {
      text,
      ...(signature.length > 0 && { signature: signature.join('') }),
      ...redactedContent,
    },
  }
}

/** Appends content. Consecutive pieces of a text are joined. */
function addContent(items: JsonValue[], more: readonly JsonValue[]): void {
  const last = items.at(-1)
  const [first, ...rest] = more
  const goesOn = isObject(first) && typeof first.text === 'string' && isObject(last)
  if (goesOn && typeof last.text === 'string')
    items.splice(-1, 1, { ...last, text: `${last.text}${first.text}` })
  else if (first !== undefined) items.push(first)
  append(items, rest)
}

function addImage({ items, imageBytes }: ContentBlock, { source, ...rest }: JsonObject): void {
  const [before] = items
  const next = membersOf(source)
  if (typeof next.bytes === 'string') imageBytes.push(next.bytes)
  items[0] = { ...membersOf(before), ...rest, source: { ...membersOf(membersOf(before).source), ...next } }
}

function imageOf({ items, imageBytes }: ContentBlock): JsonObject {
  const image = membersOf(items[0])
  if (imageBytes.length === 0) return image
  return { ...image, source: { ...membersOf(image.source), bytes: joinBase64(imageBytes) } }
}
