import type { JsonValue } from '../../json/types.js'
import type { CompleteToolCall } from '../../model/create.js'
import type { ToolDefinition, ToolKind } from '../../model/types.js'
import type { ToolContext } from '../context/types.js'

/** What a policy says of a call. */
export interface Verdict {
  /** Lets it run, asks somebody first, or does not let it run. */
  readonly action: 'allow' | 'ask' | 'deny'
  /** For the model when it is denied, for the person when it is asked. Default: none. */
  readonly reason?: string
}

/** Decides which calls may run. `createPolicy` makes one of rules; a function of the caller's own will do. */
export interface Policy {
  /**
   * What is to happen with the call. What it throws denies the call, and so does what is no verdict.
   * @param tool what would be run. Its name may be another than the call's: some providers name the actions of a computer.
   */
  decide(call: CompleteToolCall, context: ToolContext, tool: ToolDefinition): Verdict | Promise<Verdict>
  /** Whether the model need not be told of the tool, since each call of it would be denied. Default: it is told. */
  hides?(name: string): boolean
}

/**
 * One pattern or several, of which one has to match. `*` stands for any text, also for none, slashes and line ends; `?` for
 * one character; all else for itself. The whole text has to match.
 */
export type Globs = string | readonly string[]

/** What is to happen with calls that it matches: those of its tools, with that input, for which `when` says yes. */
export interface PolicyRule {
  /**
   * The tool's name; upper and lower case differ. Where a call has another name (`click_at` of the tool `computer`), rules
   * that ask or deny hold for that one as well.
   */
  readonly tool: Globs
  /**
   * The arguments as text, upper and lower case being the same: all of them (JSON without spaces; what is a text is not
   * quoted), or one after another by name. An argument that is not there matches nothing. Default: any.
   * @example { command: ['git status', 'git diff'] }
   */
  readonly input?: Globs | Readonly<Record<string, Globs>>
  /** Anything else that has to hold. What it throws denies the call, and so does neither true nor false. Default: nothing. */
  when?(call: CompleteToolCall, context: ToolContext): boolean | Promise<boolean>
  /** Lets it run, asks somebody first, or does not let it run. */
  readonly action: Verdict['action']
  /** For the model when it is denied, for the person when it is asked. */
  readonly reason?: string
}

/** What `createPolicy` takes. Without `when` it is JSON. */
export interface PolicyOptions {
  /** The first one that matches counts. */
  readonly rules: readonly PolicyRule[]
  /** What is to happen with calls that no rule matches. Default: `ask`. */
  readonly default?: Verdict['action']
  /**
   * - `supervised`: as the rules say.
   * - `readonly`: tools of `readOnlyTools` are allowed, all others denied, whatever the rules say.
   * - `full`: every call is allowed, whatever the rules say. A tool that wants leave by itself still does.
   *
   * Default: `supervised`.
   */
  readonly autonomy?: 'readonly' | 'supervised' | 'full'
  /** Names of the tools that `readonly` allows. Default: none. */
  readonly readOnlyTools?: Globs
}

/** A call that needs leave. It is JSON: it can be stored, shown to somebody, and answered by another process. */
export interface ApprovalRequest {
  /** The id of the call. */
  readonly callId: string
  /** The tool's name. */
  readonly name: string
  /** The group that the tool stands in. Two of one name may stand in two. */
  readonly namespace?: string
  /** What kind of tool it is, where it is no function. */
  readonly kind?: ToolKind
  /** What would be run with, as the model gave it. */
  readonly arguments: JsonValue
  /** Why it was asked. */
  readonly reason?: string
  /** The conversation, where the context names it. */
  readonly conversationId?: string
}

/** What was decided. `arguments` are run in place of those that the model gave, after all checks. */
export type Decision =
  | { readonly type: 'approve'; readonly arguments?: JsonValue }
  | { readonly type: 'deny'; readonly reason?: string }
  | { readonly type: 'wait' }

/** An answered request: JSON. It counts for this call with these arguments only. */
export interface Approval {
  /** What was asked. */
  readonly request: ApprovalRequest
  /** What was answered. */
  readonly decision: Decision
}

/** Asks somebody. `wait` leaves the call pending; what it throws denies the call. */
export type ApprovalHandler = (request: ApprovalRequest, context: ToolContext) => Decision | Promise<Decision>
