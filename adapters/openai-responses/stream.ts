import { isAnyError } from '../../src/base/http/error-words.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { at, isArray, isObject, numberOr, objectIn, stringOr } from '../../src/base/json/read-json.js'
import { append, compact } from '../../src/base/json/write-json.js'
import type { CallStage } from '../../src/base/model/arguments.js'
import { type Context, inform } from '../../src/base/model/context.js'
import type { StreamDecoder, StreamEvent } from '../../src/base/model/events.js'
import { CallIdsOfAnswer, givenId } from '../../src/base/model/repeated-ids.js'
import type {
  Part,
  ProviderError,
  ReasoningPart,
  TextPart,
  ToolCall,
  ToolResult,
} from '../../src/base/model/types.js'
import { decodeProviderError, errorMember } from '../../src/codec/shape/failed-answer.js'
import type { StreamDecoding } from '../../src/codec/stream/codec.js'
import { STREAM_CUT } from '../../src/codec/stream/event-step.js'
import { sseReading } from '../../src/codec/stream/framing.js'
import { callHeader } from './calls.js'
import { type ContentCodec, contentCodec } from './content.js'
import { ItemOrder } from './item-order.js'
import { ItemReader } from './items.js'
import {
  type CallItem,
  callItem,
  isDecided,
  isProviderExecuted,
  itemType,
  nonEmpty,
  standingOf,
} from './maps.js'
import { ENTRY_SEPARATOR } from './reasoning.js'
import { decodeTail, type ResponseTail } from './response.js'

const NONE: readonly StreamEvent[] = []

/** Deltas of a message's text. Related wires also have deltas of audio transcripts. */
const TEXT_DELTAS: ReadonlySet<string> = new Set([
  'response.output_text.delta',
  'response.output_audio_transcript.delta',
  'response.refusal.delta',
])

/** Returns the first events. A complete answer is the content of the last event of a stream. */
function entry(first: JsonObject): JsonArray | undefined {
  const { type, object, error } = first
  if (object === 'response') return [{ type: 'response.completed', response: first }]
  return isObject(error) || /^(?:response\.|error$|keepalive$)/.test(stringOr(type, '')) ? [first] : undefined
}

const ENDS = /^response\.(?:completed|incomplete|failed|cancelled)$/

/** Returns true for the end of an answer. After a steered answer, the server begins another answer. */
function ends({ type, response }: JsonObject): boolean {
  const { reason } = objectIn(objectIn(response).incomplete_details)
  return ENDS.test(stringOr(type, '')) && reason !== 'steered'
}

/** A text block of a message item. */
interface TextBlock {
  readonly id: string
  /** Type of the event that began the block. */
  readonly type: string
  text: string
}

/** Differences of a related wire. */
export interface AnswerForms {
  readonly content: ContentCodec
  /** Decodes the fields of a finished answer next to its parts. */
  tail(response: JsonObject, parts: readonly Part[], context: Context): ResponseTail
  /** Returns the error of a finished answer. */
  failure(response: JsonObject): ProviderError | undefined
}

const FORMS: AnswerForms = {
  content: contentCodec,
  tail: decodeTail,
  failure: ({ error }) => (isObject(error) ? decodeProviderError(error) : undefined),
}

/** An output item that was added and is not done. */
interface OpenItem {
  readonly index: number
  readonly type: string
  readonly item: JsonObject
  /** Id of the call with streamed input, or of the reasoning block. */
  readonly id: string
  /** True if a start event for `id` was sent. */
  started: boolean
  /** Argument or reasoning text so far. */
  text: string
  /** True if the event that closes the input of a call has arrived. */
  isClosed: boolean
  /** Message items: blocks by content index. */
  blocks: Map<number, TextBlock>
  /** Reasoning items: the index of the streamed entry. */
  entry: number
  entryType: string
  /** The finished item of a call, if only the end of the answer decides whether its input is complete. */
  finished?: JsonObject
}

/**
 * Decodes the stream of an answer. Items are identified by `output_index`: compatible servers change item ids
 * from event to event (https://github.com/vercel/ai, openai-responses-language-model.ts). `output_item.done`
 * contains the complete item and overrides the earlier deltas.
 */
