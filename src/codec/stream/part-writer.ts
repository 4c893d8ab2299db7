import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { compact } from '../../base/json/write-json.js'
import type { CallStage } from '../../base/model/arguments.js'
import type { FinishEvent, StreamEvent } from '../../base/model/events.js'
import { failedFinish, isCut, isGoodEnd } from '../../base/model/outcome.js'
import { CallIdsOfAnswer } from '../../base/model/repeated-ids.js'
import type { Outcome, Part, ProviderError, ProviderMetadata, ToolCall } from '../../base/model/types.js'
import { callStart } from './encoding.js'
import { endOf, STREAM_CUT, toldWhole } from './event-step.js'

/** How a part streams: a `whole` one has nothing to show before its end, of an `unknown` one its first delta will tell. */
export type PartMode = 'unknown' | 'text' | 'reasoning' | 'call' | 'whole'

/** A part that is still being streamed. `State` is what the wire needs to finish it. */
export interface OpenPart<State> {
  /** Its number: most wires have one for its place in the answer. */
  readonly index: number
  /** What becomes of it. */
  mode: PartMode
  /** The number as text, or the id of the call once it began. */
  id: string
  /** The id that the provider gave to the call. */
  givenId?: string
  /** The deltas so far: visible text, reasoning or argument text. */
  text: string
  readonly state: State
}

/** What a wire knows of its parts. */
export interface PartCodec<State> {
  /** The wire id: a part that cannot be read is kept for it. */
  readonly wire: string
  /** The part as a whole response would hold it. */
  finished(part: OpenPart<State>): JsonObject
  /** A finished part that is no call. */
  part(native: JsonObject, part: OpenPart<State>): Part
  /** The call as far as it is known; undefined when it `ended` and only what follows tells whether it is whole. */
  call(part: OpenPart<State>, stage: CallStage): ToolCall | undefined
  /** What is kept of a text or a thought by the time it begins. Default: nothing is known then. */
  begun?(part: OpenPart<State>): ProviderMetadata | undefined
  /** What is told before a call that came whole. Default: nothing. */
  input?(call: ToolCall): Iterable<StreamEvent>
}

const NO_EVENTS: readonly StreamEvent[] = []

/**
 * Writes the events of an answer: its parts start, grow by deltas, and end as what the wire's own codec makes of the
 * finished part, also when the stream breaks off inside of them. Several may be open at once; each has a number. The events
 * of one native event are gathered until they are taken.
 */
export class PartWriter<State> {
  /** Whether the answer holds calls that the client has to run. */
  hasClientCalls = false
  /** Whether an error was told: how the answer ends after it, only some wires say. */
  hasFailed = false
  readonly #codec: PartCodec<State>
  #events: StreamEvent[] | undefined
  #hasBegun = false
  readonly #open = new Map<number, OpenPart<State>>()
  #current: OpenPart<State> | undefined
  #latestIndex = -1
  /** An ended call of which only what follows tells whether the output limit cut it. */
  #suspect: OpenPart<State> | undefined
  readonly #ids = new CallIdsOfAnswer()
  /** Names of the tools by call id: a result on the same answer may name only its call. */
  readonly #toolNames = new Map<string, string>()

  constructor(codec: PartCodec<State>) {
    this.#codec = codec
  }

  /** What was written since the last time. */
  take(): readonly StreamEvent[] {
    const events = this.#events ?? NO_EVENTS
    this.#events = undefined
    return events
  }

  #emit(event: StreamEvent): void {
    this.#hasBegun = true
    // Nearly every native event gives one: a list that is made to hold it is smaller than one that grows to.
    if (this.#events === undefined) this.#events = [event]
    else this.#events.push(event)
  }

  /** The answer begins, should nothing have been written of it. */
  start(id?: string, model?: string): void {
    if (!this.#hasBegun) this.#emit(compact({ type: 'response-start' as const, id, model }))
  }

  /** An error within the stream: no answer in which there is one ended well. */
  fail(error: ProviderError): void {
    this.hasFailed = true
    this.#emit({ type: 'error', error })
  }

  /** The number after the highest so far. */
  get next(): number {
    return this.#latestIndex + 1
  }

  /** The open part with this number; without a number, the latest one. */
  at(index?: JsonValue): OpenPart<State> | undefined {
    const current = this.#current
    if (typeof index !== 'number' || current?.index === index) return current
    return this.#open.get(index)
  }

  /**
   * Begins a part; one with the same number that never ended ends here.
   * @param id of a part that has one of its own. A call has the id that its codec reads.
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

  /** Says what the part is, now that it is known. */
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

  /** Adds a delta of this mode; what is no text, is empty, or belongs to another kind of part says nothing. */
  append(part: OpenPart<State>, mode: PartMode, delta: JsonValue | undefined): void {
    if (typeof delta !== 'string' || delta === '' || part.mode !== mode) return
    const { id } = part
    part.text += delta
    if (mode === 'call') this.#emit({ type: 'tool-input-delta', id, delta })
    else if (mode === 'text') this.#emit({ type: 'text-delta', id, delta })
    else if (mode === 'reasoning') this.#emit({ type: 'reasoning-delta', id, delta })
  }

  /** Ends a part, should there be one. */
  end(part: OpenPart<State> | undefined): void {
    if (part !== undefined) this.#close(part, 'ended')
  }

  /** A part that came whole. */
  whole(state: State): void {
    this.end(this.open(this.next, 'whole', state))
  }

  /** A part that is read already. */
  tell(told: Part): void {
    const part = this.#own(told)
    this.#latestIndex += 1
    if (part.type === 'tool-call') this.#noteWhole(part)
    for (const event of toldWhole(String(this.#latestIndex), part)) this.#emit(event)
  }

  /**
   * Decides about an ended call with no or broken arguments, for more was heard than its end.
   * @param isCut whether the output limit ended the answer: it may have cut the latest call.
   */
  settle(isCut: boolean): void {
    this.#decide(isCut && this.#suspect?.index === this.#latestIndex ? 'cut' : 'whole')
  }

  /**
   * Ends what is still open, and the answer.
   * @param isWhole whether it had its end.
   * @param outcome what that end stands for: it decides about calls whose bracket never came.
   * @param envelope what is known of the answer, asked for when all its parts are.
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
    if (isWhole) this.settle(isCut(outcome))
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

  /** The part under the id of its call in this answer. */
  #own(part: Part): Part {
    if (part.type === 'tool-call') {
      const id = this.#ids.take(part.id)
      return id === part.id ? part : { ...part, id }
    }
    if (part.type !== 'tool-result') return part
    const callId = this.#ids.answer(part.callId)
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

  /** A part that cannot be read is kept verbatim: no event may end the stream for the reader. */
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
