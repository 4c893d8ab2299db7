import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { compact } from '../../base/json/write-json.js'
import type { CallStage } from '../../base/model/arguments.js'
import type { FinishEvent, StreamEvent } from '../../base/model/events.js'
import { failedFinish, isGoodEnd, isTruncatedOutcome } from '../../base/model/outcome.js'
import { CallIdsOfAnswer } from '../../base/model/repeated-ids.js'
import type { Outcome, Part, ProviderError, ProviderMetadata, ToolCall } from '../../base/model/types.js'
import { callStart } from './encoding.js'
import { endOf, STREAM_CUT, toldWhole } from './event-step.js'

/**
 * The streaming mode of a part. A `whole` part has no visible data before its end. The first delta determines
 * the mode of an `unknown` part.
 */
export type PartMode = 'unknown' | 'text' | 'reasoning' | 'call' | 'whole'

/** A part that is still being streamed. `State` is the data that the wire needs to finish the part. */
export interface OpenPart<State> {
  /** The index of the part. On most wires this is its position in the answer. */
  readonly index: number
  /** The current mode. */
  mode: PartMode
  /** The index as text, or the id of the call after its start. */
  id: string
  /** The original id of the call from the provider. */
  givenId?: string
  /** The deltas so far: visible text, reasoning or argument text. */
  text: string
  readonly state: State
}

/** The functions of a wire for its parts. */
export interface PartCodec<State> {
  /** The wire id, for parts that cannot be decoded and are kept for this wire. */
  readonly wire: string
  /** Returns the part in the form of a complete response. */
  finished(part: OpenPart<State>): JsonObject
  /** Decodes a finished part that is not a call. */
  part(native: JsonObject, part: OpenPart<State>): Part
  /**
   * Decodes the received part of the call. Returns undefined if the call `ended` and the rest of the stream
   * decides if it is complete.
   */
  call(part: OpenPart<State>, stage: CallStage): ToolCall | undefined
  /** Returns the known metadata of a text or reasoning block at its start. Default: none. */
  begun?(part: OpenPart<State>): ProviderMetadata | undefined
  /** Events before a complete call. Default: none. */
  input?(call: ToolCall): Iterable<StreamEvent>
}

const NO_EVENTS: readonly StreamEvent[] = []

/**
 * Emits the events of an answer: a part starts, grows by deltas, and ends with the result of the wire's codec
 * for the finished part, even if the stream is interrupted inside the part. Several parts may be open at once;
 * each has an index. The events of one native event are collected until `take`.
 */
export class PartWriter<State> {
  /** True if the answer contains calls that the client has to run. */
  hasClientCalls = false
  /** True after an error: only some wires state how the answer ends after an error. */
  hasFailed = false
  readonly #codec: PartCodec<State>
  #events: StreamEvent[] | undefined
  #hasBegun = false
  readonly #open = new Map<number, OpenPart<State>>()
  #current: OpenPart<State> | undefined
  #latestIndex = -1
  /** An ended call that the output limit may have truncated: only the rest of the stream shows if it did. */
  #suspect: OpenPart<State> | undefined
  readonly #ids = new CallIdsOfAnswer()
  /** Names of the tools by call id: a result in the same answer may name only its call. */
  readonly #toolNames = new Map<string, string>()

  constructor(codec: PartCodec<State>) {
    this.#codec = codec
  }

  /** Returns the events since the previous call. */
  take(): readonly StreamEvent[] {
    const events = this.#events ?? NO_EVENTS
    this.#events = undefined
    return events
  }

  #emit(event: StreamEvent): void {
    this.#hasBegun = true
    // Most native events have one event. A list that is created with this event uses less memory than a list
    // that grows.
    if (this.#events === undefined) this.#events = [event]
    else this.#events.push(event)
  }

