import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonArray } from '../../base/json/json-types.js'
import { expectObject } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { addedUsage } from '../../base/model/add-usage.js'
import type { Context } from '../../base/model/context.js'
import type { FinishEvent, StreamEvent } from '../../base/model/events.js'
import { finishOf, withWithheldCalls } from '../../base/model/outcome.js'
import type { ModelResponse, Part, ProviderError } from '../../base/model/types.js'
import { isAnswerList } from './answer-list.js'
import type { StreamDecoding } from './codec.js'
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
   * @throws AdapterError('unsupported') for an event after the end of the turn: `assembleTurns` supports
   * several turns.
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

  /** The response so far; complete once the `finish` event was pushed. */
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

/** The key of text, reasoning and tool blocks: `tool-input-start` and `tool-call` have the same prefix. */
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
 * Joins several turns to one response, for a record with a single answer: all parts in order, the sum of the
 * tokens, the first error, and the other members of the last turn.
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
