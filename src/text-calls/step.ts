import { decodeArgumentText } from '../adapter/arguments.js'
import { type Context, createContext } from '../adapter/context.js'
import type { FinishReason, ToolCall } from '../model/types.js'
import { endOf } from '../stream/end.js'
import type { StreamEvent } from '../stream/events.js'
import type { EventStep } from '../stream/step.js'
import { CallMaker, unfenced } from './calls.js'
import { type Piece, type ScanOptions, ScanPlan, TextScanner } from './scanner.js'

/** What is read of the texts of an answer. */
export interface TextCallsOptions extends ScanOptions {
  /** Whether the model's thinking is read as well. Default: no, calls in it are drafts. */
  readonly reasoning?: boolean
}

type Noun = 'text' | 'reasoning'
type Start = Extract<StreamEvent, { type: 'text-start' | 'reasoning-start' }>
type Delta = Extract<StreamEvent, { type: 'text-delta' | 'reasoning-delta' }>
type End = Extract<StreamEvent, { type: 'text-end' | 'reasoning-end' }>

/** A block of text on its way. Its pieces are blocks of their own, the first one with its id. */
interface OpenText {
  readonly scanner: TextScanner
  readonly noun: Noun
  readonly id: string
  /** What has to come before the first piece: told only when there is one. */
  start: StreamEvent | undefined
  /** The id of the piece that is open. */
  piece: string | undefined
  pieceText: string
  /** How many pieces ended. */
  ended: number
  hasCalls: boolean
  hasText: boolean
}

const NOTHING: readonly StreamEvent[] = []

/**
 * Makes calls of those that the texts of an answer hold: a step over its events, for whole answers and for streams. Calls
 * that came as such, and everything else, go on as they are. An answer that ended with `stop` ends with `tool-calls` when a
 * call was found.
 * @param context where broken arguments are reported.
 * @example pipeSteps(textCallsStep({ dialects: [hermesJson], tools }), …)
 */
export function textCallsStep(options: TextCallsOptions, context: Context = createContext('')): EventStep {
  const plan = new ScanPlan(options)
  return plan.isIdle
    ? { push: (event) => [event], finish: () => NOTHING }
    : new TextCalls(plan, options, context)
}

class TextCalls implements EventStep {
  readonly #plan: ScanPlan
  readonly #readsReasoning: boolean
  readonly #context: Context
  readonly #open = new Map<string, OpenText>()
  #maker: CallMaker
  #hasCalls = false
  /** The block that was last told of. */
  #latest: OpenText | undefined
  /** The block whose start waits. */
  #waiting: OpenText | undefined

  constructor(plan: ScanPlan, { reasoning = false }: TextCallsOptions, context: Context) {
    this.#plan = plan
    this.#readsReasoning = reasoning
    this.#context = context
    this.#maker = new CallMaker('', context)
  }

