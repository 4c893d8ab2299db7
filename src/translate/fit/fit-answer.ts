import { createPaths, isOwn } from '../../base/model/change.js'
import type { Notice } from '../../base/model/context.js'
import type { CallStart, FinishEvent, StreamEvent } from '../../base/model/events.js'
import { expectGiven, expectResponse } from '../../base/model/expect.js'
import type { Message, ModelResponse, Part, ToolCall } from '../../base/model/types.js'
import type { CitationForms } from '../../codec/shape/citations.js'
import { functionCall } from '../../codec/shape/free-text.js'
import type { HostedForms } from '../../codec/shape/hosted-forms.js'
import type { RunKind } from '../../codec/shape/run-forms.js'
import { stepResponse } from '../../codec/stream/assemble.js'
import { startedCall } from '../../codec/stream/encoding.js'
import { EmptyTexts, type EventStep, endOf, pipeSteps } from '../../codec/stream/event-step.js'
import type { FitContext } from '../../codec/wire/fit-step.js'
import { type RunWires, ToldRuns } from './convert-runs.js'
import { createFitContext, type FitOptions, type FitTarget, restorable, TARGET } from './fit.js'
import { Citations, type CitationWires } from './fit-citations.js'
import { fitFinish } from './fit-finish.js'
import { createCallIds } from './fit-names.js'
import { createLosses, type Losing, reportAlternatives } from './not-carried.js'
import { keepReadable, withIssued, withSharedSignature } from './origin.js'
import { createExecutedSettler } from './provider-executed.js'
import { type Restorable, startOf, wholeInput } from './restore.js'
import { asFunctionCall, callAsFunction, createFlatCalls } from './tool-kinds.js'
import { isLeftOut, reportWithheld } from './withheld.js'

/** An answer fitted to the target. Paths of the notices point into the answer. */
export interface FittedResponse extends Restorable {
  /** The answer in a form that the target can express. */
  readonly response: ModelResponse
  readonly notices: readonly Notice[]
}

/**
 * Adapts a response to a wire that did not generate it. Calls that a provider ran are never sent to the
 * client. Runs the step for live answers over the events of the complete answer, so that both have the same
 * result.
 */
export function fitResponse(
  response: ModelResponse,
  target: FitTarget,
  options: FitOptions = {},
): FittedResponse {
  expectGiven(target, TARGET, '/target')
  expectResponse(response)
  const step = createAnswerFit(target, { ...options, origin: response.message.origin })
  const fitted = stepResponse(response, step)
  return { response: fitted, notices: step.notices, ...step.restorable() }
}

export interface AnswerFitOptions extends FitOptions {
  /** The author of the answer. */
  readonly origin?: Message['origin'] | undefined
  /** The forms of citations on the wire of the answer. Default: only source parts are read. */
  readonly citations?: CitationForms | undefined
  /** The forms of hosted tools on the wire of the answer. Default: calls of hosted tools are not decoded. */
  readonly hosted?: HostedForms | undefined
  /** Kinds of the reader's hosted tools that were carried to the wire of the answer. Default: none. */
  readonly carried?: readonly RunKind[] | undefined
}

/** Adapts an answer while it is received. */
export interface AnswerFit extends EventStep {
  /** The notices so far. Paths point into the response assembled from the events. */
  readonly notices: readonly Notice[]
  restorable(): Restorable
}

export function createAnswerFit(target: FitTarget, options: AnswerFitOptions = {}): AnswerFit {
  // The default is `drop`: readers display or parse text as the model's text, so calls are narrated only if
  // the caller requests it.
  const { providerExecuted = 'drop', citations: read, from, hosted, carried = [] } = options
  const policy = providerExecuted === 'drop' ? 'drop' : 'narrate'
  const fit = createFitContext({ messages: [] }, target, { ...options, providerExecuted: policy })
  const author: Message = { role: 'assistant', parts: [], ...(options.origin && { origin: options.origin }) }
  const wires: AnswerWires = { from, read, write: target.citations, hosted, carried }
  // The current attempt. Most streams and every complete answer have one attempt, and no attempt is created
  // after its end.
  let attempt: AnswerAttempt | undefined
  const step: EventStep = {
    push(event) {
      attempt ??= new AnswerAttempt(author, fit, wires)
      const events = attempt.push(event)
      if (event.type === 'restart' || event.type === 'finish') attempt = undefined
      return events
    },
    finish: () => [],
  }
  // Formats of programs do not have outcomes, and keep every part.
  const keepsEmpty = author.origin?.wire === fit.wire || fit.limits.outcomes === undefined
  return {
    notices: fit.notices,
    restorable: () => restorable(fit),
    ...(keepsEmpty ? step : pipeSteps(step, new EmptyTexts())),
  }
}

