import type { JsonValue } from '../../base/json/json-types.js'
import type { CompleteToolCall } from '../../base/model/create.js'
import type { ToolDefinition, ToolKind } from '../../base/model/types.js'
import type { ToolContext } from '../context/context-types.js'

/** The decision of a policy about a call. */
export interface Verdict {
  /** Whether the call runs, needs approval, or does not run. */
  readonly action: 'allow' | 'ask' | 'deny'
  /** Why: for the model if denied, for the person if asked. Default: none. */
  readonly reason?: string
}

/** Decides which calls may run. `createPolicy` makes one from rules. */
export interface Policy {
  /**
   * Decides about a call. The call is denied if it throws or returns anything else than a verdict.
   * @param tool the tool of the call. Its name may differ from the call's: some providers name the actions of a computer.
   * @param input what the tool receives, as JSON: the arguments as its schema trimmed, converted and filled them in.
   *   Default: the arguments of the call.
   */
  decide(
    call: CompleteToolCall,
    context: ToolContext,
    tool: ToolDefinition,
    input?: JsonValue,
  ): Verdict | Promise<Verdict>
  /** Whether to hide the tool from the model, since each call would be denied. Default: it is not hidden. */
  hides?(name: string): boolean
}

/**
 * One pattern or several, of which one has to match the whole text. `*` matches any text, with slashes and line ends, `?` one
 * character. In the `input` of a rule that allows, `*` and `?` match no slash unless the pattern has a blank and no slash, as
 * commands have; `**` matches any text there.
 */
export type Globs = string | readonly string[]

/**
 * Decides about calls of its tools with matching input for which `when` returns true. The input is matched as the model wrote it
 * and as the tool receives it, after its schema trimmed, converted and filled it in. A rule that asks or denies matches if one of
 * them does, a rule that allows if both do.
 */
export interface PolicyRule {
  /**
   * The tool's name; case matters. If the call has another name (`click_at` of the tool `computer`), rules that ask or deny match
   * that one as well.
   */
  readonly tool: Globs
  /**
   * Patterns for arguments by name, or for all of them. In lists and objects the texts and numbers are matched. A rule that allows
   * requires each of them to match as written, and paths also as resolved. A rule that asks or denies matches if one of them does,
   * in any case and for any spelling of a path, or the JSON of the argument (without spaces and escapes). A missing argument
   * matches nothing. Default: any.
   * @example { command: ['git status', 'git diff'] }
   */
  readonly input?: Globs | Readonly<Record<string, Globs>>
  /**
   * Any other condition. Called again with the received input as `arguments` if that differs. The call is denied if it throws or
   * returns neither true nor false. Default: none.
   */
  when?(call: CompleteToolCall, context: ToolContext): boolean | Promise<boolean>
  /** Whether the call runs, needs approval, or does not run. */
  readonly action: Verdict['action']
  /** Why: for the model if denied, for the person if asked. */
  readonly reason?: string
}

/** Options of `createPolicy`. Without `when` they are JSON. */
export interface PolicyOptions {
  /** The first one that matches decides. */
  readonly rules: readonly PolicyRule[]
  /** The action for calls that no rule matches. Default: `ask`. */
  readonly default?: Verdict['action'] | undefined
  /**
   * - `supervised`: the rules decide.
   * - `readonly`: only `readOnlyTools` are allowed; rules are ignored.
   * - `full`: every call is allowed; rules are ignored. `requiresApproval` of a tool still applies.
   *
   * Default: `supervised`.
   */
  readonly autonomy?: 'readonly' | 'supervised' | 'full' | undefined
  /** Names of the tools that `readonly` allows. Default: none. */
  readonly readOnlyTools?: Globs | undefined
}

/** A call that needs approval, as JSON: it can be stored, shown to a person, and answered by another process. */
export interface ApprovalRequest {
  /** The id of this question. It is new each time the call is asked about, and its approval can be used once. */
  readonly id: string
  /** The id of the call. */
  readonly callId: string
  /** The tool's name. */
  readonly name: string
  /** The namespace of the tool. */
  readonly namespace?: string
  /** The kind of the tool, if it is not a function. */
  readonly kind?: ToolKind
  /** The arguments as the model wrote them. */
  readonly arguments: JsonValue
  /**
   * What the tool receives, as JSON: the arguments as its schema trimmed, converted and filled them in. Show this to the person.
   * Default: `arguments`.
   */
  readonly input?: JsonValue
  /** The reason of the policy. */
  readonly reason?: string
  /** The conversation, if the context names it. */
  readonly conversationId?: string
}

/** The answer to a request. `arguments` replace those of the model, and are checked like them. */
export type Decision =
  | { readonly type: 'approve'; readonly arguments?: JsonValue }
  | { readonly type: 'deny'; readonly reason?: string }
  | { readonly type: 'wait' }

/**
 * An answered request, as JSON. It counts once, for this call of this conversation with these arguments and this input, until it
 * expires.
 */
export interface Approval {
  /** The request. */
  readonly request: ApprovalRequest
  /** The answer. */
  readonly decision: Decision
  /** Milliseconds since 1970 after which it no longer counts. Default: never. */
  readonly expires?: number
  /** Made by `signApproval`. Default: not signed. */
  readonly signature?: string
}

/** Asks for approval. `wait` leaves the call pending. If it throws, the call is denied. */
export type ApprovalHandler = (request: ApprovalRequest, context: ToolContext) => Decision | Promise<Decision>
