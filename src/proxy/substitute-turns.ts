import { byteSourceOf, piecesOf, type StreamedAnswer } from '../base/http/http-message.js'
import type { Timer } from '../base/http/timer.js'
import { addedUsage } from '../base/model/add-usage.js'
import type { Context, Notice } from '../base/model/context.js'
import type { FinishEvent, StreamEvent } from '../base/model/events.js'
import { finishOf, outcomeOf } from '../base/model/outcome.js'
import type { Conversation, Message, ToolCall, Usage } from '../base/model/types.js'
import type { StreamCodec } from '../codec/stream/codec.js'
import { endOf } from '../codec/stream/event-step.js'
import { EventReader } from '../codec/stream/stream-reader.js'
import { mostRuns, runSubstitute, type SubstitutedTools, type SubstituteRun } from './substitute-tools.js'
import { AnswerWatch } from './watch.js'

/** The data needed to continue after the proxy has run calls. */
export interface SubstituteTurnOptions {
  readonly tools: SubstitutedTools
  readonly wire: string
  readonly codec: StreamCodec
  readonly signal: AbortSignal
  readonly timer: Timer
  /** Sends the request again, with the answer so far. Rejects if the target does not answer. */
  readonly ask: (soFar: Message) => Promise<StreamedAnswer>
  readonly report: (notice: Notice) => void
}

/**
 * Joins several answers of a target into one. Between two answers the proxy runs the calls of substitutes.
 * The body contains the bytes of all answers in sequence; the reader detects the end of each.
 */
export class SubstituteTurns {
  readonly #options: SubstituteTurnOptions
  readonly #most: number
  #reader: TurnsReader | undefined
  #ran = 0

  constructor(options: SubstituteTurnOptions) {
    this.#options = options
    this.#most = mostRuns(options.tools)
  }

  /** Creates the reader of the joined answers. Call `reader` once, before the body is read. */
  reader(context: Context): EventReader {
    const { codec, tools, wire } = this.#options
    this.#reader = new TurnsReader(codec, context, new TurnSteps(tools, wire))
    return this.#reader
  }

  /** Returns the answer joined with the answers that follow. */
  response(first: StreamedAnswer): StreamedAnswer {
    const { status, headers } = first
    return { status, headers, body: byteSourceOf(this.#chunks(first)) }
  }

  async *#chunks(first: StreamedAnswer): AsyncGenerator<Uint8Array, undefined> {
    let response: StreamedAnswer | undefined = first
    while (response !== undefined) {
      // An empty piece marks the end of a turn, so empty pieces are skipped here.
      for await (const piece of response.body === null ? [] : piecesOf(response.body))
        if (piece.length > 0) yield piece
      response = await this.#next()
      // The run calls are emitted before the target begins to answer.
      if (response !== undefined) yield new Uint8Array(0)
    }
    return undefined
  }

  /** Runs the calls of the completed turn and requests the next one. Returns undefined if no turn follows. */
  async #next(): Promise<StreamedAnswer | undefined> {
    const { steps } = this.#reader ?? {}
    this.#reader?.endTurn()
    const calls = steps?.takeCalls() ?? []
    if (steps === undefined || calls.length === 0 || steps.hasFailed) return undefined
    const isLast = this.#ran > this.#most || steps.hasOtherCalls
    for (const call of calls) this.#reader?.add(steps.ran(await this.#run(call)))
    if (isLast) return undefined
    const soFar = steps.message
    this.#reader?.beginTurn()
    return this.#options.ask(soFar)
  }

  async #run(call: ToolCall): Promise<SubstituteRun> {
    const { tools, signal, timer, report } = this.#options
    const substitute = tools.get(call.name)
    if (substitute === undefined) throw new Error(`nothing runs ${call.name}`)
    this.#ran += 1
    const run = await runSubstitute(call, substitute, { signal, timer, isOver: this.#ran > this.#most })
    if (run.failure !== undefined)
      report({
        code: 'substitute-failed',
        severity: 'warning',
        path: '',
        message: `the substitute for ${call.name} failed: ${run.failure}`,
      })
    return run
  }
}

/**
 * Returns the conversation with the answer so far. A forced tool choice is dropped, because the call was
 * made.
 */
export function continuedBy({ toolChoice, ...rest }: Conversation, soFar: Message): Conversation {
  const isForced = toolChoice !== undefined && toolChoice.type !== 'auto' && toolChoice.type !== 'none'
  const choice = isForced || toolChoice === undefined ? {} : { toolChoice }
  return { ...rest, ...choice, messages: [...rest.messages, soFar] }
}

/** Reads the answers in sequence into the events of one answer. */
class TurnsReader extends EventReader {
  readonly steps: TurnSteps
  readonly #codec: StreamCodec
  readonly #turnContext: Context
  #turn: EventReader | undefined
  /** Events that were read before they were requested. */
  readonly #waiting: StreamEvent[] = []

  constructor(codec: StreamCodec, context: Context, steps: TurnSteps) {
    super(codec, context)
    this.steps = steps
    this.#codec = codec
    this.#turnContext = context
    this.#turn = new EventReader(codec, context)
  }