type AnswerWires = CitationWires & RunWires

type PartChange = (part: Part, message: Message) => Part | undefined

/** The handling of a call, decided at its first event. */
interface Fate {
  readonly index: number
  /** The call in its new form, or a text that describes the call. Undefined for a dropped call. */
  readonly head: Part | undefined
  /**
   * True if the free text of the call becomes the argument of a function. The argument is sent once it is
   * complete, since truncated text is not a valid argument.
   */
  readonly isWrapped: boolean
}

/** One attempt at an answer. A restart discards it, and a further turn is a separate answer. */
class AnswerAttempt {
  readonly #fit: FitContext
  readonly #author: Message
  readonly #paths = createPaths()
  readonly #losses: Losing
  readonly #peek: PartChange
  readonly #changes: readonly PartChange[]
  readonly #blocks = new Map<string, number>()
  readonly #fates = new Map<string, Fate>()
  #partCount = 0
  #isChanged = false
  #hasClientCalls = false
  #hasText = false
  #error: ModelResponse['error']
  /** The model that the answer names. */
  #model: string | undefined
  /**
   * The citations of the answer. Undefined for formats that keep the parts and the metadata of any wire,
   * since these formats also keep citations.
   */
  readonly #citations?: Citations
  readonly #wires: AnswerWires
  #told?: ToldRuns

  constructor(author: Message, context: FitContext, wires: AnswerWires) {
    const fit = { ...context, ...this.#paths }
    this.#fit = fit
    this.#author = author
    this.#losses = createLosses(fit)
    if (!fit.limits.carries?.includes('source')) this.#citations = new Citations(fit, wires, this.#losses)
    this.#wires = wires
    this.#peek = createExecutedSettler({ ...fit, report: () => undefined })
    const clean = (part: Part) => keepReadable(part, author, fit)
    const settle = createExecutedSettler(fit)
    this.#changes = [
      // If calls are dropped, they are dropped first, since dropped parts need no cleaning.
      ...(fit.providerExecuted === 'drop' ? [settle, clean] : [clean, settle]),
      (part) => asFunctionCall(part, author, fit),
      createFlatCalls(fit),
      (part) => callAsFunction(part, fit),
      createCallIds(fit),
    ]
  }

  push(event: StreamEvent): readonly StreamEvent[] {
    if (event.type === 'finish') return this.#finish(event)
    const events = this.#push(event)
    return this.#citations?.pass(events) ?? events
  }

  #push(event: StreamEvent): readonly StreamEvent[] {
    switch (event.type) {
      case 'response-start':
        this.#model = event.model
        return [event]
      case 'text-start':
      case 'reasoning-start':
        this.#blocks.set(`${event.type} ${event.id}`, this.#takeIndex())
        return [event]
      case 'text-end':
        this.#end(event)
        return [event]
      case 'reasoning-end':
        this.#end(event)
        return [this.#signed(event)]
      case 'tool-input-start':
        return this.#start(event)
      case 'tool-input-delta':
      case 'tool-input-end':
        return this.#input(event)
      case 'tool-call':
        return this.#call(event)
      case 'tool-result':
        return this.#whole(event, event.result)
      case 'part':
        return this.#whole(event, event.part)
      case 'error':
        this.#error ??= event.error
        return [this.#withoutForeignBody(event)]
      default:
        return [event]
    }
  }

  /** Removes the error body of another wire, since readers of this wire do not know its members. */
  #withoutForeignBody(event: Extract<StreamEvent, { type: 'error' }>): StreamEvent {
    const { raw, ...error } = event.error
    if (raw === undefined || this.#author.origin?.wire === this.#fit.wire) return event
    return { ...event, error }
  }

  #end({ type, id, part }: Extract<StreamEvent, { type: 'text-end' | 'reasoning-end' }>): void {
    const index = this.#blocks.get(`${type.replace('end', 'start')} ${id}`) ?? 0
    this.#lose(part, index)
    if (part.type === 'text' && part.text.trim() !== '') this.#hasText = true
    if (part.type === 'text') this.#citations?.readText(part, `/message/parts/${index}`)
  }

