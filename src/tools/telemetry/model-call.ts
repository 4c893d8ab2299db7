import type { Conversation, ModelResponse, ToolDefinition } from '../../base/model/types.js'

/** A call of a model, for telemetry. */
export interface ModelCall {
  /** The wire id. */
  readonly wire: string
  /** The provider's name in the GenAI conventions, such as `openai`. Default: the wire id. */
  readonly provider?: string | undefined
  /** The URL of the server. Default: unknown. */
  readonly url?: string | undefined
  /** The id of the conversation in the program. Default: unknown. */
  readonly conversationId?: string | undefined
  /** The request. Default: unknown. */
  readonly request?: ModelRequest | undefined
}

/** A request to a model: a conversation, or the input of a turn, whose output format may be a schema. */
export interface ModelRequest extends Omit<Conversation, 'outputFormat' | 'tools'> {
  /** The form of the answer's text: an output format, or a schema. */
  readonly outputFormat?: object
  /** The tools that the model may call. */
  readonly tools?: readonly ToolDefinition[]
}

/** An answer of which only the message may be known. */
export type TracedAnswer = Partial<ModelResponse> & Pick<ModelResponse, 'message'>

/** The end of a model call, for telemetry. */
export interface ModelCallEnd {
  /** The answer, which may be incomplete. Default: none. */
  readonly response?: TracedAnswer | undefined
  /** The error that ended the call, if it is not an answer of the provider. Default: none. */
  readonly error?: unknown
  /** True if the caller left the answer before its end. Default: false. */
  readonly isAborted?: boolean | undefined
  /** Milliseconds from the request to the first event of a streamed answer. Default: unknown. */
  readonly firstEventMilliseconds?: number | undefined
}
