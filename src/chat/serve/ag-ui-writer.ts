import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { stringifyExact } from '../../base/json/parse.js'
import { asJson, isObject } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { addedUsage } from '../../base/model/add-usage.js'
import { encodeArgumentText } from '../../base/model/arguments.js'
import { isCallToAnswer } from '../../base/model/calls-to-answer.js'
import type { StreamEvent } from '../../base/model/events.js'
import type { ToolCall, ToolResult, Usage } from '../../base/model/types.js'
import type { ApprovalRequest } from '../../tools/policy/policy-types.js'
import type { LoopEvent, LoopFinishEvent, LoopFinishReason } from '../loop/loop-events.js'
import { agUiOutcome, interruptOf } from './ag-ui-interrupt.js'
import { agUiResultText } from './ag-ui-messages.js'
import { carriedRequest } from './approval-chunk.js'
import type { Chunk, WriteOptions } from './serve-types.js'
import { shownEvent, thrown, toldOf } from './shown-events.js'
import { EVENT_STREAM_HEADERS, frame, type Writer, type WriterOutput } from './writer.js'

const NONE: readonly Chunk[] = []

/** Writes the events of AG-UI 1.0. https://docs.ag-ui.com/spec/1.0 */
export class AgUiWriter implements Writer {
  readonly headers = EVENT_STREAM_HEADERS
  readonly #options: WriteOptions
  readonly #run: { readonly threadId: string; readonly runId: string }
  #hasStarted = false
  #isOver = false
  #step: string | undefined
  #messages = 0
  /** The message that contains the calls of this turn. */
  #parent: string | undefined
  /** Open messages and calls, by their blocks, with their end events. */
  readonly #open = new Map<string, { readonly id: string; readonly end: readonly Chunk[] }>()
  /** Calls that were sent; the value is true if their arguments were sent. */
  readonly #inputs = new Map<string, boolean>()
  /** Calls that the client has to answer. */
  readonly #pending = new Set<string>()
  readonly #settled = new Set<string>()
  readonly #approvals = new Map<string, ApprovalRequest>()
  /** True if part of the current answer was sent. */
  #hasTold = false
  #reason: LoopFinishReason | undefined
  #usage: Usage | undefined
  #model: string | undefined

  constructor(options: WriteOptions) {
    this.#options = options
    this.#run = { threadId: options.id ?? crypto.randomUUID(), runId: options.runId ?? crypto.randomUUID() }
  }

