import type { JsonValue } from '../../base/json/json-types.js'
import type { CompleteToolCall } from '../../base/model/create.js'
import type { ToolKind } from '../../base/model/types.js'
import type { ToolContext } from '../context/context-types.js'
import type { RunnableTool } from '../define-tool.js'

/** The decision of a policy about a call. */
export interface Verdict {
  /** The action: the call runs, needs approval, or does not run. */
  readonly action: 'allow' | 'ask' | 'deny'
  /**
   * The reason: for the model if the call is denied, for the person if approval is required. Default: none.
   */
  readonly reason?: string
}

/** Decides whether calls run. `createPolicy` creates a policy from rules. */
export interface Policy {
  /**
   * Decides whether a call runs. If it throws or returns a value that is not a verdict, the call is denied.
   * @param tool the tool of the call. The name of the tool may differ from the name in the call, since some
   * providers send the name of a computer action.
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
 * One or several patterns, at least one of which has to match the complete text. `*` matches any text,
 * including slashes and line ends, `?` matches one character. In the `input` of a rule that allows, `*` and
 * `?` do not match a slash, unless the pattern has a blank and no slash, as commands have. `**` always
 * matches any text.
 */
export type Globs = string | readonly string[]

/**
 * A rule for calls of certain tools with matching input for which `when` returns true. The pattern is
 * compared with the model's arguments and with the input of the tool, which the schema has trimmed, converted
 * and completed. A rule that asks or denies matches if one of the two matches. A rule that allows matches if
 * both match.
 */
export interface PolicyRule {
  /**
   * The tool's name, case-sensitive. If the name in the call differs (`click_at` of the tool `computer`),
   * rules that ask or deny also match the name in the call.
   */
  readonly tool: Globs
  /**
   * The origin of the tool, case-sensitive, such as the name of an MCP server. Servers choose their names:
   * set `origin` of `mcpTools` for rules that allow. Default: any origin or none.
   */
  readonly origin?: Globs
  /** Digests of the tool's definition (`definition` of the tool). Default: any definition or none. */
  readonly definition?: string | readonly string[]
  /**
   * Patterns for arguments by name, or for all arguments. In lists and objects, the texts and numbers are
   * matched. A rule that allows requires each of them to match as written; paths must also match in resolved
   * form. A rule that asks or denies matches if one of them matches, case-insensitively and for any spelling
   * of a path, or if the JSON of the argument (without spaces and escapes) matches. A missing argument does
   * not match. Default: any input.
   * @example { command: ['git status', 'git diff'] }
   */
  readonly input?: Globs | Readonly<Record<string, Globs>>
  /**
   * Checks an additional condition. The function is called a second time with the tool's input as
   * `arguments`, if the input differs from the arguments. If the function throws or does not return a
   * boolean, the call is denied. Default: none.
   */
  when?(call: CompleteToolCall, context: ToolContext): boolean | Promise<boolean>
  /** The action: the call runs, needs approval, or does not run. */
  readonly action: Verdict['action']
  /** The reason: for the model if the call is denied, for the person if approval is required. */
  readonly reason?: string
}

/** Options of `createPolicy`. Without `when`, the options are JSON. */
export interface PolicyOptions {
  /** The rules. The first matching rule decides. */
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

/**
 * A function that asks for approval. The decision `wait` leaves the call pending. If the function throws, the
 * call is denied.
 */
export type ApprovalHandler = (request: ApprovalRequest, context: ToolContext) => Decision | Promise<Decision>