  /** Adds the signature that the model issued on another wire, if it is valid on this wire. */
  #signed(event: Extract<StreamEvent, { type: 'reasoning-end' }>): StreamEvent {
    const model = this.#model ?? this.#author.origin?.model ?? this.#fit.model
    const part = withSharedSignature(event.part, model ?? '', this.#fit)
    return part === event.part ? event : { ...event, part }
  }

  #takeIndex(): number {
    this.#partCount += 1
    return this.#partCount - 1
  }

  #lose(part: Part, index: number): void {
    this.#losses.addPart(part, `/message/parts/${index}`)
  }

  #fitPart(part: Part, index: number): Part | undefined {
    this.#paths.enterPart(part, `/message/parts/${index}`)
    let fitted: Part | undefined = part
    for (const change of this.#changes) {
      const next: Part | undefined = fitted && change(fitted, this.#author)
      fitted = fitted && next && this.#paths.derive(fitted, next)
    }
    if (fitted !== part) this.#isChanged = true
    return fitted
  }

  /** Decides how a call is handled, by the facts at its start. */
  #decide(call: ToolCall): Fate {
    const index = this.#takeIndex()
    const head = this.#fitPart(call, index)
    const isCall = head?.type === 'tool-call'
    if (isCall && !head.providerExecuted) this.#hasClientCalls = true
    return { index, head, isWrapped: isCall && call.kind === 'custom' && head.kind !== 'custom' }
  }

  /**
   * Decides how a call that a provider ran is handled. The data of this call is emitted once the call is
   * complete.
   */
  #foresee(call: ToolCall): Fate {
    const head = this.#runs.mayTell(call.kind) ? undefined : this.#peek(call, this.#author)
    return { index: this.#takeIndex(), head, isWrapped: false }
  }

  #start(event: CallStart): readonly StreamEvent[] {
    const call = startedCall(event)
    const fate = event.providerExecuted ? this.#foresee(call) : this.#decide(call)
    this.#fates.set(event.id, fate)
    const { head } = fate
    if (head?.type === 'text') return [{ type: 'text-start', id: narrationId(event.id) }]
    if (head?.type !== 'tool-call') return []
    return [head === call ? event : startOf(event, head)]
  }

  #input(
    event: Extract<StreamEvent, { type: 'tool-input-delta' | 'tool-input-end' }>,
  ): readonly StreamEvent[] {
    const fate = this.#fates.get(event.id)
    if (fate === undefined) return [event]
    const { head, isWrapped } = fate
    if (head?.type !== 'tool-call' || isWrapped) return []
    return head.id === event.id ? [event] : [{ ...event, id: head.id }]
  }

  #call(event: Extract<StreamEvent, { type: 'tool-call' }>): readonly StreamEvent[] {
    const { call } = event
    const begun = this.#fates.get(call.id)
    this.#fates.delete(call.id)
    if (call.providerExecuted) return this.#executed(event, begun)
    if (begun === undefined && this.#isLeftOut(call)) return this.#leaveOut(call)
    const { head, isWrapped, index } = begun ?? this.#decide(call)
    this.#lose(call, index)
    if (head?.type !== 'tool-call') return []
    const fitted = withIssued(applied(call, head, isWrapped), this.#fit)
    const last: StreamEvent = fitted === call ? event : { type: 'tool-call', call: fitted }
    return isWrapped && begun !== undefined ? [...wholeInput(fitted), last] : [last]
  }

  /**
   * Returns true if the call is omitted. The finish of a format can state that calls must not run; only
   * formats that keep hand-over marks can state that another model took over.
   */
  #isLeftOut(call: ToolCall): boolean {
    const { limits, wire } = this.#fit
    if (isOwn(call, this.#author, wire)) return false
    if (limits.outcomes !== undefined) return isLeftOut(call)
    return call.withheld === 'superseded' && limits.carries?.includes('opaque') !== true
  }

  #leaveOut(call: ToolCall): readonly StreamEvent[] {
    const path = `/message/parts/${this.#takeIndex()}`
    reportWithheld(call, path, this.#fit)
    this.#isChanged = true
    return []
  }

  #executed(
    event: Extract<StreamEvent, { type: 'tool-call' }>,
    begun: Fate | undefined,
  ): readonly StreamEvent[] {
    const { call } = event
    const index = begun?.index ?? this.#takeIndex()
    this.#lose(call, index)
    this.#paths.enterPart(call, `/message/parts/${index}`)
    const told = this.#tell(call)
    if (told !== undefined) return told
    const fitted = this.#fitPart(call, index)
    if (fitted?.type === 'tool-call') return [fitted === call ? event : { type: 'tool-call', call: fitted }]
    if (fitted?.type !== 'text') return []
    const events = textEvents(fitted, narrationId(call.id))
    return begun?.head === undefined ? events : events.slice(1)
  }

  /** The converter of provider-executed calls, created at the first of them. */
  get #runs(): ToldRuns {
    this.#told ??= new ToldRuns(this.#fit, this.#wires, this.#citations)
    return this.#told
  }

  /** Converts a call that a provider ran to the form of the reader's provider. */
  #tell(part: Part): readonly StreamEvent[] | undefined {
    if (part.type !== 'tool-call' && part.type !== 'tool-result') return undefined
    const parts = part.providerExecuted ? this.#runs.take(part) : undefined
    return parts?.map((told) => endOf('', told))
  }

  #whole(event: StreamEvent, part: Part): readonly StreamEvent[] {
    const index = this.#takeIndex()
    this.#lose(part, index)
    if (
      part.type === 'source' &&
      this.#citations !== undefined &&
      !isOwn(part, this.#author, this.#fit.wire)
    ) {
      this.#citations.readPart(part, `/message/parts/${index}`)
      return []
    }
    const told = this.#tell(part)
    if (told !== undefined) return told
    const fitted = this.#fitPart(part, index)
    if (fitted === part) return [event]
    if (fitted === undefined) return []
    if (fitted.type === 'text') return textEvents(fitted, `told-${index}`)
    return fitted.type === 'tool-result' ? [{ type: 'tool-result', result: fitted }] : []
  }

  #finish(event: FinishEvent): readonly StreamEvent[] {
    const { type: _type, messageMetadata, ...rest } = event
    reportAlternatives(rest, this.#fit)
    const { before, finish } = fitFinish(
      {
        finish: event.finish,
        author: this.#author,
        hasText: this.#hasText,
        hasClientCalls: this.#hasClientCalls,
        isChanged: this.#isChanged,
        error: this.#error,
      },
      this.#fit,
    )
    const fitted = finish === event.finish ? event : { ...event, finish }
    const found = this.#citations?.readAnswer(event) ?? { queries: [], sources: [] }
    const hasRun = this.#told !== undefined || this.#wires.carried.length > 0
    const told = hasRun ? this.#runs.finish(found, event.id).map((part) => endOf('', part)) : []
    const ended = this.#citations?.finish(fitted) ?? [fitted]
    const events = [...ended.slice(0, -1), ...told, ...before, ...ended.slice(-1)]
    this.#losses.addAnswer({ ...rest, error: this.#error }, messageMetadata)
    this.#losses.report()
    return events
  }
}

/** Applies the decision about a call to the complete call. */
function applied(call: ToolCall, head: ToolCall, isWrapped: boolean): ToolCall {
  const { id, name, kind, namespace } = head
  const converted = isWrapped && call.kind === 'custom' ? functionCall(call) : call
  const isSame = converted.id === id && converted.name === name && converted.kind === kind
  if (isSame && converted.namespace === namespace) return converted
  const { namespace: _namespace, ...rest } = converted
  const space = namespace === undefined ? {} : { namespace }
  if (rest.kind === 'custom') return { ...rest, id, name, ...space }
  return kind === 'custom' ? converted : { ...rest, id, name, kind, ...space }
}

function narrationId(callId: string): string {
  return `told-${callId}`
}

function textEvents(part: Extract<Part, { type: 'text' }>, id: string): readonly StreamEvent[] {
  return [
    { type: 'text-start', id },
    { type: 'text-delta', id, delta: part.text },
    { type: 'text-end', id, part },
  ]
}
