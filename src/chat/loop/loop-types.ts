import type { Message, ModelResponse, Outcome, ToolResult } from '../../base/model/types.js'
import type { RunnableTool } from '../../tools/define-tool.js'
import type { Executor, Telemetry } from '../../tools/executor/executor-types.js'
import type { Approval, ApprovalRequest } from '../../tools/policy/policy-types.js'
import type { RunOptions } from '../../tools/run-tools.js'
import type { StoredConversation } from '../conversation/conversation-types.js'
import type { TurnInput } from '../output/answer-object.js'
import type { Provider } from '../provider/provider-types.js'
import type { Budget } from './budget.js'
import type { LoopEvent, LoopFinishReason } from './loop-events.js'
import type { Spending } from './spending.js'
import type { Step } from './step.js'

/** Values that are sent with the messages: settings and the tool choice. */
type Sent = Omit<TurnInput, 'messages' | 'tools' | 'stream' | 'model'>

/**
 * Options of `runLoop`, in addition to the settings of a conversation. `context`, `policy` and `approve` are
 * the options of `runTools` and apply to `tools`. `signal` ends the loop.
 */
export type LoopOptions = LoopSettings & LoopSource

/** The conversation of a loop: a list of messages, or a stored conversation. */
export type LoopSource =
  | {
      /** The conversation so far. The list is not changed. */
      readonly messages: readonly Message[]
      readonly conversation?: undefined
    }
  | {
      /**
       * A conversation of `openConversation`. The loop becomes the driver of the conversation and immediately
       * records each answer, call and result. Recorded answers are not requested again. If no answer is due,
       * the loop ends without a request.
       */
      readonly conversation: StoredConversation
      readonly messages?: undefined
    }

/** Options of `runLoop` other than the conversation. */
export interface LoopSettings extends RunOptions, Sent {
  /** The provider of the model. */
  readonly provider: Provider
  /**
   * The tools for the model. The loop runs tools with `execute`. The client has to answer calls of other
   * tools. Default: none.
   */
  readonly tools?: readonly RunnableTool[] | undefined
  /**
   * The executor that runs the calls, for instance with limits, with retries or on other machines. The tools
   * of the executor are also sent, and its `policy` and `approve` apply. If several loops share an executor,
   * set a distinct `conversationId` in the `context` of each. Default: an executor for `tools`.
   */
  readonly executor?: Executor | undefined
  /** Answered approval requests for waiting calls. Default: none. */
  readonly approvals?: readonly Approval[] | undefined
  /** The maximum number of steps of this run. A step is a turn of the model and its calls. Default: 20. */
  readonly steps?: number | undefined
  /**
   * The maximum number of extra requests if the answer is not the object that `outputFormat` requests.
   * Default: 0.
   */
  readonly outputRetries?: number | undefined
  /**
   * Observes the model's turns and the calls of `tools`, for example with spans. With `executor`, only turns;
   * the executor has its own option. Default: none.
   * @example telemetry: openTelemetry(api)
   */
  readonly telemetry?: Telemetry | undefined
  /** Limits of tokens, cost and time. Default: none. */
  readonly budget?: Budget | undefined
  /**
   * Runs each answer of the model and each call as a step of a durable workflow, for engines that keep their
   * own record. An additional step, `keys`, stores a random seed, so that a call whose step runs again has
   * the same `idempotencyKey`. Default: none.
   */
  readonly step?: Step | undefined
  /**
   * The treatment of calls of a `conversation` that began in a process that ended without their results.
   * Calls of `retryable` tools run again. With `answer`, the other calls get an error result, which asks the
   * model not to repeat them. With `wait` the loop ends with `unknown`, until `retry` or `cancel` of the
   * conversation. Default: `answer`.
   */
  readonly unknownCalls?: 'answer' | 'wait' | undefined
  /**
   * Called after each step. The loop ends if the function, or one function of a list, returns true. Default: the loop
   * ends when the model makes no more calls.
   * @example until: [afterSteps(5), afterCallOf('submit'), ({ messages }) => messages.length > 100]
   */
  readonly until?: StopCondition | readonly StopCondition[] | undefined
  /** Called before each turn of the model. Its return value applies only to this turn. Default: none. */
  readonly beforeStep?:
    | ((next: NextStep) => StepChanges | undefined | Promise<StepChanges | undefined>)
    | undefined
}

/** A condition that ends a loop after a step. */
export type StopCondition = (step: LoopStep) => boolean | Promise<boolean>

/** The argument of `beforeStep`. */
export interface NextStep {
  /** The number of the step, from 1. */
  readonly step: number
  /** The conversation so far. */
  readonly messages: readonly Message[]
}

/** The return value of `beforeStep`: another model, other messages, tools or settings for one turn. */
export interface StepChanges extends Sent {
  /** The provider of this turn. */
  readonly provider?: Provider
  /** The messages to send in place of the conversation, which stays unchanged. */
  readonly messages?: readonly Message[]
  /**
   * The tools to send in place of the loop's tools. Their calls run only if the loop also has these tools.
   */
  readonly tools?: readonly RunnableTool[]
}

/** A completed step. */
export interface LoopStep extends NextStep {
  /** The model's answer. Absent for a step that only ran calls of an earlier answer. */
  readonly response?: ModelResponse
  /** Results of the calls that ran in this step. */
  readonly results: readonly ToolResult[]
}

/** The result of a loop. */
export interface LoopResult<Output = undefined> {
  /** The reason why the loop ended. */
  readonly reason: LoopFinishReason
  /** The outcome of the last model turn. Absent if no request was sent to the model. */
  readonly outcome?: Outcome
  /**
   * The conversation: the given and the added messages. The list is plain JSON, which can be stored and
   * continued later.
   */
  readonly messages: readonly Message[]
  /** The model's answers of this run. The last one contains the final text. */
  readonly responses: readonly ModelResponse[]
  /** The object that `outputFormat` requests, if the loop ended with an answer. */
  readonly object?: Output
  /** The requests that need an answer. Pass the answers as `approvals` with `messages`. */
  readonly approvals: readonly ApprovalRequest[]
  /**
   * The model and usage of each answer since the message that began the run, also of sub-agents (`agentTool`). With `messages`: of this
   * run. Messages of `steer` begin no run. The answers of a sub-agent count once its call has its result.
   */
  readonly spending: readonly Spending[]
}

/**
 * A running loop. The loop can be iterated once. Without iteration, reading `result` runs the loop. Iterating
 * throws the same errors as `result`: a ResponseError after the events `error` and `loop-finish`.
 */
export interface Loop<Output = undefined> extends AsyncIterable<LoopEvent> {
  /**
   * The result. For a loop that was left early, the result contains the work so far: calls that had begun are
   * awaited, and their results are in `messages`.
   * @throws ResponseError if the provider answered with an error or the stream was interrupted; OutputError
   * if the last answer is not the requested object; errors of `send`, `until` and `beforeStep`. `messages` of
   * the loop contains the work done.
   */
  readonly result: Promise<LoopResult<Output>>
  /** The current conversation. */
  readonly messages: readonly Message[]
  /**
   * Says a message of the user to the running loop. The message is part of the next request, after the
   * results of the calls that run, and a loop that would have ended with `answered` sends that request. The
   * current turn of the model is not interrupted. A stored conversation records the message. Resolves once
   * the message is in the conversation.
   * @throws AdapterError `unsupported` if the loop ends without the message, or has ended; also with the
   * option `step`. `wrong-type` for other values.
   */
  steer(message: Message | string): Promise<void>
}
