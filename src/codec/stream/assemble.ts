import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonArray } from '../../base/json/json-types.js'
import { expectObject } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { addedUsage } from '../../base/model/add-usage.js'
import { encodeArgumentText } from '../../base/model/arguments.js'
import type { Context } from '../../base/model/context.js'
import type { FinishEvent, StreamEvent } from '../../base/model/events.js'
import { finishOf, withWithheldCalls } from '../../base/model/outcome.js'
import type { ModelResponse, Part, ProviderError, ToolCall } from '../../base/model/types.js'
import { isAnswerList } from './answer-list.js'
import type { StreamDecoding } from './codec.js'
import { callStart } from './encoding.js'
import { type EventStep, endOf, finishEvent, runStep } from './event-step.js'
import { EventReader } from './stream-reader.js'

/** Builds the response of a turn, part by part in the order in which the parts began. */
export class Assembler {
  readonly #wire: string
  readonly #slots: { part?: Part }[] = []
  readonly #open = new Map<string, { part?: Part }>()
  #error: ProviderError | undefined
  #finish: FinishEvent | undefined

  /** @param wire recorded as the origin of the message. */
  constructor(wire: string) {
    this.#wire = wire
  }

  /**
   * Adds an event.
   * @throws AdapterError('unsupported') for an event after the end of the turn. For several turns, use
   * `assembleTurns`.
   */
  push(event: StreamEvent): void {
    if (this.#finish !== undefined) throw new AdapterError('unsupported', '', 'several turns in one stream')
    switch (event.type) {
      case 'text-start':
      case 'reasoning-start':
      case 'tool-input-start':
        this.#open.set(blockKey(event.type, event.id), this.#slot())
        break
      case 'text-end':
      case 'reasoning-end':
        this.#fill(event.part, blockKey(event.type, event.id))
        break
      case 'tool-call':
        this.#fill(event.call, blockKey(event.type, event.call.id))
        break
      case 'tool-result':
        this.#fill(event.result)
        break
      case 'part':
        this.#fill(event.part)
        break
      case 'restart':
        this.#slots.length = 0
        this.#open.clear()
        this.#error = undefined
        break
      case 'error':
        this.#error ??= event.error
        break
      case 'finish':
        this.#finish = event
        break
    }
  }

  /** True if the turn has ended. */
  get isOver(): boolean {
    return this.#finish !== undefined
  }

  /** Returns the response so far; complete once the `finish` event was pushed. */
  response(): ModelResponse {
    const { type: _type, messageMetadata, ...rest } = this.#finish ?? UNFINISHED
    const message = compact({
      role: 'assistant' as const,
      parts: this.#slots.flatMap((slot) => slot.part ?? []),
      origin: compact({ wire: this.#wire, model: rest.model }),
      providerMetadata: messageMetadata,
    })
    return withWithheldCalls(compact({ ...rest, message, error: this.#error }))
  }

  #slot(): { part?: Part } {
    const slot = {}
    this.#slots.push(slot)
    return slot
  }

  #fill(part: Part, key = ''): void {
    const slot = this.#open.get(key) ?? this.#slot()
    slot.part = part
    this.#open.delete(key)
  }
}

/** The finish of a stream that was not read to its end. */
const UNFINISHED: FinishEvent = { type: 'finish', finish: finishOf('interrupted', undefined, 'error') }

/**
 * Returns the key of text, reasoning and tool blocks: `tool-input-start` and `tool-call` have the same
 * prefix.
 */
function blockKey(type: string, id: string): string {
  return type.slice(0, 4) + id
}

/**
 * Assembles the response of a stream with one turn.
 * @param wire recorded as the origin of the message.
 * @throws AdapterError('unsupported') for a stream with several turns.
 * @example const { message } = assemble(events, 'openai-chat')
 */
export function assemble(events: Iterable<StreamEvent>, wire: string): ModelResponse {
  const assembler = new Assembler(wire)
  for (const event of events) assembler.push(event)
  return assembler.response()
}

/**
 * Assembles the responses of a stream, one for each turn.
 * @param wire as for `assemble`.
 */
export function assembleTurns(events: Iterable<StreamEvent>, wire: string): ModelResponse[] {
  const turns: Assembler[] = []
  let isOpen = false
  for (const event of events) {
    if (!isOpen) turns.push(new Assembler(wire))
    turns.at(-1)?.push(event)
    isOpen = event.type !== 'finish'
  }
  return turns.map((turn) => turn.response())
}

/**
 * Joins several turns to one response, for a record with a single answer. The response has all parts in
 * order, the sum of the tokens, the first error, and the other members of the last turn.
 */
function joinTurns(turns: readonly ModelResponse[]): ModelResponse {
  return turns.reduce((before, turn) =>
    compact({
      ...turn,
      message: { ...turn.message, parts: [...before.message.parts, ...turn.message.parts] },
      usage: addedUsage(before.usage, turn.usage),
      error: before.error ?? turn.error,
    }),
  )
}

/** A wire with streams. */
interface StreamedWire {
  readonly id: string
  readonly stream: StreamDecoding
}

/** Assembles the response of a stream; several turns, on wires that have them, are joined. */
export function assembleStream(
  chunks: Iterable<Uint8Array | string | object>,
  { id, stream }: StreamedWire,
  context: Context,
): ModelResponse {
  const reader = new EventReader(stream, context)
  const turns = [new Assembler(id)]
  const add = (event: StreamEvent) => {
    if (turns.at(-1)?.isOver && stream.turns === true) turns.push(new Assembler(id))
    turns.at(-1)?.push(event)
  }
  for (const chunk of chunks) for (const event of reader.push(chunk)) add(event)
  for (const event of reader.finish()) add(event)
  return joinTurns(turns.map((turn) => turn.response()))
}

/**
 * Assembles the answer from a list of events, which some servers send in place of a stream.
 * @throws AdapterError('wrong-type') for another list.
 */
export function decodeList(list: JsonArray, wire: StreamedWire, context: Context): ModelResponse {
  if (!isAnswerList(list, wire.stream)) expectObject(list, '')
  return assembleStream(
    list.map((item, index) => expectObject(item, `/${index}`)),
    wire,
    context,
  )
}

interface DisassembleOptions {
  /** Characters per delta. Default: 64. */
  readonly deltaLength?: number | undefined
  /** False to omit deltas, which are not needed to assemble the response again. Default: true. */
  readonly deltas?: boolean | undefined
}

/** Converts a complete answer to stream events, from which `assemble` builds the same response. */
export function* disassemble(
  response: ModelResponse,
  options: DisassembleOptions = {},
): Generator<StreamEvent> {
  const length = options.deltas === false ? 0 : (options.deltaLength ?? 64)
  yield compact({ type: 'response-start' as const, id: response.id, model: response.model })
  for (const [index, part] of response.message.parts.entries()) yield* partEvents(part, String(index), length)
  if (response.error !== undefined) yield { type: 'error', error: response.error }
  yield finishEvent(response)
}

/**
 * Applies an event step to the events of a complete answer, so that the step has the same effect as on a live
 * stream. Unchanged values stay the same objects.
 */
export function stepResponse(response: ModelResponse, step: EventStep): ModelResponse {
  const { message } = response
  const events = runStep(step, disassemble(response, { deltas: false }))
  const told = assemble(events, message.origin?.wire ?? '')
  const { message: stepped, finish, error, id, model, providerMetadata } = told
  const isSame =
    stepped.parts.length === message.parts.length &&
    stepped.parts.every((part, index) => part === message.parts[index])
  const changed = isSame ? response : { ...response, message: { ...message, parts: stepped.parts } }
  const ended = finish === response.finish ? changed : { ...changed, finish }
  const kept =
    providerMetadata === response.providerMetadata ? ended : compact({ ...ended, providerMetadata })
  const named = id === response.id && model === response.model ? kept : compact({ ...kept, id, model })
  return error === response.error || error === undefined ? named : { ...named, error }
}

function* partEvents(part: Part, id: string, length: number): Generator<StreamEvent> {
  if (part.type === 'tool-call') yield* inputEvents(part, length)
  if (part.type === 'text' || part.type === 'reasoning') {
    const { type, providerMetadata } = part
    yield compact({ type: `${type}-start` as const, id, providerMetadata })
    for (const delta of pieces(part.text, length)) yield { type: `${type}-delta`, id, delta }
  }
  yield endOf(id, part)
}

/**
 * Yields the input events of a complete call. Unusable input is not emitted in deltas: readers must not act
 * on a part of the input.
 * @param length characters per delta; 0 for no deltas.
 */
export function* inputEvents(call: ToolCall, length: number): Generator<StreamEvent> {
  if (call.status !== 'complete' || call.withheld !== undefined) return
  const { id } = call
  yield callStart(call)
  if (length > 0)
    for (const delta of pieces(encodeArgumentText(call), length))
      yield { type: 'tool-input-delta', id, delta }
  yield { type: 'tool-input-end', id }
}

/** Splits a text into pieces, never inside a surrogate pair. A length of 0 yields none. */
function* pieces(text: string, length: number): Generator<string> {
  if (length === 0) return
  for (let start = 0; start < text.length; ) {
    const end = start + length
    const last = text.charCodeAt(end - 1)
    const next = last >= 0xd800 && last < 0xdc00 ? end + 1 : end
    yield text.slice(start, next)
    start = next
  }
}