  push(event: LoopEvent): WriterOutput {
    const visible = shownEvent(event, this.#options)
    if (visible === undefined || this.#isOver) return []
    const chunks = this.#chunksOf(visible)
    return this.#framed([...this.#start(), ...chunks])
  }

  fail(error: unknown): WriterOutput {
    return this.#isOver ? [] : this.#framed(this.#failed(toldOf(thrown(error), this.#options)))
  }

  abort(): WriterOutput {
    this.#reason = 'aborted'
    return []
  }

  finish(): WriterOutput {
    if (this.#isOver) return []
    const chunks = [...this.#start(), ...this.#closed(), ...this.#endStep(), this.#finished()]
    this.#isOver = true
    return this.#framed(chunks)
  }

  #framed(chunks: readonly Chunk[]): WriterOutput {
    return chunks.map((chunk) => frame(stringifyExact(chunk)))
  }

  #start(): readonly Chunk[] {
    if (this.#hasStarted) return NONE
    this.#hasStarted = true
    return [{ type: 'RUN_STARTED', ...this.#run }]
  }

  #chunksOf(event: LoopEvent): readonly Chunk[] {
    switch (event.type) {
      case 'step-start':
        this.#step = `step-${event.step}`
        return [{ type: 'STEP_STARTED', stepName: this.#step }]
      case 'step-finish':
        return [
          ...event.results.flatMap((result) => this.#late(result)),
          ...this.#closed(),
          ...this.#endStep(),
        ]
      case 'loop-finish':
        return this.#endLoop(event)
      case 'response-start':
        this.#model = event.model ?? this.#model
        return NONE
      case 'finish':
        this.#usage = addedUsage(this.#usage, event.usage)
        this.#parent = undefined
        this.#hasTold = false
        return this.#closed()
      case 'restart':
        if (!this.#hasTold) return NONE
        return this.#failed('The answer began again after parts of it were sent.')
      case 'error':
        return this.#failed(event.error.message, event.error.code)
      case 'completed':
      case 'failed':
      case 'denied':
      case 'tool-result':
        return this.#result(event.result)
      case 'waiting':
        this.#approvals.set(event.callId, event.request)
        return NONE
      case 'decided':
        if (event.decision.type !== 'wait') this.#approvals.delete(event.callId)
        return NONE
      case 'output-chunk':
        return [custom('tool-output', { toolCallId: event.callId, chunk: event.chunk })]
      case 'preliminary':
      case 'sent':
      case 'started':
      case 'input-delta':
      case 'retrying':
      case 'rolled-back':
        return NONE
      default:
        return this.#told(this.#block(event))
    }
  }

  /** Marks chunks of an answer as sent: they cannot be withdrawn. */
  #told(chunks: readonly Chunk[]): readonly Chunk[] {
    if (chunks.length > 0) this.#hasTold = true
    return chunks
  }

  #block(event: StreamEvent): readonly Chunk[] {
    switch (event.type) {
      case 'text-start':
        return this.#openText(event.id)
      case 'reasoning-start':
        return this.#openReasoning(event.id)
      case 'text-delta':
        return this.#delta(`text ${event.id}`, 'TEXT_MESSAGE_CONTENT', event.delta)
      case 'reasoning-delta':
        return this.#delta(`reasoning ${event.id}`, 'REASONING_MESSAGE_CONTENT', event.delta)
      case 'text-end':
        return this.#close(`text ${event.id}`)
      case 'reasoning-end':
        return this.#close(`reasoning ${event.id}`)
      case 'tool-input-start':
        this.#inputs.set(event.id, false)
        return this.#openCall(event)
      case 'tool-input-delta':
        this.#inputs.set(event.id, true)
        return event.delta === '' ? NONE : [argumentsOf(event.id, event.delta)]
      case 'tool-call':
        return this.#call(event.call)
      case 'part':
        return partChunks(event.part)
      default:
        return NONE
    }
  }

  #newMessage(): string {
    this.#messages += 1
    return `${this.#run.runId}-${this.#messages}`
  }

  #openText(block: string): readonly Chunk[] {
    const messageId = this.#newMessage()
    this.#parent = messageId
    const end = [{ type: 'TEXT_MESSAGE_END', messageId }]
    this.#open.set(`text ${block}`, { id: messageId, end })
    return [{ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' }]
  }

  #openReasoning(block: string): readonly Chunk[] {
    const messageId = this.#newMessage()
    const end = [
      { type: 'REASONING_MESSAGE_END', messageId },
      { type: 'REASONING_END', messageId },
    ]
    this.#open.set(`reasoning ${block}`, { id: messageId, end })
    return [
      { type: 'REASONING_START', messageId },
      { type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning' },
    ]
  }

  #openCall({ id, name }: { readonly id: string; readonly name: string }): readonly Chunk[] {
    this.#parent ??= this.#newMessage()
    this.#open.set(`call ${id}`, { id, end: [{ type: 'TOOL_CALL_END', toolCallId: id }] })
    return [{ type: 'TOOL_CALL_START', toolCallId: id, toolCallName: name, parentMessageId: this.#parent }]
  }

  #delta(block: string, type: string, delta: string): readonly Chunk[] {
    const open = this.#open.get(block)
    return open === undefined || delta === '' ? NONE : [{ type, messageId: open.id, delta }]
  }

  #close(block: string): readonly Chunk[] {
    const open = this.#open.get(block)
    this.#open.delete(block)
    return open?.end ?? NONE
  }

  /** Ends all open messages and calls, as required before a run continues or ends. */
  #closed(): readonly Chunk[] {
    const ends = [...this.#open.values()].flatMap(({ end }) => end)
    this.#open.clear()
    return ends
  }

  #call(call: ToolCall): readonly Chunk[] {
    if (isCallToAnswer(call)) this.#pending.add(call.id)
    // A later turn may repeat the id of a call.
    this.#settled.delete(call.id)
    const begun = this.#inputs.has(call.id) ? NONE : this.#openCall(call)
    const text = this.#inputs.get(call.id) === true ? '' : encodeArgumentText(call)
    this.#inputs.delete(call.id)
    return [
      ...begun,
      ...(text === '' ? NONE : [argumentsOf(call.id, text)]),
      ...this.#close(`call ${call.id}`),
    ]
  }

  #result(result: ToolResult): readonly Chunk[] {
    const { callId: toolCallId } = result
    this.#settled.add(toolCallId)
    this.#pending.delete(toolCallId)
    this.#approvals.delete(toolCallId)
    const content = agUiResultText(result)
    return [{ type: 'TOOL_CALL_RESULT', messageId: this.#newMessage(), toolCallId, content, role: 'tool' }]
  }

  /** Emits a result for which no event was received, such as a result of an executor on other machines. */
  #late(result: ToolResult): readonly Chunk[] {
    if (this.#settled.has(result.callId)) return NONE
    if (result.preliminary !== true) return this.#result(result)
    const request = carriedRequest(result.metadata?.approval)
    if (request !== undefined) this.#approvals.set(request.callId, request)
    return NONE
  }

  #endStep(): readonly Chunk[] {
    const stepName = this.#step
    this.#step = undefined
    this.#parent = undefined
    return stepName === undefined ? NONE : [{ type: 'STEP_FINISHED', stepName }]
  }

  #endLoop({ reason, approvals }: LoopFinishEvent): readonly Chunk[] {
    this.#reason = reason
    for (const request of approvals) this.#approvals.set(request.callId, request)
    return NONE
  }

  #failed(message: string, code?: string): readonly Chunk[] {
    if (this.#isOver) return NONE
    this.#isOver = true
    return [...this.#start(), compact({ type: 'RUN_ERROR', message, code })]
  }

  #finished(): Chunk {
    return compact({ type: 'RUN_FINISHED', ...this.#run, outcome: this.#outcome(), usage: this.#usageTold() })
  }

  #outcome(): JsonObject {
    if (this.#reason === 'aborted') return { type: 'cancelled' }
    return agUiOutcome([...this.#approvals.values()].map(interruptOf), [...this.#pending])
  }

  #usageTold(): JsonValue | undefined {
    if (this.#options.usage !== true || this.#usage === undefined) return undefined
    const { cacheWriteTokens: cacheWriteInputTokens, hourCacheWriteTokens: _hour, ...counts } = this.#usage
    const model = this.#options.metadata === true ? this.#model : undefined
    return [compact({ ...counts, cacheWriteInputTokens, model })]
  }
}

function argumentsOf(toolCallId: string, delta: string): Chunk {
  return { type: 'TOOL_CALL_ARGS', toolCallId, delta }
}

function custom(name: string, value: JsonValue): Chunk {
  return { type: 'CUSTOM', name, value }
}

/** Converts parts without an AG-UI event, and data of the host. */
function partChunks(part: Extract<StreamEvent, { type: 'part' }>['part']): readonly Chunk[] {
  if (part.type !== 'opaque') return [custom(part.type, asJson(part))]
  const { type, data } = isObject(part.value) ? part.value : {}
  const isData = typeof type === 'string' && type.startsWith('data-')
  return isData ? [custom(type.slice(5), data ?? null)] : NONE
}
