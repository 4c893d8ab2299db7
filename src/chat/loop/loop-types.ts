import type { Message, ModelResponse, Outcome, ToolResult } from '../../base/model/types.js'
import type { RunnableTool } from '../../tools/define-tool.js'
import type { Executor } from '../../tools/executor/executor-types.js'
import type { Approval, ApprovalRequest } from '../../tools/policy/policy-types.js'
import type { RunOptions } from '../../tools/run-tools.js'
import type { TurnInput } from '../output/answer-object.js'
import type { Provider } from '../provider/provider.js'
import type { LoopEvent, LoopFinishReason } from './loop-events.js'

/** What is sent with the messages: settings, choice of tools. */
type Sent = Omit<TurnInput, 'messages' | 'tools' | 'stream' | 'model'>

/**
 * Options of `runLoop`, in addition to the settings of a conversation. `context`, `policy` and `approve` are those of `runTools`,
 * for the `tools`. `signal` ends the loop.
 */
export interface LoopOptions extends RunOptions, Sent {
  /** The model that answers. */
  readonly provider: Provider
  /** The conversation so far. The list is not changed. */
  readonly messages: readonly Message[]
  /** What the model may use. Tools with `execute` run here; calls of others are left to the client. Default: none. */
  readonly tools?: readonly RunnableTool[] | undefined
  /**
   * Runs the calls in place of `tools`, with limits, retries or on other machines. Its tools are sent, too. If several loops share
   * it, give each a `conversationId` in `context`. Its own `policy` and `approve` count. Default: one made of `tools`.
   */
  readonly executor?: Executor | undefined
  /** Answered requests for approval, for the calls that wait for them. Default: none. */
  readonly approvals?: readonly Approval[] | undefined
  /** The most steps of this run. A step is a turn of the model with the calls that it makes. Default: 20. */
  readonly steps?: number | undefined
  /** How often the model is asked again when its answer is not the object that `outputFormat` asks for. Default: 0. */
  readonly outputRetries?: number | undefined
  /** Asked after each step. The loop ends when it returns true. Default: it ends when the model makes no more calls. */
  readonly until?: ((step: LoopStep) => boolean | Promise<boolean>) | undefined
  /** Called before each turn of the model. What it returns counts for this turn only. Default: none. */
  readonly beforeStep?:
    | ((next: NextStep) => StepChanges | undefined | Promise<StepChanges | undefined>)
    | undefined
}

/** What `beforeStep` is told. */
export interface NextStep {
  /** From 1. */
  readonly step: number
  /** The conversation so far. */
  readonly messages: readonly Message[]
}

/** What `beforeStep` may return: another model, other messages, tools or settings for one turn. */
export interface StepChanges extends Sent {
  /** Answers this turn. */
  readonly provider?: Provider
  /** Sent in place of the conversation, which stays as it is. */
  readonly messages?: readonly Message[]
  /** Sent in place of the tools of the loop. They run only if the loop has them, too. */
  readonly tools?: readonly RunnableTool[]
}

/** A step that is done. */
export interface LoopStep extends NextStep {
  /** The model's answer. A step that only ran calls of a former answer has none. */
  readonly response?: ModelResponse
  /** Results of the calls that ran here. */
  readonly results: readonly ToolResult[]
}

/** What a loop gives in the end. */
export interface LoopResult<Output = undefined> {
  /** Why it ended. */
  readonly reason: LoopFinishReason
  /** How the last turn of the model ended. Absent if the model was not asked. */
  readonly outcome?: Outcome
  /** The conversation: the given messages and those that were added. Plain JSON: store it, and go on from it. */
  readonly messages: readonly Message[]
  /** The model's answers of this run. The last one has the final text. */
  readonly responses: readonly ModelResponse[]
  /** The object that `outputFormat` asks for, if the loop ended with an answer. */
  readonly object?: Output
  /** The requests that wait for an answer. Pass the answers as `approvals` with `messages`. */
  readonly approvals: readonly ApprovalRequest[]
}

/**
 * A running loop. It can be iterated once; without that, `result` runs it. Iterating throws what `result` throws: a ResponseError after
 * the events `error` and `loop-finish`.
 */
export interface Loop<Output = undefined> extends AsyncIterable<LoopEvent> {
  /**
   * What came of it. A loop that was left early has what was done until then: calls that had begun are awaited, and their results
   * are in `messages`.
   * @throws ResponseError if the provider answered with an error or the stream was cut off; OutputError if the last answer is not the
   * object that was asked for; errors of `send`, `until` and `beforeStep`. `messages` of the loop has what was done.
   */
  readonly result: Promise<LoopResult<Output>>
  /** The conversation at this moment. */
  readonly messages: readonly Message[]
}
