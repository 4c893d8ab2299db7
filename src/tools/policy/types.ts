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
   * @param input what the tool gets, as JSON: the arguments after its schema trimmed, converted and filled them in.
   *   Default: the arguments of the call.
   */
  decide(
    call: CompleteToolCall,
    context: ToolContext,
    tool: ToolDefinition,
    input?: JsonValue,
  ): Verdict | Promise<Verdict>
  /** Whether the model need not be told of the tool, since each call of it would be denied. Default: it is told. */
  hides?(name: string): boolean
}

/**
 * One pattern or several, of which one has to match. `*` stands for any text, also for none, slashes and line ends; `?` for
 * one character; all else for itself. The whole text has to match. In the `input` of a rule that allows, `*` and `?` stand
 * for no slash unless the pattern has a blank and no slash, as commands have; `**` stands for any text there.
 */
export type Globs = string | readonly string[]

/**
 * What is to happen with calls that it matches: those of its tools, with that input, for which `when` says yes. The input is
 * looked at as the model gave it and as the tool gets it, after its schema trimmed, converted and filled it in. A rule that
 * asks or denies matches when one of them does, a rule that allows when both do.
 */
export interface PolicyRule {
  /**
   * The tool's name; upper and lower case differ. Where a call has another name (`click_at` of the tool `computer`), rules
   * that ask or deny hold for that one as well.
   */
  readonly tool: Globs
  /**
   * Patterns for arguments by name, or for all of them. What is no text is looked at by the texts and numbers in it. A rule
   * that allows wants each of them to match as it is written, and a path also without its `..`. One that asks or denies wants
   * one of them to match, in upper or lower case and however a path is written; its patterns are held against the JSON
   * (without spaces and escapes) as well. An argument that is not there matches nothing. Default: any.
   * @example { command: ['git status', 'git diff'] }
   */
  readonly input?: Globs | Readonly<Record<string, Globs>>
  /**
   * Anything else that has to hold. It is asked a second time, with what the tool gets as `arguments`, where that differs. What
   * it throws denies the call, and so does neither true nor false. Default: nothing.
   */
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
   * - `full`: every call is allowed, whatever the rules say. A tool that asks for approval by itself still does.
   *
   * Default: `supervised`.
   */
  readonly autonomy?: 'readonly' | 'supervised' | 'full'
  /** Names of the tools that `readonly` allows. Default: none. */
  readonly readOnlyTools?: Globs
}

/** A call that needs approval. It is JSON: it can be stored, shown to somebody, and answered by another process. */
export interface ApprovalRequest {
  /** Names the question: each time that a call is asked about has its own, and an approval of it is used once. */
  readonly id: string
  /** The id of the call. */
  readonly callId: string
  /** The tool's name. */
  readonly name: string
  /** The group that the tool stands in. Two of one name may stand in two. */
  readonly namespace?: string
  /** What kind of tool it is, where it is no function. */
  readonly kind?: ToolKind
  /** The arguments as the model gave them. */
  readonly arguments: JsonValue
  /**
   * What the tool gets, and what is to be shown: the arguments after its schema trimmed, converted and filled them in, as
   * JSON. Default: `arguments`.
   */
  readonly input?: JsonValue
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

/**
 * An answered request: JSON. It counts once, for this call of this conversation, with these arguments and this input, and
 * until it expires.
 */
export interface Approval {
  /** What was asked. */
  readonly request: ApprovalRequest
  /** What was answered. */
  readonly decision: Decision
  /** Milliseconds since 1970 after which it does not approve any more. Default: never. */
  readonly expires?: number
  /** What `signApproval` made. Default: it is not signed. */
  readonly signature?: string
}

/** Asks somebody. `wait` leaves the call pending; what it throws denies the call. */
export type ApprovalHandler = (request: ApprovalRequest, context: ToolContext) => Decision | Promise<Decision>