export class ResponsesDecoder implements StreamDecoder<JsonValue> {
  readonly #context: Context
  readonly #forms: AnswerForms
  readonly #open = new Map<number, OpenItem>()
  /** Open items by the id of the item and of its call. */
  readonly #openIds = new Map<string, OpenItem>()
  readonly #order = new ItemOrder()
  /** Items in the order in which they were opened. Closed ones are dropped when they are the last. */
  readonly #opened: OpenItem[] = []
  readonly #doneIndexes = new Set<number>()
  readonly #doneIds = new Set<string>()
  readonly #parts: Part[] = []
  readonly #ids = new CallIdsOfAnswer()
  #reader: ItemReader | undefined
  #started: JsonObject | undefined
  #final: JsonObject | undefined
  #failed = false

  constructor(context: Context, forms = FORMS) {
    this.#context = context
    this.#forms = forms
  }

  push(event: JsonValue): readonly StreamEvent[] {
    return isObject(event) ? this.read(event, stringOr(event.type, '')) : NONE
  }

  /** Decodes an event that has another name on a related wire. @param type the event name of this wire. */
  read(event: JsonObject, type: string): readonly StreamEvent[] {
    switch (type) {
      case 'response.function_call_arguments.delta':
      case 'response.custom_tool_call_input.delta':
      case 'response.mcp_call_arguments.delta':
      case 'response.output_text.delta':
      case 'response.output_audio_transcript.delta':
      case 'response.refusal.delta':
      case 'response.reasoning_text.delta':
      case 'response.reasoning_summary_text.delta':
        return this.#delta(event, type)
      case 'response.function_call_arguments.done':
      case 'response.custom_tool_call_input.done':
      case 'response.mcp_call_arguments.done':
        return this.#closeInput(event)
      case 'response.output_item.added':
        return this.#added(event)
      case 'response.output_item.done':
        return isObject(event.item) ? this.#done(event.item, this.#indexOf(event)) : NONE
      case 'response.created':
      case 'response.queued':
      case 'response.in_progress':
        return this.#start(event)
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
      case 'response.cancelled':
        return this.#end(event, type)
      default:
        return type === 'error' || isAnyError(event) ? this.#error(event) : NONE
    }
  }

