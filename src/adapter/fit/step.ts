import type { Conversation } from '../../model/types.js'
import type { Context } from '../context.js'
import type { Limits } from '../limits.js'

/** What becomes of calls that another provider ran itself. */
export type ProviderExecutedPolicy = 'narrate' | 'as-function' | 'drop'

export interface FitContext extends Context {
  /** The target wire's id. */
  readonly wire: string
  readonly limits: Limits
  readonly providerExecuted: ProviderExecutedPolicy
}

/** One step of the fit pass: canonical in, canonical out, a notice for every change. */
export type FitStep = (conversation: Conversation, fit: FitContext) => Conversation
