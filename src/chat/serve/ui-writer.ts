import { streamEncoder } from '../../../adapters/ai-sdk/stream-encoder.js'
import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { stringifyExact } from '../../base/json/parse.js'
import { asJson, isObject } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { addedUsage } from '../../base/model/add-usage.js'
import { createContext } from '../../base/model/context.js'
import type { FinishEvent, StreamEvent } from '../../base/model/events.js'
import type { ToolCall, ToolResult, Usage } from '../../base/model/types.js'
import type { StreamEncoder } from '../../codec/stream/codec.js'
import type { ApprovalRequest, Decision } from '../../tools/policy/policy-types.js'
import type { LoopEvent, LoopFinishEvent } from '../loop/loop-events.js'
import { approvalChunk, carriedRequest } from './approval-chunk.js'
import { createSeal, DEFAULT_APPROVAL_TTL, type Seal } from './seal.js'
import { ChunkSealer } from './seal-chunk.js'
import type { Chunk, WriteOptions } from './serve-types.js'
import { shownEvent, thrown, toldOf, UI_WIRE } from './shown-events.js'
import { EVENT_STREAM_HEADERS, frame, type Writer, type WriterOutput } from './writer.js'

const HEADERS = { ...EVENT_STREAM_HEADERS, 'x-vercel-ai-ui-message-stream': 'v1' }
const NONE: readonly Chunk[] = []

/** Writes the UI message stream. https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol */
export class UiWriter implements Writer {
  readonly headers = HEADERS
  readonly #options: WriteOptions
  readonly #sealer: ChunkSealer | undefined
  #encoder: StreamEncoder
  #hasStarted = false
  #isInStep = false
  /** True if the current turn has ended. The next turn begins a step. */
  #isTurnOver = false
  #isOver = false
  #hasFailed = false
  #finish: FinishEvent | undefined
  #usage: Usage | undefined
  #model: string | undefined
  /** Requests that were sent, by call. */
  readonly #asked = new Map<unknown, ApprovalRequest>()
  /** The ids of the latest calls that have their results. */
  readonly #settled = new Set<string>()

  constructor(options: WriteOptions) {
    this.#options = options
    const seal = sealFor(options)
    const { approvalTtl = DEFAULT_APPROVAL_TTL } = options
    this.#sealer = seal && new ChunkSealer(seal, (callId) => this.#asked.get(callId), approvalTtl)
    this.#encoder = this.#newEncoder()
  }

  async push(event: LoopEvent): Promise<WriterOutput> {
    const visible = shownEvent(event, this.#options)
    return visible === undefined ? [] : this.#write(this.#chunksOf(visible))
  }

  fail(error: unknown): WriterOutput {
    return this.#frames(this.#hasFailed ? NONE : this.#failed(toldOf(thrown(error), this.#options)))
  }

  abort(): WriterOutput {
    if (this.#isOver) return []
    this.#isOver = true
    return this.#frames([...this.#start(), { type: 'abort' }])
  }

  finish(): WriterOutput {
    return [...this.#frames(this.#end()), frame('[DONE]')]
  }

  #newEncoder(): StreamEncoder {
    const { onNotice } = this.#options
    const context = createContext(UI_WIRE)
    const encoder = streamEncoder(true)({
      ...context,
      report: (notice) => onNotice?.(notice),
    })
    // The start event of the encoder is not used, since a loop has one start and its steps begin separately.
    encoder.push({ type: 'response-start' })
    return encoder
  }

  async #write(chunks: readonly Chunk[]): Promise<WriterOutput> {
    const sealer = this.#sealer
    if (sealer === undefined) return this.#frames(chunks)
    return this.#frames(await Promise.all(chunks.map((chunk) => sealer.sealed(chunk))))
  }

  #frames(chunks: readonly Chunk[]): WriterOutput {
    return chunks.map((chunk) => frame(stringifyExact(chunk)))
  }

