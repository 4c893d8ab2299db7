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

/** Native frames, in the order in which they go out. */
export type Frames = readonly NativeFrame<JsonValue>[]

/** Nothing goes out. */
export const NO_FRAMES: Frames = []

/** A part on its way out, as the functions of a wire see it. */
export interface WrittenBlock {
  /** Its number among the blocks that were sent: it takes the next one when it is first asked for it. */
  readonly index: number
  /** Whether it has a number. */
  readonly isNumbered: boolean
  /** Whether some of its text went out. */
  readonly hasText: boolean
  /** Where the part stands in the answer, for notices. */
  readonly path: string
}

/** How one part goes out piece by piece. */
export interface BlockFrames<Kind extends Part> {
  /** What begins it. Default: nothing. */
  readonly begin?: Frames
  /** A piece of its text, never empty. */
  delta(delta: string): Frames
  /** What is left to say when the part is complete. */
  end(part: Kind): Frames
}

/** What a wire writes: its frames, and nothing of when they are due. */
export interface WireFrames {
  /** The blocks that have to end before the next one of them begins: all, or the calls. Default: blocks may interleave. */
  readonly oneAtATime?: 'all' | 'calls'
  /** What begins an answer; asked for once, before all else. */
  start(id: string | undefined, model: string | undefined): Frames
  /** How a text or a thought goes out; undefined when it goes out `whole`. */
  text(block: WrittenBlock, start: TextStart): BlockFrames<TextPart | ReasoningPart> | undefined
  /** The same for a call. */
  call(block: WrittenBlock, start: CallStart): BlockFrames<ToolCall> | undefined
  /** What goes out once it is complete: one part, or a call and the result that it waited for. */
  whole(parts: readonly [Part, ...Part[]], block: WrittenBlock): Frames
  /** Whether a call that goes out whole waits for its result. Default: it does not. */
  waitsForResult?(call: ToolCall): boolean
  /** Whether it waits to the end of the answer. Default: its result has to come next. */
  readonly waitsToTheEnd?: boolean
  /** An error within the stream. */
  error(error: ProviderError): Frames
  /** The end of the answer. @param hasFailed whether there was an error: most servers send nothing after it. */
  end(event: FinishEvent, hasFailed: boolean): Frames
  /** What comes when there are no more events. Default: nothing. */
  last?(): Frames
}

type Noun = 'text' | 'reasoning' | 'call'

class OpenBlock implements WrittenBlock {
  frames: BlockFrames<Part> | undefined
  hasText = false
  /** What came of it while another block was open. */
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
 * Writes events as a wire says them: an answer starts once; blocks are told apart, numbered and told to the wire in their
 * order; what cannot go out in pieces goes out whole.
 */
export class BlockWriter implements StreamEncoder {
  readonly #wire: WireFrames
  readonly #open = new Map<string, OpenBlock>()
  #latest: OpenBlock | undefined
  /** Where blocks are told one at a time: those that are not over. */
  readonly #queue: OpenBlock[] = []
  /** Calls that wait for their results, by their ids. */
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

  /** What is told of the answer as a whole. */
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

  /** Most events are of the block that was told of before. */
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

  /** Writes what comes of a block, or lets it wait for those before it. */
  #inTurn(block: OpenBlock, event: StreamEvent): Frames {
    if (!this.#isQueued(block)) return this.#write(block, event)
    if (this.#queue[0] === block) {
      const frames = this.#write(block, event)
      return endOf(event) === undefined ? frames : joined(frames, this.#next())
    }
    block.waiting.push(event)
    return NO_FRAMES
  }

  /** What waited for a block that is over, up to the next one that is not. */
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

  /** Calls that waited go out alone when something else than their result comes. */
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

/** The part that an event completes. */
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
