import { unfenced } from '../base/json/fence.js'
import { decodeArgumentText } from '../base/model/arguments.js'
import { type Context, createContext } from '../base/model/context.js'
import type { StreamEvent } from '../base/model/events.js'
import { finishOf, isTruncatedOutcome, outcomeOf } from '../base/model/outcome.js'
import type { Outcome, ToolCall } from '../base/model/types.js'
import { type EventStep, endOf } from '../codec/stream/event-step.js'
import { CallEvents } from './call-events.js'
import { CallMaker } from './call-maker.js'
import { leftoverNotice } from './leftover.js'
import { type ScanOptions, ScanPlan } from './scan-plan.js'
import { TextScanner } from './scanner.js'
import { isProgress, isThought, type TextItem } from './text-items.js'

/** Options for reading calls from an answer. */
export interface TextCallsOptions extends ScanOptions {
  /** True to read calls in reasoning. Default: false; these calls are drafts. */
  readonly reasoning?: boolean | undefined
}

type Noun = 'text' | 'reasoning'
type Start = Extract<StreamEvent, { type: 'text-start' | 'reasoning-start' }>
type Delta = Extract<StreamEvent, { type: 'text-delta' | 'reasoning-delta' }>
type End = Extract<StreamEvent, { type: 'text-end' | 'reasoning-end' }>

/**
 * An open block of text. The pieces of the text become separate blocks. The first piece has the id of the
 * block.
 */
interface OpenText {
  readonly scanner: TextScanner
  readonly calls: CallEvents
  readonly noun: Noun
  readonly id: string
  /** The event before the first piece, emitted only if there is a piece. */
  start: StreamEvent | undefined
  /** The id of the open piece. */
  piece: string | undefined
  /** The type of the open piece. */
  pieceNoun: Noun
  pieceText: string
  /** The number of ended pieces. */
  ended: number
  hasText: boolean
}

/**
 * A block that ended inside reasoning or a call: the meaning of the call depends on whether the answer was
 * truncated.
 */
interface Unsettled {
  readonly event: End
  readonly block: OpenText
}

const NOTHING: readonly StreamEvent[] = []

