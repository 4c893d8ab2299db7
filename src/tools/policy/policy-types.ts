import type { JsonValue } from '../../base/json/json-types.js'
import type { CompleteToolCall } from '../../base/model/create.js'
import type { ToolKind } from '../../base/model/types.js'
import type { ToolContext } from '../context/context-types.js'
import type { RunnableTool } from '../define-tool.js'

/** The decision of a policy about a call. */
export interface Verdict {
  /** The action: the call runs, needs approval, or does not run. */
  readonly action: 'allow' | 'ask' | 'deny'
  /** The reason: for the model if denied, for the person if asked. Default: none. */
  readonly reason?: string
}

/** Decides about calls. `createPolicy` creates a policy from rules. */
export interface Policy {
  /**
   * Decides about a call. If it throws or returns a value that is not a verdict, the call is denied.
   * @param tool the tool of the call. Its name may differ from the call's: some providers name the actions of
   * a computer.
   * @param input the input of the tool as JSON: the arguments as trimmed, converted and completed by its
   * schema. Default: the arguments of the call.
   */
  decide(
    call: CompleteToolCall,
    context: ToolContext,
    tool: RunnableTool,
    input?: JsonValue,
  ): Verdict | Promise<Verdict>
  /** Returns true to hide the tool from the model, because each call would be denied. Default: not hidden. */
  hides?(name: string): boolean
}

/**
 * One pattern or several; one of them has to match the complete text. `*` matches any text, including slashes
 * and line ends, `?` matches one character. In the `input` of a rule that allows, `*` and `?` match no slash
 * unless the pattern has a blank and no slash, as commands have; `**` matches any text there.
 */
export type Globs = string | readonly string[]

/**
 * Decides about calls of its tools with matching input for which `when` returns true. The input is matched as
 * the model wrote it and as the tool receives it, after its schema trimmed, converted and completed it. A
 * rule that asks or denies matches if one of the two matches, a rule that allows if both do.
 */
export interface PolicyRule {
  /**
   * The tool's name, case-sensitive. If the call has another name (`click_at` of the tool `computer`), rules
   * that ask or deny also match that name.
   */
  readonly tool: Globs
  /**
   * The origin of the tool, case-sensitive, such as the name of an MCP server. Servers choose their names: set
   * `origin` of `mcpTools` for rules that allow. Default: any, also none.
   */
  readonly origin?: Globs
  /** Digests of the tool's definition (`definition` of the tool). Default: any, also none. */
  readonly definition?: string | readonly string[]
  /**
   * Patterns for arguments by name, or for all arguments. In lists and objects, the texts and numbers are
   * matched. A rule that allows requires each of them to match as written, and paths also as resolved. A rule
   * that asks or denies matches if one of them does, case-insensitively and for any spelling of a path, or if
   * the JSON of the argument (without spaces and escapes) does. A missing argument matches nothing. Default:
   * any.
   * @example { command: ['git status', 'git diff'] }
   */
  readonly input?: Globs | Readonly<Record<string, Globs>>
  /**
   * Checks an additional condition. It is called again with the received input as `arguments` if that
   * differs. If it throws or returns neither true nor false, the call is denied. Default: none.
   */
  when?(call: CompleteToolCall, context: ToolContext): boolean | Promise<boolean>
  /** The action: the call runs, needs approval, or does not run. */
  readonly action: Verdict['action']
  /** The reason: for the model if denied, for the person if asked. */
  readonly reason?: string
}

/** Options of `createPolicy`. Without `when` they are JSON. */
export interface PolicyOptions {
  /** The rules; the first matching one decides. */
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
  /**
   * The id of this request. Each request for the same call has a new id, and its approval can be used once.
   */
  readonly id: string
  /** The id of the call. */
  readonly callId: string
  /** The tool's name. */
  readonly name: string
  /** The namespace of the tool. */
  readonly namespace?: string
  /** The kind of the tool, if it is not a function. */
  readonly kind?: ToolKind
  /** The origin of the tool, such as the name of its MCP server. */
  readonly origin?: string
  /** The digest of the tool's definition, if the tool has one. */
  readonly definition?: string
  /** The arguments as the model wrote them. */
  readonly arguments: JsonValue
  /**
   * The input of the tool as JSON: the arguments as trimmed, converted and completed by its schema. Show this
   * to the person. Default: `arguments`.
   */
  readonly input?: JsonValue
  /** The reason of the policy. */
  readonly reason?: string
  /** The id of the conversation, if the context has one. */
  readonly conversationId?: string
}

/** The answer to a request. `arguments` replace those of the model and are checked in the same way. */
export type Decision =
  | { readonly type: 'approve'; readonly arguments?: JsonValue }
  | { readonly type: 'deny'; readonly reason?: string }
  | { readonly type: 'wait' }

/**
 * An answered request, as JSON. It is valid once, for this call of this conversation with these arguments and
 * this input, for this origin and definition of the tool, until it expires.
 */
export interface Approval {
  /** The request. */
  readonly request: ApprovalRequest
  /** The answer. */
  readonly decision: Decision
  /** Milliseconds since 1970 after which the approval expires. Default: never. */
  readonly expires?: number
  /** Created by `signApproval`. Default: not signed. */
  readonly signature?: string
}

/** Asks for approval. `wait` leaves the call pending. If it throws, the call is denied. */
export type ApprovalHandler = (request: ApprovalRequest, context: ToolContext) => Decision | Promise<Decision>
