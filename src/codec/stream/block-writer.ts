import type { JsonValue } from '../../base/json/json-types.js'
import { append, joined } from '../../base/json/write-json.js'
import {
  type CallStart,
  type FinishEvent,
  type NativeFrame,
  RESTARTED,
  type StreamEvent,
  type TextStart,
} from '../../base/model/events.js'
import type { Part, ProviderError, ReasoningPart, TextPart, ToolCall } from '../../base/model/types.js'
import type { StreamEncoder } from './codec.js'

/** Native frames, in the order in which they are sent. */
export type Frames = readonly NativeFrame<JsonValue>[]

/** An empty list of frames. */
export const NO_FRAMES: Frames = []

/** The state of a part that is being encoded, for the functions of a wire. */
export interface WrittenBlock {
  /** The index of the block among the sent blocks. The first read of this property assigns the next index. */
  readonly index: number
  /** True if the block already has an index. */
  readonly isNumbered: boolean
  /** True if some text of the block was sent. */
  readonly hasText: boolean
  /** The path of the part in the answer, for notices. */
  readonly path: string
}

/** The frames of a part that is sent piece by piece. */
export interface BlockFrames<Kind extends Part> {
  /** Frames at the start of the part. Default: none. */
  readonly begin?: Frames
  /** Returns the frames of a piece of text, which is never empty. */
  delta(delta: string): Frames
  /** Returns the remaining frames when the part is complete. */
  end(part: Kind): Frames
}

/** The frames of a wire, without their timing. */
export interface WireFrames {
  /**
   * The blocks that must not interleave: all, or only calls. Each of them ends before the next one begins.
   * Default: blocks may interleave.
   */
  readonly oneAtATime?: 'all' | 'calls'
  /** Returns the frames at the start of an answer. Called once, before the other functions. */
  start(id: string | undefined, model: string | undefined): Frames
  /** Returns the frames of a text or reasoning block; undefined if it is sent by `whole`. */
  text(block: WrittenBlock, start: TextStart): BlockFrames<TextPart | ReasoningPart> | undefined
  /** Returns the frames of a call; undefined if it is sent by `whole`. */
  call(block: WrittenBlock, start: CallStart): BlockFrames<ToolCall> | undefined
  /** Returns the frames of a complete unit: one part, or a call with the result that it waited for. */
  whole(parts: readonly [Part, ...Part[]], block: WrittenBlock): Frames
  /** Returns true if a call that is sent by `whole` waits for its result. Default: it does not wait. */
  waitsForResult?(call: ToolCall): boolean
  /**
   * True if a waiting call waits until the end of the answer. Default: its result has to be the next event.
   */
  readonly waitsToTheEnd?: boolean
  /** Returns the frames of an error within the stream. */
  error(error: ProviderError): Frames
  /**
   * Returns the frames at the end of the answer.
   * @param hasFailed true if an error was sent: most servers send nothing after an error.
   */
  end(event: FinishEvent, hasFailed: boolean): Frames
  /** Returns the frames after the last event. Default: no frames. */
  last?(): Frames
}

type Noun = 'text' | 'reasoning' | 'call'

class OpenBlock implements WrittenBlock {
  frames: BlockFrames<Part> | undefined
  hasText = false
  /** Events of the block that arrived while another block was open. */
  readonly waiting: StreamEvent[] = []
  #index: number | undefined

  constructor(
    readonly noun: Noun | 'whole',
    readonly id: string,
    readonly path: string,
    private readonly takeNumber: () => number,
  ) {}

  get index(): number {
    this.#index ??= this.takeNumber()
    return this.#index
  }

  get isNumbered(): boolean {
    return this.#index !== undefined
  }
}

/**
 * Encodes events as frames of a wire. Blocks are numbered and encoded in order. A part that the wire cannot
 * send in pieces is sent complete.
 */
export class BlockWriter implements StreamEncoder {
  readonly #wire: WireFrames
  readonly #open = new Map<string, OpenBlock>()
  #latest: OpenBlock | undefined
  /** The unfinished blocks, on wires that send blocks one at a time. */
  readonly #queue: OpenBlock[] = []
  /** Calls that wait for their results, by id. */
  readonly #held = new Map<string, { readonly call: ToolCall; readonly block: OpenBlock }>()
  #parts = 0
  #numbers = 0
  #hasStarted = false
  #hasFailed = false

  constructor(wire: WireFrames) {
    this.#wire = wire
  }

  push(event: StreamEvent): Frames {
    if (event.type === 'response-start') return this.#start(event.id, event.model)
    const before = this.#start(undefined, undefined)
    const released = this.#held.size === 0 ? NO_FRAMES : this.#release(event)
    const block = this.#blockOf(event)
    const frames = block === undefined ? this.#envelope(event) : this.#inTurn(block, event)
    return joined(joined(before, released), frames)
  }

  finish(): Frames {
    return this.#wire.last?.() ?? NO_FRAMES
  }

  #start(id: string | undefined, model: string | undefined): Frames {
    if (this.#hasStarted) return NO_FRAMES
    this.#hasStarted = true
    return this.#wire.start(id, model)
  }