  #chunksOf(event: LoopEvent): readonly Chunk[] {
    switch (event.type) {
      case 'step-start':
        return [
          ...this.#start(),
          ...(event.replaces === true ? [{ type: 'reset-step' }] : NONE),
          ...(event.calls ?? []).flatMap((call) => this.#earlier(call)),
        ]
      case 'started':
      case 'input-delta':
      case 'retrying':
      case 'rolled-back':
      case 'sent':
        return this.#start()
      case 'step-finish':
        return [...event.results.flatMap((result) => this.#late(result)), ...this.#endStep()]
      case 'loop-finish':
        return this.#endLoop(event)
      case 'finish':
        return this.#endTurn(event)
      case 'restart':
        this.#encoder = this.#newEncoder()
        return this.#isInStep ? [{ type: 'reset-step' }] : NONE
      case 'error':
        return this.#failed(event.error.message)
      case 'completed':
      case 'failed':
        return this.#result(event.result)
      case 'denied':
        return this.#denied(event.result, event.reason)
      case 'preliminary':
        return this.#encoded({ type: 'tool-result', result: { ...event.result, preliminary: true } })
      case 'waiting':
        return this.#ask(event.request)
      case 'decided':
        return this.#decided(event.callId, event.decision)
      case 'output-chunk':
        return [...this.#start(), outputChunk(event.callId, event.chunk)]
      case 'response-start':
        this.#model = event.model ?? this.#model
        return this.#step()
      default:
        return this.#told(event)
    }
  }

  /** Returns the chunks of a call of an earlier run, which a client that resumes the stream may not have. */
  #earlier(call: ToolCall): readonly Chunk[] {
    return this.#encoded({ type: 'tool-call', call })
  }

  #start(): readonly Chunk[] {
    if (this.#hasStarted) return NONE
    this.#hasStarted = true
    return [{ type: 'start' }]
  }

  /**
   * Opens a step with the first output of the model. Results of calls of an earlier answer are outside of
   * steps.
   */
  #step(): readonly Chunk[] {
    const before = this.#isTurnOver ? this.#endStep() : NONE
    if (this.#isInStep) return before
    this.#isInStep = true
    return [...this.#start(), ...before, { type: 'start-step' }]
  }

  #endStep(): readonly Chunk[] {
    this.#isTurnOver = false
    if (!this.#isInStep) return NONE
    this.#isInStep = false
    return [{ type: 'finish-step' }]
  }

  #encoded(event: StreamEvent): readonly Chunk[] {
    return [...this.#start(), ...this.#encoder.push(event).map(({ data }) => (isObject(data) ? data : {}))]
  }

  #told(event: StreamEvent): readonly Chunk[] {
    if (event.type === 'part' && isStepMark(event.part)) return [...this.#endStep(), ...this.#step()]
    // A later turn may repeat the id of a call.
    if (event.type === 'tool-call') this.#settled.delete(event.call.id)
    if (event.type === 'tool-result') this.#settled.add(event.result.callId)
    return [...this.#step(), ...this.#encoded(event)]
  }

  #result(result: ToolResult): readonly Chunk[] {
    this.#settled.add(result.callId)
    return this.#encoded({ type: 'tool-result', result })
  }

  /** Emits a result for which no event was received, such as a result of an executor on other machines. */
  #late(result: ToolResult): readonly Chunk[] {
    if (this.#settled.has(result.callId)) return NONE
    if (result.preliminary === true) {
      const request = carriedRequest(result.metadata?.approval)
      return request === undefined ? NONE : this.#ask(request)
    }
    if (result.output.type === 'denied') return this.#denied(result, result.output.reason)
    return this.#result(result)
  }

  #ask(request: ApprovalRequest): readonly Chunk[] {
    if (this.#asked.get(request.callId)?.id === request.id) return NONE
    this.#asked.set(request.callId, request)
    return [...this.#start(), approvalChunk(request)]
  }

  /**
   * Returns the chunks of a decision. For requests of an earlier run, the client already has the decision.
   */
  #decided(callId: string, decision: Decision): readonly Chunk[] {
    const approvalId = this.#asked.get(callId)?.id
    if (approvalId === undefined || decision.type === 'wait') return NONE
    const reason = decision.type === 'deny' ? decision.reason : undefined
    return [
      compact({ type: 'tool-approval-response', approvalId, approved: decision.type === 'approve', reason }),
    ]
  }

  /**
   * Returns the chunks of a denied call. In the UI, a denied call has a request, so a call that a policy
   * denied gets a request that is already answered.
   */
  #denied(result: ToolResult, reason: string | undefined): readonly Chunk[] {
    const { callId } = result
    this.#settled.add(callId)
    const denied = { type: 'tool-output-denied', toolCallId: callId }
    if (this.#asked.has(callId)) return [denied]
    const approvalId = `denied_${callId}`
    return [
      ...this.#start(),
      { type: 'tool-approval-request', approvalId, toolCallId: callId, isAutomatic: true },
      compact({ type: 'tool-approval-response', approvalId, approved: false, reason }),
      denied,
    ]
  }

  #failed(errorText: string): readonly Chunk[] {
    this.#hasFailed = true
    return [...this.#start(), { type: 'error', errorText }]
  }

  #endTurn(event: FinishEvent): readonly Chunk[] {
    const begun = this.#step()
    this.#finish = event
    this.#usage = addedUsage(this.#usage, event.usage)
    this.#isTurnOver = true
    return begun
  }

  #endLoop({ reason, approvals }: LoopFinishEvent): readonly Chunk[] {
    const chunks = [...approvals.flatMap((request) => this.#ask(request)), ...this.#endStep()]
    if (reason !== 'aborted' || this.#isOver) return chunks
    this.#isOver = true
    return [...chunks, { type: 'abort' }]
  }

  #end(): readonly Chunk[] {
    if (this.#isOver) return NONE
    this.#isOver = true
    const finishReason = this.#hasFailed ? 'error' : this.#finish?.finish.reason
    const finish = compact({ type: 'finish', finishReason, messageMetadata: this.#messageMetadata() })
    return [...this.#start(), ...this.#endStep(), finish]
  }

  #messageMetadata(): JsonObject | undefined {
    const { usage, metadata } = this.#options
    const told = compact({
      usage: usage === true ? this.#usage : undefined,
      model: metadata === true ? this.#model : undefined,
    })
    const json = asJson(told)
    return isObject(json) && Object.keys(json).length > 0 ? json : undefined
  }
}

/** Matches the start of a step in an answer that was read from a UI message. */
function isStepMark(part: Extract<StreamEvent, { type: 'part' }>['part']): boolean {
  return (
    part.type === 'opaque' &&
    part.wire === UI_WIRE &&
    isObject(part.value) &&
    part.value.type === 'step-start'
  )
}

/**
 * Creates the chunk of a tool's output. The chunk is not stored in the message, since the result contains the
 * output.
 */
function outputChunk(toolCallId: string, chunk: string): Chunk {
  return { type: 'data-tool-output', data: { toolCallId, chunk }, transient: true }
}

function sealFor({ secret, id }: WriteOptions): Seal | undefined {
  if (secret === undefined) return undefined
  if (id === undefined)
    throw new AdapterError(
      'missing-field',
      '/id',
      '`secret` signs for one chat and needs its id: id: chat.id',
    )
  return createSeal(secret, id)
}
