import type { JsonObject } from '../../base/json/json-types.js'
import type { InputPaths } from '../../base/model/change.js'
import type { Context } from '../../base/model/context.js'
import type { Conversation, ProviderMetadata, ToolKind } from '../../base/model/types.js'
import type { HostedForms } from '../shape/hosted-forms.js'
import type { Limits } from './limits.js'

/**
 * What becomes of calls that another provider ran itself, and of their results.
 * - `narrate`: both become text of the assistant message.
 * - `as-function`: a call with a result in the same message becomes a function call with a result; others are narrated.
 * - `drop`: both are left out.
 */
export type ProviderExecutedPolicy = 'narrate' | 'as-function' | 'drop'

/**
 * What becomes of calls at the very end that have no result yet.
 * - `answer`: an error result stands in for it, as for every other call without result.
 * - `keep`: they stay open, for a caller who appends the results to the native messages.
 */
export type PendingCallsPolicy = 'answer' | 'keep'

/** What is done for prompt caches: marks and a key, or marks alone. */
export type CachePolicy = 'auto' | 'marks'

/** What a step is handed beside the conversation. */
export interface FitContext extends Context, InputPaths {
  /** The target wire's id. */
  readonly wire: string
  /** What the target accepts, as the caller chose it. */
  readonly limits: Limits
  /** What hosted tools are on the target. */
  readonly hosted?: HostedForms | undefined
  /** What becomes of calls that another provider ran. */
  readonly providerExecuted: ProviderExecutedPolicy
  /** What becomes of calls without a result at the end. */
  readonly pendingCalls: PendingCallsPolicy
  /** What is done for prompt caches. Default: nothing. */
  readonly cache?: CachePolicy | undefined
  /** The wire that messages came from which do not say it themselves. */
  readonly from?: string | undefined
  /** The model that wrote the messages which do not say it themselves. */
  readonly sourceModel?: string | undefined
  /** Names that were changed, new to original: written by the steps, used to restore responses. */
  readonly renamedTools: Map<string, string>
  /** Names under which other than plain functions of the conversation are sent, and what they are: likewise. */
  readonly originals: Map<string, OriginalTool>
  /** Schemas of tools before what may be missing in their arguments became null, by the names of the tools: likewise. */
  readonly widened: Map<string, JsonObject>
  /** Original names of custom tools that became functions: likewise. */
  readonly customTools: Set<string>
}

/** One step of the fit pass: canonical in, canonical out, a notice for every change. */
export type FitStep = (conversation: Conversation, fit: FitContext) => Conversation

/** What a call of a function really is. */
export interface OriginalTool {
  readonly name: string
  readonly namespace?: string
  /** Of a vendor's tool that the client runs. */
  readonly kind?: Exclude<ToolKind, 'custom'>
  readonly providerMetadata?: ProviderMetadata
}