  /** Encodes an event that belongs to the answer, not to a block. */
  #envelope(event: StreamEvent): Frames {
    switch (event.type) {
      case 'restart':
        return this.#envelope(RESTARTED)
      case 'error':
        this.#hasFailed = true
        return this.#wire.error(event.error)
      case 'finish':
        return this.#wire.end(event, this.#hasFailed)
      default:
        return NO_FRAMES
    }
  }

  #blockOf(event: StreamEvent): OpenBlock | undefined {
    switch (event.type) {
      case 'text-start':
        return this.#begin('text', event.id)
      case 'text-delta':
      case 'text-end':
        return this.#find('text', event.id)
      case 'reasoning-start':
        return this.#begin('reasoning', event.id)
      case 'reasoning-delta':
      case 'reasoning-end':
        return this.#find('reasoning', event.id)
      case 'tool-input-start':
        return this.#begin('call', event.id)
      case 'tool-input-delta':
        return this.#find('call', event.id)
      case 'tool-call':
        return this.#find('call', event.call.id) ?? this.#begin('call', event.call.id)
      case 'tool-result':
      case 'part':
        return this.#begin('whole', '')
      default:
        return undefined
    }
  }

  /**
   * Returns the open block of an event. Checks the latest block first, since most events belong to the same
   * block as the previous event.
   */
  #find(noun: Noun, id: string): OpenBlock | undefined {
    if (this.#latest?.id !== id || this.#latest.noun !== noun) this.#latest = this.#open.get(`${noun} ${id}`)
    return this.#latest
  }

  #begin(noun: Noun | 'whole', id: string): OpenBlock {
    const block = new OpenBlock(noun, id, `/message/parts/${this.#parts}`, () => {
      this.#numbers += 1
      return this.#numbers - 1
    })
    this.#parts += 1
    if (this.#isQueued(block)) this.#queue.push(block)
    if (noun === 'whole') return block
    this.#open.set(`${noun} ${id}`, block)
    this.#latest = block
    return block
  }

  #isQueued({ noun }: OpenBlock): boolean {
    const { oneAtATime } = this.#wire
    return oneAtATime === 'all' || (oneAtATime === 'calls' && noun === 'call')
  }

  /** Encodes an event of a block, or queues it behind earlier blocks. */
  #inTurn(block: OpenBlock, event: StreamEvent): Frames {
    if (!this.#isQueued(block)) return this.#write(block, event)
    if (this.#queue[0] === block) {
      const frames = this.#write(block, event)
      return endOf(event) === undefined ? frames : joined(frames, this.#next())
    }
    block.waiting.push(event)
    return NO_FRAMES
  }

  /** Encodes the events queued behind a finished block, up to the next unfinished one. */
  #next(): Frames {
    const frames: NativeFrame<JsonValue>[] = []
    let isOver = true
    while (isOver) {
      this.#queue.shift()
      const [block] = this.#queue
      if (block === undefined) break
      for (const event of block.waiting) append(frames, this.#write(block, event))
      isOver = block.waiting.some(endOf)
      block.waiting.length = 0
    }
    return frames
  }

  #write(block: OpenBlock, event: StreamEvent): Frames {
    switch (event.type) {
      case 'text-start':
      case 'reasoning-start':
        return this.#opened(block, this.#wire.text(block, event))
      case 'tool-input-start':
        return this.#opened(block, this.#wire.call(block, event))
      case 'text-delta':
      case 'reasoning-delta':
      case 'tool-input-delta':
        return this.#delta(block, event.delta)
      default: {
        const part = endOf(event)
        return part === undefined ? NO_FRAMES : this.#end(block, part)
      }
    }
  }

  #opened(block: OpenBlock, frames: BlockFrames<Part> | undefined): Frames {
    block.frames = frames
    return frames?.begin ?? NO_FRAMES
  }

  #delta(block: OpenBlock, delta: string): Frames {
    if (block.frames === undefined || delta === '') return NO_FRAMES
    const frames = block.frames.delta(delta)
    block.hasText = true
    return frames
  }

  #end(block: OpenBlock, part: Part): Frames {
    if (block.noun !== 'whole') this.#open.delete(`${block.noun} ${block.id}`)
    this.#latest = undefined
    if (block.frames !== undefined) return block.frames.end(part)
    const held = part.type === 'tool-result' ? this.#held.get(part.callId) : undefined
    if (held !== undefined) {
      this.#held.delete(held.call.id)
      return this.#wire.whole([held.call, part], held.block)
    }
    if (part.type !== 'tool-call' || this.#wire.waitsForResult?.(part) !== true)
      return this.#wire.whole([part], block)
    this.#held.set(part.id, { call: part, block })
    return NO_FRAMES
  }

  /** Sends waiting calls without results if the next event is not their result. */
  #release(event: StreamEvent): Frames {
    if (this.#wire.waitsToTheEnd && (event.type !== 'finish' || this.#hasFailed)) return NO_FRAMES
    const frames: NativeFrame<JsonValue>[] = []
    for (const [id, { call, block }] of this.#held) {
      if (event.type === 'tool-result' && event.result.callId === id) continue
      this.#held.delete(id)
      append(frames, this.#wire.whole([call], block))
    }
    return frames
  }
}

/** Returns the part that an event completes. */
function endOf(event: StreamEvent): Part | undefined {
  switch (event.type) {
    case 'text-end':
    case 'reasoning-end':
    case 'part':
      return event.part
    case 'tool-call':
      return event.call
    case 'tool-result':
      return event.result
    default:
      return undefined
  }
}