  /** Begins the answer, unless it has already begun. */
  start(id?: string, model?: string): void {
    if (!this.#hasBegun) this.#emit(compact({ type: 'response-start' as const, id, model }))
  }

  /** Emits an error within the stream: an answer with an error did not end well. */
  fail(error: ProviderError): void {
    this.hasFailed = true
    this.#emit({ type: 'error', error })
  }

  /** The index after the highest index so far. */
  get next(): number {
    return this.#latestIndex + 1
  }

  /** Returns the open part with this index; without an index, the latest part. */
  at(index?: JsonValue): OpenPart<State> | undefined {
    const current = this.#current
    if (typeof index !== 'number' || current?.index === index) return current
    return this.#open.get(index)
  }

  /**
   * Begins a part; an open part with the same index is ended.
   * @param id of a part with a separate id. A call has the id from the codec.
   */
  open(index: number, mode: PartMode, state: State, id = String(index)): OpenPart<State> {
    this.end(this.#open.get(index))
    this.settle(false)
    const part: OpenPart<State> = { index, mode, id, text: '', state }
    this.#open.set(index, part)
    this.#current = part
    this.#latestIndex = Math.max(this.#latestIndex, index)
    this.become(part, mode)
    return part
  }

  /** Sets the mode of the part once it is known. */
  become(part: OpenPart<State>, mode: PartMode): void {
    part.mode = mode
    if (mode === 'text' || mode === 'reasoning') {
      const providerMetadata = this.#codec.begun?.(part)
      this.#emit(compact({ type: `${mode}-start` as const, id: part.id, providerMetadata }))
    }
    const call = mode === 'call' ? this.#codec.call(part, 'begun') : undefined
    if (call === undefined) return
    part.givenId = call.id
    part.id = this.#ids.take(call.id)
    this.#toolNames.set(part.id, call.name)
    this.#emit(callStart(part.id === call.id ? call : { ...call, id: part.id }))
  }

  /**
   * Appends a delta of this mode. A value that is not a text, is empty, or belongs to another kind of part is
   * ignored.
   */
  append(part: OpenPart<State>, mode: PartMode, delta: JsonValue | undefined): void {
    if (typeof delta !== 'string' || delta === '' || part.mode !== mode) return
    const { id } = part
    part.text += delta
    if (mode === 'call') this.#emit({ type: 'tool-input-delta', id, delta })
    else if (mode === 'text') this.#emit({ type: 'text-delta', id, delta })
    else if (mode === 'reasoning') this.#emit({ type: 'reasoning-delta', id, delta })
  }

  /** Ends a part, if defined. */
  end(part: OpenPart<State> | undefined): void {
    if (part !== undefined) this.#close(part, 'ended')
  }

  /** Adds a complete part. */
  whole(state: State): void {
    this.end(this.open(this.next, 'whole', state))
  }

  /** Adds a part that is already decoded. */
  tell(told: Part): void {
    const part = this.#own(told)
    this.#latestIndex += 1
    if (part.type === 'tool-call') this.#noteWhole(part)
    for (const event of toldWhole(String(this.#latestIndex), part)) this.#emit(event)
  }

  /**
   * Sets the status of an ended call with missing or broken arguments, since more input arrived after its end.
   * @param isCut true if the output limit ended the answer: it may have truncated the latest call.
   */
  settle(isCut: boolean): void {
    this.#decide(isCut && this.#suspect?.index === this.#latestIndex ? 'cut' : 'whole')
  }

  /**
   * Ends the open parts, and the answer.
   * @param isWhole true if the answer had a proper end.
   * @param outcome the outcome of that end, which determines the status of calls without an end event.
   * @param envelope returns the facts of the answer; called after all its parts are known.
   * @returns the last events.
   */
  finish(
    isWhole: boolean,
    outcome: Outcome,
    envelope: () => Omit<FinishEvent, 'type'>,
  ): readonly StreamEvent[] {
    const isGood = isWhole && !this.hasFailed
    const stage = isGood && isGoodEnd(outcome) ? 'unclosed' : 'broken'
    for (const part of this.#open.values()) this.#close(part, stage)
    if (isWhole) this.settle(isTruncatedOutcome(outcome))
    else this.#decide('cut')
    if (!isWhole && !this.hasFailed) this.#emit(STREAM_CUT)
    const answer = envelope()
    const finish = isGood ? answer.finish : failedFinish(answer.finish)
    this.#emit({ type: 'finish', ...answer, finish })
    return this.take()
  }

  #decide(stage: 'whole' | 'cut'): void {
    const suspect = this.#suspect
    this.#suspect = undefined
    if (suspect !== undefined) this.#tellCall(suspect, this.#codec.call(suspect, stage))
  }

  #close(part: OpenPart<State>, stage: 'ended' | 'unclosed' | 'broken'): void {
    this.#open.delete(part.index)
    if (this.#current === part) this.#current = undefined
    if (part.mode === 'unknown') return
    if (part.mode !== 'call') {
      this.#closePart(part)
      return
    }
    this.settle(false)
    const call = this.#codec.call(part, stage)
    if (call === undefined) this.#suspect = part
    this.#emit({ type: 'tool-input-end', id: part.id })
    this.#tellCall(part, call)
  }

  #tellCall({ id, givenId }: OpenPart<State>, read: ToolCall | undefined): void {
    if (read === undefined) return
    const call = read.id === givenId && id !== givenId ? { ...read, id } : read
    this.#note(call)
    this.#emit(endOf(id, call))
  }

  #closePart(open: OpenPart<State>): void {
    const part = this.#named(this.#own(this.#decode(open)))
    if (part.type === 'tool-call') this.#noteWhole(part)
    if (open.mode === 'whole' && (part.type === 'text' || part.type === 'reasoning')) {
      this.become(open, part.type)
      this.append(open, part.type, part.text)
    }
    this.#emit(endOf(open.id, part))
  }

  /** Returns the part with the distinct id that its call has in this answer. */
  #own(part: Part): Part {
    if (part.type === 'tool-call') {
      const id = this.#ids.take(part.id)
      return id === part.id ? part : { ...part, id }
    }
    if (part.type !== 'tool-result') return part
    const callId = this.#ids.answer(part)
    return callId === part.callId ? part : { ...part, callId }
  }

  #noteWhole(call: ToolCall): void {
    this.#note(call)
    for (const event of this.#codec.input?.(call) ?? []) this.#emit(event)
  }

  #note({ id, name, providerExecuted }: ToolCall): void {
    this.#toolNames.set(id, name)
    if (!providerExecuted) this.hasClientCalls = true
  }

  #named(part: Part): Part {
    const name = part.type === 'tool-result' && part.name === '' && this.#toolNames.get(part.callId)
    return name ? { ...part, name } : part
  }

  /**
   * Decodes a part. A part that cannot be decoded is kept verbatim, so that one invalid event does not end
   * the stream.
   */
  #decode(open: OpenPart<State>): Part {
    const native = this.#codec.finished(open)
    try {
      return this.#codec.part(native, open)
    } catch (error) {
      if (!(error instanceof AdapterError) || error.code === 'strict') throw error
      return { type: 'opaque', wire: this.#codec.wire, value: native }
    }
  }
}
