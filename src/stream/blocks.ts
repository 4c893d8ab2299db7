import { AdapterError } from '../json/errors.js'
import type { JsonObject, JsonValue } from '../json/types.js'
import { compact } from '../json/write.js'
import type { CallStage } from '../model/arguments.js'
import type { Part, ToolCall } from '../model/types.js'
import type { StreamEvent } from './events.js'
import { endOf } from './step.js'

/** How a block streams: a `whole` one has nothing to show before its end, of an `unknown` one its first delta will tell. */
export type BlockMode = 'unknown' | 'text' | 'reasoning' | 'call' | 'whole'

/** A block that is still being streamed. `State` is what the wire needs to finish it. */
export interface OpenBlock<State> {
  /** Its place in the answer. */
  readonly index: number
  /** What becomes of it. */
  mode: BlockMode
  /** The block's number as text, or the id of the call. */
  readonly id: string
  /** The deltas so far: visible text, reasoning or argument text. */
  text: string
  readonly state: State
}

/** What a wire knows of its blocks. */
export interface BlockCodec<State> {
  /** The wire id: a block that cannot be read is kept for it. */
  readonly wire: string
  /** The block as a whole response would hold it. */
  finished(block: OpenBlock<State>): JsonObject
  /** The part of a finished block that is no call. */
  part(native: JsonObject, block: OpenBlock<State>): Part
  /** The call as far as it is known; undefined when it `ended` and only what follows tells whether it is whole. */
  call(block: OpenBlock<State>, stage: CallStage): ToolCall | undefined
}

const NOTHING: readonly StreamEvent[] = []

/**
 * The lifecycle of the blocks of a stream: they start, grow by deltas, and end as the part that the wire's own codec makes
 * of the finished block. Several may be open at once; each has a number.
 */
export class Blocks<State> {
  /** Whether the answer holds calls that the client has to run. */
  hasClientCalls = false
  readonly #codec: BlockCodec<State>
  readonly #open = new Map<number, OpenBlock<State>>()
  #current: OpenBlock<State> | undefined
  #latestIndex = -1
  /** An ended call of which only what follows tells whether the output limit cut it. */
  #suspect: OpenBlock<State> | undefined
  /** Names of the tools by call id: a result on the same answer may name only its call. */
  readonly #toolNames = new Map<string, string>()

  constructor(codec: BlockCodec<State>) {
    this.#codec = codec
  }

  /** The number after the highest so far. */
  get next(): number {
    return this.#latestIndex + 1
  }

  /** The open block with this number; without a number, the latest one. */
  at(index?: JsonValue): OpenBlock<State> | undefined {
    const current = this.#current
    if (typeof index !== 'number' || current?.index === index) return current
    return this.#open.get(index)
  }

  /** Begins a block; one with the same number that never ended ends here. @param id of a call. */
  begin(index: number, mode: BlockMode, state: State, id = String(index)): StreamEvent[] {
    const before = [...this.end(this.#open.get(index)), ...this.settle(false)]
    const block: OpenBlock<State> = { index, mode, id, text: '', state }
    this.#open.set(index, block)
    this.#current = block
    this.#latestIndex = Math.max(this.#latestIndex, index)
    return [...before, ...this.become(block, mode)]
  }

  /** Says what the block is, now that it is known. */
  become(block: OpenBlock<State>, mode: BlockMode): readonly StreamEvent[] {
    block.mode = mode
    if (mode === 'text' || mode === 'reasoning') return [{ type: `${mode}-start`, id: block.id }]
    const call = mode === 'call' ? this.#codec.call(block, 'begun') : undefined
    if (call === undefined) return NOTHING
    const { id, name, kind, providerExecuted, providerMetadata } = call
    this.#toolNames.set(id, name)
    return [
      compact({ type: 'tool-input-start' as const, id, name, kind, providerExecuted, providerMetadata }),
    ]
  }

  /** Adds a delta of this mode; what is no text, is empty, or belongs to another kind of block says nothing. */
  append(block: OpenBlock<State>, mode: BlockMode, delta: JsonValue | undefined): readonly StreamEvent[] {
    if (typeof delta !== 'string' || delta === '' || block.mode !== mode) return NOTHING
    const { id } = block
    block.text += delta
    if (mode === 'call') return [{ type: 'tool-input-delta', id, delta }]
    if (mode === 'text') return [{ type: 'text-delta', id, delta }]
    return mode === 'reasoning' ? [{ type: 'reasoning-delta', id, delta }] : NOTHING
  }

  /** Ends a block, should there be one. */
  end(block: OpenBlock<State> | undefined): readonly StreamEvent[] {
    return block === undefined ? NOTHING : this.#close(block, 'ended')
  }

  /**
   * Decides about an ended call with no or broken arguments, for more was heard than its end.
   * @param isCut whether the output limit ended the answer: it may have cut the latest call.
   */
  settle(isCut: boolean): readonly StreamEvent[] {
    return this.#decide(isCut && this.#suspect?.index === this.#latestIndex ? 'cut' : 'whole')
  }

  /** Ends what is still open. @param isWhole whether the answer had its end; @param isCut as for `settle`. */
  finish(isWhole: boolean, isCut: boolean): StreamEvent[] {
    const events = [...this.#open.values()].flatMap((block) => this.#close(block, 'broken'))
    return [...events, ...(isWhole ? this.settle(isCut) : this.#decide('cut'))]
  }

  #decide(stage: 'whole' | 'cut'): readonly StreamEvent[] {
    const suspect = this.#suspect
    this.#suspect = undefined
    return suspect === undefined ? NOTHING : this.#callEvent(suspect, stage)
  }

  #close(block: OpenBlock<State>, stage: 'ended' | 'broken'): readonly StreamEvent[] {
    this.#open.delete(block.index)
    if (this.#current === block) this.#current = undefined
    if (block.mode === 'unknown') return NOTHING
    if (block.mode !== 'call') return this.#closePart(block)
    const earlier = this.settle(false)
    const call = this.#callEvent(block, stage)
    if (call.length === 0) this.#suspect = block
    return [...earlier, { type: 'tool-input-end', id: block.id }, ...call]
  }

  #callEvent(block: OpenBlock<State>, stage: CallStage): readonly StreamEvent[] {
    const call = this.#codec.call(block, stage)
    return call === undefined ? NOTHING : [endOf(block.id, this.#noted(call))]
  }

  #closePart(block: OpenBlock<State>): readonly StreamEvent[] {
    const part = this.#noted(this.#decode(block))
    const end = endOf(block.id, part)
    if (block.mode !== 'whole' || (part.type !== 'text' && part.type !== 'reasoning')) return [end]
    return [...this.become(block, part.type), ...this.append(block, part.type, part.text), end]
  }

  #noted(part: Part): Part {
    if (part.type === 'tool-call') this.#toolNames.set(part.id, part.name)
    if (part.type === 'tool-call' && !part.providerExecuted) this.hasClientCalls = true
    const name = part.type === 'tool-result' && part.name === '' && this.#toolNames.get(part.callId)
    return name ? { ...part, name } : part
  }

  /** A block that cannot be read is kept verbatim: no event may end the stream for the reader. */
  #decode(block: OpenBlock<State>): Part {
    const native = this.#codec.finished(block)
    try {
      return this.#codec.part(native, block)
    } catch (error) {
      if (!(error instanceof AdapterError) || error.code === 'strict') throw error
      return { type: 'opaque', wire: this.#codec.wire, value: native }
    }
  }
}