  finish(): readonly StreamEvent[] {
    const events: StreamEvent[] = [...this.#closeOpen()]
    if (this.#final === undefined) {
      if (!this.#failed) events.push(STREAM_CUT)
      events.push({ type: 'finish', finish: { reason: 'error' }, ...idsOf(this.#started ?? {}) })
      return events
    }
    const { error: _error, ...tail } = this.#forms.tail(this.#final, this.#parts, this.#context)
    events.push({ type: 'finish', ...tail })
    return events
  }

  #start(event: JsonObject): readonly StreamEvent[] {
    if (this.#started !== undefined || !isObject(event.response)) return NONE
    this.#started = event.response
    if (this.#open.size + this.#doneIndexes.size > 0) return NONE
    return [{ type: 'response-start', ...idsOf(event.response) }]
  }

  #end(event: JsonObject, type: string): readonly StreamEvent[] {
    if (!isObject(event.response)) return NONE
    const { output, status } = event.response
    const error = this.#forms.failure(event.response)
    const events: StreamEvent[] = []
    this.#final = event.response
    this.#readerOf().standing = standingOf(status ?? type.replace('response.', ''))
    // Servers may leave `output` empty although items were streamed, or stream no items and send all of them
    // here.
    for (const [index, item] of isArray(output) ? output.entries() : []) {
      if (isObject(item) && !this.#isDone(item, index)) append(events, this.#done(item, index))
    }
    append(events, this.#closeOpen())
    if (error !== undefined) events.push({ type: 'error', error })
    return events
  }

  #error(event: JsonObject): readonly StreamEvent[] {
    this.#failed = true
    return [{ type: 'error', error: decodeProviderError(errorMember(event) ?? event) }]
  }

  #indexOf(event: JsonObject): number {
    return numberOr(event.output_index, this.#open.size + this.#doneIndexes.size)
  }

  #find(event: JsonObject): OpenItem | undefined {
    const { output_index: index } = event
    if (typeof index === 'number') return this.#open.get(index)
    return this.#openIds.get(stringOr(event.item_id, '')) ?? this.#lastOpen()
  }

  #lastOpen(): OpenItem | undefined {
    for (let last = this.#opened.at(-1); last !== undefined; last = this.#opened.at(-1)) {
      if (this.#open.get(last.index) === last) return last
      this.#opened.pop()
    }
    return undefined
  }

  #keepOpen(open: OpenItem): void {
    this.#open.set(open.index, open)
    this.#opened.push(open)
    for (const id of idsOfItem(open)) this.#openIds.set(id, open)
    if (mayBegin(open)) this.#order.open(open.index)
  }

  #close(open: OpenItem): void {
    this.#open.delete(open.index)
    for (const id of idsOfItem(open)) if (this.#openIds.get(id) === open) this.#openIds.delete(id)
    this.#order.close(open.index)
  }

  #added(event: JsonObject): readonly StreamEvent[] {
    const { item } = event
    if (!isObject(item)) return NONE
    const index = this.#indexOf(event)
    const earlier = this.#open.get(index)
    const events = earlier === undefined ? [] : this.#closeItem(earlier)
    append(events, this.#begin(item, index))
    return [...this.#order.pass(index, events), ...this.#order.released()]
  }

  /** Opens the item and emits its start event, if items of its type have one. */
  #begin(item: JsonObject, index: number): StreamEvent[] {
    const type = itemType(item)
    const spec = callItem(type)
    const header = spec && isStreamed(spec, item) ? callHeader(spec, item, this.#placeOf(index)) : undefined
    const isNew = header !== undefined
    const id = isNew ? this.#ids.take(header.id) : String(index)
    const started = isNew || type === 'reasoning'
    const open: OpenItem = {
      index,
      type,
      item,
      id,
      started,
      text: '',
      isClosed: false,
      blocks: new Map(),
      entry: -1,
      entryType: '',
    }
    this.#keepOpen(open)
    if (type === 'reasoning') return [{ type: 'reasoning-start', id }]
    return isNew ? [compact({ type: 'tool-input-start' as const, ...header, id })] : []
  }

  #delta(event: JsonObject, type: string): readonly StreamEvent[] {
    const open = this.#find(event)
    const { delta } = event
    if (open === undefined || typeof delta !== 'string' || delta === '') return NONE
    if (type.startsWith('response.reasoning')) return this.#reasoningDelta(open, event, type, delta)
    if (TEXT_DELTAS.has(type)) return this.#textDelta(open, event, type, delta)
    open.text += delta
    return open.started
      ? this.#order.pass(open.index, [{ type: 'tool-input-delta', id: open.id, delta }])
      : NONE
  }

  /**
   * Closes the input of a call. The event contains the complete text; without a text, the deltas are used.
   */
  #closeInput(event: JsonObject): readonly StreamEvent[] {
    const open = this.#find(event)
    if (open === undefined || callItem(open.type) === undefined) return NONE
    open.isClosed = true
    const whole = stringOr(event.arguments ?? event.input, '')
    if (!whole.startsWith(open.text)) return NONE
    const delta = whole.slice(open.text.length)
    return this.#delta({ ...event, delta }, '')
  }

  #reasoningDelta(open: OpenItem, event: JsonObject, type: string, delta: string): readonly StreamEvent[] {
    if (open.type !== 'reasoning') return NONE
    open.entryType ||= type
    if (open.entryType !== type) return NONE
    const entry = numberOr(event.summary_index, numberOr(event.content_index, 0))
    const text = open.entry !== entry && open.text !== '' ? `${ENTRY_SEPARATOR}${delta}` : delta
    open.entry = entry
    open.text += text
    return this.#order.pass(open.index, [{ type: 'reasoning-delta', id: open.id, delta: text }])
  }

  #textDelta(open: OpenItem, event: JsonObject, type: string, delta: string): readonly StreamEvent[] {
    const index = numberOr(event.content_index, 0)
    const block = open.blocks.get(index)
    const id = block?.id ?? `${open.index}.${index}`
    const events: StreamEvent[] = [{ type: 'text-delta', id, delta }]
    if (block === undefined) {
      open.blocks.set(index, { id, text: delta, type })
      events.unshift({ type: 'text-start', id })
    } else block.text += delta
    return this.#order.pass(open.index, events)
  }

  #isDone(item: JsonObject, index: number): boolean {
    return this.#doneIndexes.has(index) || this.#doneIds.has(nonEmpty(item.id) ?? '')
  }

