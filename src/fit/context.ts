import { createPaths } from '../model/change.js'
import { type ContextOptions, createContext } from '../model/context.js'
import type { Conversation } from '../model/types.js'
import type { WireCodecs } from '../wire/contract.js'
import type { FitContext, PendingCallsPolicy, ProviderExecutedPolicy } from '../wire/fit-step.js'
import type { LimitsChoice } from '../wire/limits.js'
import { chooseLimits } from '../wire/limits.js'
import type { Restorable } from './restore.js'

/** How a conversation is fitted. */
export interface FitOptions extends ContextOptions {
  /** What becomes of calls that another provider ran itself. Default: `narrate`; of those in an answer `drop`. */
  readonly providerExecuted?: ProviderExecutedPolicy
  /** What becomes of calls at the very end that have no result yet. Default: `answer`. */
  readonly pendingCalls?: PendingCallsPolicy
  /** Which of the target's limits hold. Default: its usual ones. */
  readonly limits?: LimitsChoice
  /** The wire that the conversation came from, as far as its messages do not say it. */
  readonly from?: string
}

/** What the pass has to know of a wire: an adapter's `codecs` will do. */
export type FitTarget = Pick<WireCodecs, 'id' | 'limits' | 'fit' | 'hosted' | 'citations'>

export function restorable({ renamedTools, customTools, originals }: FitContext): Restorable {
  const names = { toolNames: Object.fromEntries(renamedTools), customTools: [...customTools] }
  return originals.size === 0 ? names : { ...names, originals: Object.fromEntries(originals) }
}

export function createFitContext(
  conversation: Conversation,
  target: FitTarget,
  options: FitOptions,
): FitContext {
  return {
    ...createContext(target.id, { ...options, model: options.model ?? conversation.model }),
    ...createPaths(conversation),
    limits: chooseLimits(target, options.limits),
    hosted: target.hosted,
    providerExecuted: options.providerExecuted ?? 'narrate',
    pendingCalls: options.pendingCalls ?? 'answer',
    from: options.from,
    sourceModel: conversation.model,
    renamedTools: new Map(),
    customTools: new Set(),
    originals: new Map(),
  }
}