  push(event: StreamEvent): readonly StreamEvent[] {
    switch (event.type) {
      case 'text-delta':
        return this.#delta(event, this.#blockOf('text', event.id))
      case 'reasoning-delta':
        return this.#delta(event, this.#blockOf('reasoning', event.id))
      case 'text-start':
        return [...this.#letWait(), ...this.#begin('text', event)]
      case 'text-end':
        return this.#end(event, this.#open.get(`text ${event.id}`))
      case 'reasoning-end':
        return this.#end(event, this.#open.get(`reasoning ${event.id}`))
      default:
        return [...this.#letWait(), ...this.#other(event)]
    }
  }

  /** Most events are of the block that was told of before. */
  #blockOf(noun: Noun, id: string): OpenText | undefined {
    if (this.#latest?.id !== id || this.#latest.noun !== noun) this.#latest = this.#open.get(`${noun} ${id}`)
    return this.#latest
  }

  finish(): readonly StreamEvent[] {
    return this.#letWait()
  }

  #other(event: StreamEvent): readonly StreamEvent[] {
    switch (event.type) {
      case 'reasoning-start':
        return this.#readsReasoning ? this.#begin('reasoning', event) : [event]
      case 'response-start':
        this.#maker.place = event.id ?? ''
        return [event]
      case 'tool-call':
        this.#maker.use(event.call.id)
        return [{ ...event, call: withoutFence(event.call, this.#context) }]
      case 'restart':
        this.#reset()
        return [event]
      case 'finish': {
        const reason =
          this.#hasCalls && CALLS_END.includes(event.finish.reason) ? 'tool-calls' : event.finish.reason
        this.#reset()
        return [reason === event.finish.reason ? event : { ...event, finish: { ...event.finish, reason } }]
      }
      default:
        return [event]
    }
  }

  #reset(): void {
    this.#open.clear()
    this.#latest = undefined
    this.#maker = new CallMaker('', this.#context)
    this.#hasCalls = false
  }

  /** Whatever else comes, the order of what began stays. */
  #letWait(): readonly StreamEvent[] {
    const block = this.#waiting
    this.#waiting = undefined
    return block === undefined ? NOTHING : this.#startPiece(block)
  }

  #begin(noun: Noun, event: Start): readonly StreamEvent[] {
    const block: OpenText = {
      scanner: new TextScanner(this.#plan),
      noun,
      id: event.id,
      start: event,
      piece: undefined,
      pieceText: '',
      ended: 0,
      hasCalls: false,
      hasText: false,
    }
    this.#open.set(`${noun} ${event.id}`, block)
    this.#waiting = block
    return NOTHING
  }

  #delta(event: Delta, block: OpenText | undefined): readonly StreamEvent[] {
    if (block === undefined) return [event]
    block.hasText = true
    if (block.piece === event.id && block.scanner.passes(event.delta)) {
      block.pieceText += event.delta
      return [event]
    }
    return this.#tell(block, block.scanner.push(event.delta), event)
  }

  /** @param event which is told again when a piece is all of it. */
  #tell(block: OpenText, pieces: readonly Piece[], event?: Delta): readonly StreamEvent[] {
    if (pieces.length === 0) return NOTHING
    const events: StreamEvent[] = []
    for (const piece of pieces) {
      if (typeof piece === 'string') {
        events.push(...this.#startPiece(block))
        block.pieceText += piece
        const id = block.piece ?? block.id
        const isSame = event !== undefined && event.id === id && event.delta === piece
        events.push(isSame ? event : { type: `${block.noun}-delta`, id, delta: piece })
      } else {
        events.push(...this.#endPiece(block))
        const call = this.#maker.call(piece)
        block.hasCalls = true
        this.#hasCalls = true
        events.push({ type: 'tool-call', call })
      }
    }
    return events
  }

  #startPiece(block: OpenText): readonly StreamEvent[] {
    if (this.#waiting === block) this.#waiting = undefined
    if (block.piece !== undefined) return NOTHING
    block.piece = block.ended === 0 ? block.id : `${block.id}+${block.ended}`
    const first = block.start
    block.start = undefined
    return [first ?? { type: `${block.noun}-start`, id: block.piece }]
  }

  #endPiece(block: OpenText): readonly StreamEvent[] {
    // Its calls stand where it would.
    if (this.#waiting === block) this.#waiting = undefined
    const { piece, pieceText, noun } = block
    if (piece === undefined) return NOTHING
    block.piece = undefined
    block.pieceText = ''
    block.ended += 1
    return [endOf(piece, { type: noun, text: pieceText })]
  }

  /** The last piece has what else the part says. */
  #end(event: End, block: OpenText | undefined): readonly StreamEvent[] {
    if (block === undefined) return [...this.#letWait(), event]
    this.#open.delete(`${block.noun} ${block.id}`)
    this.#latest = undefined
    if (!block.hasText) return this.#endWhole(event, block)
    const rest = this.#tell(block, block.scanner.finish())
    return [...rest, ...(block.hasCalls ? this.#endLast(event, block) : [...this.#startPiece(block), event])]
  }

  /** A part that is told without deltas. */
  #endWhole(event: End, block: OpenText): readonly StreamEvent[] {
    const { start } = block
    const events = [
      ...this.#tell(block, block.scanner.push(event.part.text)),
      ...this.#tell(block, block.scanner.finish()),
    ]
    if (block.hasCalls) return [...events, ...this.#endLast(event, block)]
    this.#startPiece(block)
    return start === undefined ? [event] : [start, event]
  }

  #endLast({ part }: End, block: OpenText): readonly StreamEvent[] {
    // Of a text that was nothing but calls nothing is left to say it of.
    if (block.piece === undefined) return NOTHING
    return [endOf(block.piece, { ...part, text: block.pieceText })]
  }
}

const CALLS_END: readonly FinishReason[] = ['stop', 'other']

/** A call whose arguments came in a code fence, without it. */
function withoutFence(call: ToolCall, context: Context): ToolCall {
  if (call.status !== 'malformed' || call.kind === 'custom') return call
  const inner = unfenced(call.rawArguments ?? '')
  const decoded = inner === undefined ? undefined : decodeArgumentText(inner, false, '', context)
  return decoded?.status === 'complete' ? { ...call, ...decoded } : call
}