  /** Ends the current answer and reads its last events. */
  endTurn(): void {
    if (this.#turn !== undefined) this.#pass(this.#turn.finish())
    this.#turn = undefined
  }

  beginTurn(): void {
    this.#turn = new EventReader(this.#codec, this.#turnContext)
    this.steps.begin()
  }

  add(events: readonly StreamEvent[]): void {
    this.#waiting.push(...events)
  }

  override push(chunk: Uint8Array | string | object, events: StreamEvent[] = []): StreamEvent[] {
    this.#give(events)
    const isEmpty = chunk instanceof Uint8Array && chunk.length === 0
    if (!isEmpty && this.#turn !== undefined) this.#pass(this.#turn.push(chunk))
    this.#give(events)
    return events
  }

  override finish(events: StreamEvent[] = []): StreamEvent[] {
    this.endTurn()
    this.#waiting.push(...this.steps.finish())
    this.#give(events)
    return events
  }

  override fail(thrown: unknown, events: StreamEvent[]): void {
    const turn = this.#turn ?? new EventReader(this.#codec, this.#turnContext)
    this.#turn = turn
    const failed: StreamEvent[] = []
    turn.fail(thrown, failed)
    this.#pass(failed)
    this.#give(events)
  }

  #pass(events: readonly StreamEvent[]): void {
    for (const event of events) this.#waiting.push(...this.steps.push(event))
  }

  #give(events: StreamEvent[]): void {
    events.push(...this.#waiting.splice(0))
  }
}

/**
 * Joins the events of several answers to one answer, without the calls that the proxy runs and with one end.
 */
class TurnSteps {
  readonly #tools: SubstitutedTools
  readonly #watch: AnswerWatch
  #calls: ToolCall[] = []
  /** Calls of this turn, so that each call runs once. */
  readonly #seen = new Set<string>()
  readonly #hidden = new Set<string>()
  #hasOthers = false
  #hasFailed = false
  #finish: FinishEvent | undefined
  #usage: Usage | undefined
  #turn = 0

  constructor(tools: SubstitutedTools, wire: string) {
    this.#tools = tools
    this.#watch = new AnswerWatch(wire)
  }

  /** True if the client has calls to answer. */
  get hasOtherCalls(): boolean {
    return this.#hasOthers
  }

  /** True if the answer was interrupted. Its calls are not run. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  /** The message so far, including the run calls. */
  get message(): Message {
    return this.#watch.response.message
  }

  begin(): void {
    this.#turn += 1
    this.#finish = undefined
    this.#hasOthers = false
    this.#seen.clear()
  }

  /** Takes the calls of this turn that the proxy runs. */
  takeCalls(): readonly ToolCall[] {
    return this.#calls.splice(0)
  }

  ran({ call, result }: SubstituteRun): readonly StreamEvent[] {
    return this.#told([endOf('', call), endOf('', result)])
  }

  push(event: StreamEvent): readonly StreamEvent[] {
    switch (event.type) {
      case 'finish':
        this.#usage = addedUsage(this.#usage, event.usage)
        this.#finish = event
        return []
      case 'response-start':
        return this.#turn === 0 ? this.#told([event]) : []
      case 'tool-input-start':
        if (!this.#isOurs(event.name, event.providerExecuted)) break
        this.#hidden.add(event.id)
        return []
      case 'tool-input-delta':
      case 'tool-input-end':
        if (this.#hidden.has(event.id)) return []
        break
      case 'tool-call':
        return this.#call(event.call, event)
      case 'error':
        this.#hasFailed = true
        break
      default:
        return this.#told([this.#numbered(event)])
    }
    return this.#told([event])
  }

  /** Returns the single end event, with the tokens of all turns. */
  finish(): readonly StreamEvent[] {
    const finish = this.#finish
    if (finish === undefined) return []
    this.#finish = undefined
    const isCallless = outcomeOf(finish.finish) === 'tool-calls' && !this.#hasOthers
    // Metadata of the last message does not apply to all messages.
    const { messageMetadata, ...rest } = finish
    const ended: FinishEvent = {
      ...rest,
      ...(this.#turn === 0 && messageMetadata !== undefined && { messageMetadata }),
      ...(this.#usage !== undefined && { usage: this.#usage }),
      ...(isCallless && { finish: finishOf('length') }),
    }
    return [ended]
  }

  #call(call: ToolCall, event: StreamEvent): readonly StreamEvent[] {
    if (!this.#isOurs(call.name, call.providerExecuted)) {
      if (!call.providerExecuted) this.#hasOthers = true
      return this.#told([event])
    }
    if (!this.#seen.has(call.id)) this.#calls.push(call)
    this.#seen.add(call.id)
    return []
  }

  #isOurs(name: string, providerExecuted: boolean): boolean {
    return !providerExecuted && this.#tools.has(name)
  }

  /** Returns the event with a distinct block id, since block ids restart in each answer. */
  #numbered(event: StreamEvent): StreamEvent {
    if (this.#turn === 0 || !('id' in event) || event.id === undefined) return event
    return { ...event, id: `${this.#turn}-${event.id}` }
  }

  #told(events: readonly StreamEvent[]): readonly StreamEvent[] {
    for (const event of events) this.#watch.push(event)
    return events
  }
}
