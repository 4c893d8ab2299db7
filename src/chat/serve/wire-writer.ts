import { compact } from '../../base/json/write-json.js'
import { addedUsage } from '../../base/model/add-usage.js'
import { isCallToAnswer } from '../../base/model/calls-to-answer.js'
import { type Context, createContext } from '../../base/model/context.js'
import type { FinishEvent, StreamEvent } from '../../base/model/events.js'
import { failedFinish, finishOf, outcomeOf } from '../../base/model/outcome.js'
import type { Finish, ToolCall, Usage } from '../../base/model/types.js'
import type { EventStep } from '../../codec/stream/event-step.js'
import { createFrameWriter, type FrameWriter } from '../../codec/stream/frame-writer.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { createAnswerSteps } from '../../translate/exchange/translate-answer.js'
import type { LoopEvent, LoopFinishEvent } from '../loop/loop-events.js'
import type { WriteOptions } from './serve-types.js'
import { shownEvent, thrown, toldOf } from './shown-events.js'
import { EVENT_STREAM_HEADERS, NO_OUTPUT, type Writer, type WriterOutput } from './writer.js'

/**
 * Writes one answer of a wire. For a loop, the answer contains the text of all steps. Of the calls, it
 * contains only those that the client has to answer, because a client of the wire runs every call that it
 * receives.
 */
export class WireWriter implements Writer {
  readonly headers: Readonly<Record<string, string>>
  readonly #options: WriteOptions
  readonly #context: Context
  readonly #frames: FrameWriter
  readonly #fit: EventStep
  #isLoop = false
  #hasFailed = false
  #isAborted = false
  #hasFinished = false
  /** Calls of a loop without a result so far. */
  readonly #open = new Map<string, ToolCall>()
  #finish: FinishEvent | undefined
  #usage: Usage | undefined

  constructor(to: Adapter, options: WriteOptions) {
    this.#options = options
    this.#context = { ...createContext(to.id), report: (notice) => options.onNotice?.(notice) }
    this.#frames = createFrameWriter(to.codecs, this.#context)
    this.#fit = createAnswerSteps(undefined, to.codecs)
    this.headers = { ...EVENT_STREAM_HEADERS, 'content-type': to.codecs.stream.framing.contentType }
  }

  push(event: LoopEvent): WriterOutput {
    const visible = shownEvent(event, this.#options)
    return visible === undefined || this.#hasFailed ? NO_OUTPUT : this.#write(this.#eventsOf(visible))
  }

  fail(error: unknown): WriterOutput {
    if (this.#hasFailed) return NO_OUTPUT
    const message = toldOf(thrown(error), this.#options)
    return this.#write(this.#failed({ type: 'error', error: { message } }))
  }

  /** Stops all further output, as a provider does when its client disconnects. */
  abort(): WriterOutput {
    this.#isAborted = true
    return NO_OUTPUT
  }

  finish(): WriterOutput {
    if (this.#isAborted) return NO_OUTPUT
    const end = this.#hasFinished ? [] : this.#end(finishOf('unknown'))
    return [...this.#write(end), ...this.#write(this.#fit.finish(), true), ...this.#frames.finish()]
  }

  #write(events: readonly StreamEvent[], isFitted = false): WriterOutput {
    const fitted = isFitted ? events : events.flatMap((event) => this.#fit.push(event))
    return fitted.flatMap((event) => this.#frames.push(event))
  }

  #eventsOf(event: LoopEvent): readonly StreamEvent[] {
    switch (event.type) {
      case 'step-start':
        this.#isLoop = true
        return []
      case 'step-finish':
        for (const { callId, preliminary } of event.results)
          if (preliminary !== true) this.#open.delete(callId)
        return []
      case 'loop-finish':
        return this.#endLoop(event)
      case 'finish':
        return this.#endTurn(event)
      case 'error':
        return this.#failed(event)
      case 'tool-input-start':
      case 'tool-input-delta':
      case 'tool-input-end':
        // Calls of a loop are held, since only the end of the step shows whether the client has to answer
        // them.
        return this.#isLoop ? [] : [event]
      case 'tool-call':
        if (!this.#isLoop || !isCallToAnswer(event.call)) return [event]
        this.#open.set(event.call.id, event.call)
        return []
      case 'restart':
        this.#open.clear()
        return [event]
      case 'response-start':
      case 'text-start':
      case 'text-delta':
      case 'text-end':
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end':
      case 'tool-result':
      case 'part':
        return [event]
      default:
        return []
    }
  }

  #endTurn(event: FinishEvent): readonly StreamEvent[] {
    this.#finish = event
    this.#usage = addedUsage(this.#usage, event.usage)
    return this.#isLoop ? [] : this.#end(event.finish)
  }

  #endLoop({ reason, approvals }: LoopFinishEvent): readonly StreamEvent[] {
    if (reason === 'aborted') this.#isAborted = true
    // The error is thrown after this event and then ends the stream.
    if (this.#isAborted || this.#hasFinished || reason === 'error') return []
    for (const { callId, name } of approvals) {
      this.#open.delete(callId)
      this.#context.report({
        code: 'approval-dropped',
        severity: 'warning',
        path: '',
        message: `the call of ${name} waits for approval, which cannot be requested from clients of this wire`,
      })
    }
    const calls = reason === 'client' ? [...this.#open.values()] : []
    const last = this.#finish?.finish ?? finishOf('complete')
    const usual = outcomeOf(last) === 'tool-calls' ? finishOf('complete') : last
    return [
      ...calls.map((call) => ({ type: 'tool-call' as const, call })),
      ...this.#end(calls.length > 0 ? finishOf('tool-calls') : usual),
    ]
  }

  #end(finish: Finish): readonly StreamEvent[] {
    if (this.#hasFinished) return []
    this.#hasFinished = true
    const { usage: _usage, ...last }: FinishEvent = this.#finish ?? { type: 'finish', finish }
    const usage = this.#options.usage === true ? this.#usage : undefined
    return [compact({ ...last, finish, usage })]
  }

  #failed(event: Extract<StreamEvent, { type: 'error' }>): readonly StreamEvent[] {
    this.#hasFailed = true
    return [event, ...this.#end(failedFinish())]
  }
}