  #done(item: JsonObject, place: number): readonly StreamEvent[] {
    const added = this.#open.get(place) ?? this.#openAs(item)
    const index = added?.index ?? place
    const events: StreamEvent[] = []
    if (added !== undefined && added.type !== itemType(item)) append(events, this.#closeItem(added))
    if (!this.#open.has(index)) append(events, this.#begin(item, index))
    const open = this.#open.get(index)
    if (open !== undefined && this.#final === undefined && isUndecided(open, item)) {
      open.finished = withStreamed(open, item, this.#forms.content)
      return [...this.#order.pass(index, events), ...this.#order.released()]
    }
    this.#doneIndexes.add(index)
    const id = nonEmpty(item.id)
    if (id !== undefined) this.#doneIds.add(id)
    if (open !== undefined) {
      this.#close(open)
      this.#complete(open, withStreamed(open, item, this.#forms.content), undefined, events)
    }
    return [...this.#order.pass(index, events), ...this.#order.released()]
  }

  /** Returns the open item with the same id, for servers that change the item's index at the end. */
  #openAs(item: JsonObject): OpenItem | undefined {
    const ids = [stringOr(item.call_id, ''), stringOr(item.id, '')]
    return ids.map((id) => this.#openIds.get(id)).find((open) => open?.started)
  }

  #closeOpen(): readonly StreamEvent[] {
    const inOrder = [...this.#open.values()].sort((a, b) => a.index - b.index)
    for (const open of inOrder) this.#order.wait(open.index, this.#closeItem(open))
    return this.#order.released()
  }

  /**
   * Closes an item whose `output_item.done` is missing or did not determine the stage, with the data received
   * so far.
   */
  #closeItem(open: OpenItem): StreamEvent[] {
    const events: StreamEvent[] = []
    this.#close(open)
    this.#doneIndexes.add(open.index)
    if (open.finished !== undefined)
      this.#complete(open, open.finished, this.#final === undefined ? 'broken' : undefined, events)
    else if (open.type !== 'message' || open.blocks.size > 0) {
      const isGood = this.#readerOf().standing === 'finished'
      this.#complete(open, partialItem(open, this.#forms.content), isGood ? undefined : 'broken', events)
    }
    return events
  }

  /**
   * Decodes the item as in a complete response, and emits the events that end it.
   * @param unclosed the stage of a call whose input had no closing event.
   */
  #complete(open: OpenItem, item: JsonObject, unclosed: CallStage | undefined, events: StreamEvent[]): void {
    const path = at('/output', open.index)
    const shownReasoning = open.entryType === 'response.reasoning_summary_text.delta' ? 'summary' : undefined
    const stage = open.isClosed ? 'ended' : unclosed
    const parts = this.#readerOf().parts(item, path, { stage, shownReasoning })
    parts.forEach((part, index) => {
      this.#parts.push(part)
      if (part.type === 'text') this.#endText(open, index, part, events)
      else if (part.type === 'reasoning') this.#endReasoning(open, part, events)
      else if (part.type === 'tool-call') endCall(open, part, events)
      else if (part.type === 'tool-result') events.push({ type: 'tool-result', result: withId(open, part) })
      else events.push({ type: 'part', part })
    })
    // Streamed text that is missing from the complete item is kept.
    for (const { id, text } of open.blocks.values()) {
      events.push({ type: 'text-end', id, part: { type: 'text', text } })
    }
  }

  #readerOf(): ItemReader {
    this.#reader ??= new ItemReader(
      this.#context,
      'unfinished',
      stringOr(this.#started?.id, ''),
      this.#forms.content,
    )
    return this.#reader
  }

  #endText(open: OpenItem, index: number, part: TextPart, events: StreamEvent[]): void {
    const block = open.blocks.get(index)
    const id = block?.id ?? `${open.index}.${index}`
    if (block === undefined) events.push({ type: 'text-start', id })
    const rest = this.#unseen(block?.text ?? '', part.text, open)
    if (rest !== '') events.push({ type: 'text-delta', id, delta: rest })
    open.blocks.delete(index)
    events.push({ type: 'text-end', id, part })
  }

