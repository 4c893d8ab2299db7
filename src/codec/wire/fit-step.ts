import type { JsonObject } from '../../base/json/json-types.js'
import type { InputPaths } from '../../base/model/change.js'
import type { Context } from '../../base/model/context.js'
import type { Conversation, ProviderMetadata, ToolKind } from '../../base/model/types.js'
import type { HostedForms } from '../shape/hosted-forms.js'
import type { Limits } from './limits.js'

/**
 * The handling of calls that another provider ran, and of their results.
 * - `narrate`: both become text of the assistant message.
 * - `as-function`: a call with a result in the same message becomes a function call with a result; other
 *   calls are narrated.
 * - `drop`: both are omitted.
 */
export type ProviderExecutedPolicy = 'narrate' | 'as-function' | 'drop'

/**
 * The handling of calls at the very end without a result.
 * - `answer`: an error result is added, as for every other call without a result.
 * - `keep`: the calls stay open, for a caller who appends the results to the native messages.
 */
export type PendingCallsPolicy = 'answer' | 'keep'

/** Prompt-cache policy: marks and a key, or only marks. */
export type CachePolicy = 'auto' | 'marks'

/** The input of a step in addition to the conversation. */
export interface FitContext extends Context, InputPaths {
  /** The target wire's id. */
  readonly wire: string
  /** The limits of the target, as the caller chose them. */
  readonly limits: Limits
  /** The limits of the target's wire, without those of a profile and of the model. */
  readonly wireLimits: Limits
  /** The forms of hosted tools on the target. */
  readonly hosted?: HostedForms | undefined
  /** The handling of calls that another provider ran. */
  readonly providerExecuted: ProviderExecutedPolicy
  /** The handling of calls without a result at the end. */
  readonly pendingCalls: PendingCallsPolicy
  /** Prompt-cache policy. Default: none. */
  readonly cache?: CachePolicy | undefined
  /** The wire of messages without an origin. */
  readonly from?: string | undefined
  /** The model of messages without an origin. */
  readonly sourceModel?: string | undefined
  /** True if the messages continue others that were fitted before. Default: the conversation begins here. */
  readonly continues?: true | undefined
  /** The original names of tools, by changed name. Fit steps write the map; `restore` reads it. */
  readonly renamedTools: Map<string, string>
  /**
   * Functions, by name, that represent tools of another kind. Fit steps write the map; `restore` reads it.
   */
  readonly originals: Map<string, OriginalTool>
  /**
   * Schemas of tools before optional arguments became nullable, by tool name. Fit steps write the map;
   * `restore` reads it.
   */
  readonly widened: Map<string, JsonObject>
  /** Original names of custom tools that became functions. Fit steps write the set; `restore` reads it. */
  readonly customTools: Set<string>
}

/** One step of the fit pass: canonical in, canonical out, a notice for every change. */
export type FitStep = (conversation: Conversation, fit: FitContext) => Conversation

/** The original tool of a function's calls. */
export interface OriginalTool {
  readonly name: string
  readonly namespace?: string
  /** The kind of a vendor's tool that the client runs. */
  readonly kind?: Exclude<ToolKind, 'custom'>
  readonly providerMetadata?: ProviderMetadata
}