/**
 * Converts calls in the texts of an answer to tool calls. The step processes the events of complete answers
 * and of streams. Native calls and all other events pass unchanged. An answer that ended with `stop` ends
 * with `tool-calls` if a call was found.
 * @param context receives notices of broken arguments.
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
  #hasFailed = false
  /** False if the text of the turn cannot begin inside reasoning. Default: the value of the options. */
  #thinks: false | undefined
  #unsettled: Unsettled | undefined
  /** The block of the previous event. */
  #latest: OpenText | undefined
  /** The block whose start is held. */
  #waiting: OpenText | undefined

  constructor(plan: ScanPlan, { reasoning = false }: TextCallsOptions, context: Context) {
    this.#plan = plan
    this.#readsReasoning = reasoning
    this.#context = context
    this.#maker = new CallMaker('', context)
  }

  push(event: StreamEvent): readonly StreamEvent[] {
    if (this.#unsettled === undefined) return this.#pushNext(event)
    const hasEndedEarly = event.type === 'finish' && isTruncatedOutcome(outcomeOf(event.finish))
    return [...this.#settle(hasEndedEarly), ...this.#pushNext(event)]
  }

  #pushNext(event: StreamEvent): readonly StreamEvent[] {
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

  /** Returns the block of an event. Most events belong to the block of the previous event. */
  #blockOf(noun: Noun, id: string): OpenText | undefined {
    if (this.#latest?.id !== id || this.#latest.noun !== noun) this.#latest = this.#open.get(`${noun} ${id}`)
    return this.#latest
  }

  finish(): readonly StreamEvent[] {
    return [...this.#settle(false), ...this.#letWait()]
  }

  #other(event: StreamEvent): readonly StreamEvent[] {
    switch (event.type) {
      case 'reasoning-start':
        this.#thinks = false
        return this.#readsReasoning ? this.#begin('reasoning', event) : [event]
      case 'response-start':
        this.#maker.place = event.id ?? ''
        return [event]
      case 'tool-call':
        this.#maker.use(event.call.id)
        return [{ ...event, call: withoutFence(event.call, this.#context) }]
      case 'error':
        this.#hasFailed = true
        return [event]
      case 'restart':
        this.#reset()
        return [event]
      case 'finish': {
        const isGood = !this.#hasFailed && CALLS_END.includes(outcomeOf(event.finish))
        const isCalling = this.#hasCalls && isGood
        this.#reset()
        return [isCalling ? { ...event, finish: finishOf('tool-calls', event.finish.raw) } : event]
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
    this.#hasFailed = false
    this.#thinks = undefined
  }

  /** Emits a held start before other events, so that blocks keep their order. */
  #letWait(): readonly StreamEvent[] {
    const block = this.#waiting
    this.#waiting = undefined
    return block === undefined ? NOTHING : this.#startPiece(block)
  }

  #begin(noun: Noun, event: Start): readonly StreamEvent[] {
    const thinks = noun === 'reasoning' ? false : this.#thinks
    this.#thinks = false
    const block: OpenText = {
      scanner: new TextScanner(this.#plan, thinks, (leftover) =>
        this.#context.report(leftoverNotice(leftover)),
      ),
      calls: new CallEvents(this.#maker),
      noun,
      id: event.id,
      start: event,
      piece: undefined,
      pieceNoun: noun,
      pieceText: '',
      ended: 0,
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

  /**
   * Emits the pieces of a block.
   * @param event the event that is emitted if a piece is identical to its text.
   */
  #tell(block: OpenText, pieces: readonly TextItem[], event?: Delta): readonly StreamEvent[] {
    if (pieces.length === 0) return NOTHING
    const events: StreamEvent[] = []
    for (const piece of pieces) {
      if (typeof piece === 'string') events.push(...this.#addText(block, block.noun, piece, event))
      else if (isThought(piece)) events.push(...this.#addText(block, 'reasoning', piece.thought, event))
      else {
        events.push(...this.#endPiece(block))
        this.#hasCalls = true
        events.push(...(isProgress(piece) ? block.calls.progress(piece) : block.calls.end(piece)))
      }
    }
    return events
  }

  #addText(block: OpenText, noun: Noun, text: string, event: Delta | undefined): readonly StreamEvent[] {
    const started = this.#startPiece(block, noun)
    block.pieceText += text
    const id = block.piece ?? block.id
    const isSame = event?.type === `${noun}-delta` && event.id === id && event.delta === text
    return [...started, isSame ? event : { type: `${noun}-delta`, id, delta: text }]
  }

  #startPiece(block: OpenText, noun = block.noun): readonly StreamEvent[] {
    if (this.#waiting === block) this.#waiting = undefined
    if (block.piece !== undefined && block.pieceNoun === noun) return NOTHING
    const before = this.#endPiece(block)
    const isFirst = noun === block.noun && block.ended === 0
    const first = isFirst ? block.start : undefined
    block.piece = isFirst ? block.id : `${block.id}+${block.ended}`
    block.pieceNoun = noun
    block.start = undefined
    return [...before, first ?? { type: `${noun}-start`, id: block.piece }]
  }

  #endPiece(block: OpenText): readonly StreamEvent[] {
    // The calls in the block take the position of the block.
    if (this.#waiting === block) this.#waiting = undefined
    const { piece, pieceText, pieceNoun } = block
    if (piece === undefined) return NOTHING
    block.piece = undefined
    block.pieceText = ''
    block.ended += 1
    return [endOf(piece, { type: pieceNoun, text: pieceText })]
  }

  /** Ends a block. The last piece contains the other members of the part. */
  #end(event: End, block: OpenText | undefined): readonly StreamEvent[] {
    if (block === undefined) return [...this.#letWait(), event]
    this.#open.delete(`${block.noun} ${block.id}`)
    this.#latest = undefined
    if (!block.hasText) return this.#endWhole(event, block)
    if (!block.scanner.isUnsettled) return this.#endBlock(event, block, false)
    this.#unsettled = { event, block }
    return NOTHING
  }

  /** Ends a part without deltas. */
  #endWhole(event: End, block: OpenText): readonly StreamEvent[] {
    const { start } = block
    const told = this.#tell(block, block.scanner.push(event.part.text))
    if (block.scanner.isUnsettled) {
      this.#unsettled = { event, block }
      return told
    }
    const rest = this.#endBlock(event, block, false)
    if (block.scanner.isParted) return [...told, ...rest]
    return start === undefined ? [event] : [start, event]
  }

  #settle(isCut: boolean): readonly StreamEvent[] {
    if (this.#unsettled === undefined) return NOTHING
    const { event, block } = this.#unsettled
    this.#unsettled = undefined
    return this.#endBlock(event, block, isCut)
  }

  #endBlock(event: End, block: OpenText, isCut: boolean): readonly StreamEvent[] {
    const rest = this.#tell(block, block.scanner.finish(isCut))
    const end = block.scanner.isParted ? this.#endLast(event, block) : [...this.#startPiece(block), event]
    return [...rest, ...end]
  }

  #endLast({ part }: End, block: OpenText): readonly StreamEvent[] {
    if (this.#waiting === block) this.#waiting = undefined
    // A text that contained only calls has no piece for the metadata.
    if (block.piece === undefined) return NOTHING
    const { piece, pieceNoun, pieceText: text } = block
    return [endOf(piece, pieceNoun === part.type ? { ...part, text } : { type: pieceNoun, text })]
  }
}

const CALLS_END: readonly Outcome[] = ['complete', 'unknown']

/** Returns a call without the code fence around its arguments. */
function withoutFence(call: ToolCall, context: Context): ToolCall {
  if (call.status !== 'malformed' || call.kind === 'custom') return call
  const inner = unfenced(call.rawArguments ?? '')
  const decoded = inner === undefined ? undefined : decodeArgumentText(inner, false, { ...context, path: '' })
  return decoded?.status === 'complete' ? { ...call, ...decoded } : call
}