  #endReasoning(open: OpenItem, part: ReasoningPart, events: StreamEvent[]): void {
    const { id, text } = open
    const rest = this.#unseen(text, part.text, open)
    if (rest !== '') events.push({ type: 'reasoning-delta', id, delta: rest })
    events.push({ type: 'reasoning-end', id, part })
  }

  /**
   * Returns the rest of a text that the deltas did not contain. The finished item takes precedence over its
   * deltas.
   */
  #unseen(shown: string, text: string, { index }: OpenItem): string {
    if (text.startsWith(shown)) return text.slice(shown.length)
    const message = 'the text of the finished item differs from its deltas; the text of the item is used'
    inform('stream-text-differs', message, { ...this.#context, path: at('/output', index) })
    return ''
  }

  #placeOf(index: number): string {
    return `${stringOr(this.#started?.id, '')}${at('/output', index)}`
  }
}

function idsOf({ id, model }: JsonObject) {
  return compact({ id: stringOr(id, undefined), model: stringOr(model, undefined) })
}

/**
 * Returns true if the input of this item is announced at once. A call that is paired by `call_id` must have
 * this id at that time, since results refer to it.
 */
function isStreamed(spec: CallItem, item: JsonObject): boolean {
  return spec.input === 'text' && (spec.pairedBy === 'id' || nonEmpty(item.call_id) !== undefined)
}

/** Returns the ids by which servers refer to an item: its own, and that of its call. */
function idsOfItem({ id, item, started }: OpenItem): string[] {
  return [stringOr(item.id, ''), started ? givenId(id) : ''].filter((each) => each !== '')
}

/** Returns true if a part may still begin in this item. False for calls and reasoning that have begun. */
function mayBegin({ started, type }: OpenItem): boolean {
  return !started || callItem(type)?.executedBy === 'provider'
}

/** Returns true if only the status of the complete answer decides whether the client's call is usable. */
function isUndecided({ type }: OpenItem, item: JsonObject): boolean {
  const spec = callItem(type)
  return spec !== undefined && !isDecided(item) && !isProviderExecuted(spec, item)
}

function endCall(open: OpenItem, part: ToolCall, events: StreamEvent[]): void {
  const { id, started, text } = open
  if (!started) {
    events.push({ type: 'tool-call', call: part })
    return
  }
  const whole = part.rawArguments ?? ''
  if (whole.length > text.length && whole.startsWith(text))
    events.push({ type: 'tool-input-delta', id, delta: whole.slice(text.length) })
  events.push(
    { type: 'tool-input-end', id },
    { type: 'tool-call', call: part.id === id ? part : { ...part, id } },
  )
}

/** Returns the result inside a call's item, with the id that was announced for the call. */
function withId({ id, started }: OpenItem, result: ToolResult): ToolResult {
  return started && result.callId !== id ? { ...result, callId: id } : result
}

/** Returns the finished item. Streamed data that the server omitted is added. */
function withStreamed(open: OpenItem, item: JsonObject, content: ContentCodec): JsonObject {
  const field = callItem(open.type)?.field
  if (open.started && field !== undefined && open.text !== '' && (item[field] ?? '') === '')
    return { ...item, [field]: open.text }
  const isEmpty = open.type === 'message' && (!isArray(item.content) || item.content.length === 0)
  return isEmpty && open.blocks.size > 0 ? { ...item, content: streamedContent(open, content) } : item
}

/** Returns an unfinished item with its streamed data. */
function partialItem(open: OpenItem, content: ContentCodec): JsonObject {
  const { type, item, text } = open
  if (type === 'message') return { ...item, content: streamedContent(open, content) }
  if (text === '') return item
  if (type !== 'reasoning') return { ...item, [callItem(type)?.field ?? 'arguments']: text }
  return open.entryType === 'response.reasoning_text.delta'
    ? { ...item, content: [{ type: 'reasoning_text', text }] }
    : { ...item, summary: [{ type: 'summary_text', text }] }
}

/** Returns the blocks as content parts, in order. They are renumbered in case the server left gaps. */
function streamedContent(open: OpenItem, content: ContentCodec): JsonObject[] {
  const blocks = [...open.blocks].sort(([a], [b]) => a - b).map(([, block]) => block)
  open.blocks = new Map(blocks.entries())
  return blocks.map(({ text, type }) => content.streamed(type, text))
}

export const stream: StreamDecoding = {
  framing: sseReading,
  entry,
  done: '[DONE]',
  begins: ({ type }) => type === 'response.created',
  ends,
  decoder: (context) => new ResponsesDecoder(context),
}
