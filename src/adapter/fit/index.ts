import type { Conversation, Response } from '../../model/types.js'
import type { WireCodecs } from '../adapter.js'
import { type ContextOptions, createContext, type Notice } from '../context.js'
import { fitCallIds } from './call-ids.js'
import { convertCustomTools } from './custom-tools.js'
import { fitFinish } from './finish.js'
import { dropForeignParts } from './foreign.js'
import { placeMedia } from './media.js'
import { flattenNamespaces } from './namespaces.js'
import { reportAlternatives, reportNotCarried, reportResponseFields } from './not-carried.js'
import { pairResults } from './pairing.js'
import { createPaths } from './paths.js'
import { settleProviderExecuted } from './provider-executed.js'
import { settleProviderTools } from './provider-tools.js'
import { holdBackReasoning } from './reasoning.js'
import type { Restorable } from './restore.js'
import type { FitContext, FitStep, PendingCallsPolicy, ProviderExecutedPolicy } from './step.js'
import { fitStrictTools } from './strict-tools.js'
import { placeSystemMessages } from './system.js'
import {
  dropBlankText,
  dropEmptyAnswers,
  dropEmptyClientMessages,
  fillEmptyResults,
  reportNothingLeft,
} from './text.js'
import {
  declareAllowedTools,
  declareUsedTools,
  dropDuplicateTools,
  dropEmptyToolList,
  fitParallelSwitch,
  repairToolChoice,
} from './tool-list.js'
import { fitToolNames } from './tool-names.js'
import { fitTurns } from './turns.js'

export interface FitOptions extends ContextOptions {
  /** What becomes of calls that another provider ran itself. Default: `narrate`. */
  readonly providerExecuted?: ProviderExecutedPolicy
  /** What becomes of calls at the very end that have no result yet. Default: `answer`. */
  readonly pendingCalls?: PendingCallsPolicy
  /** The wire that the conversation came from, as far as its messages do not say it. */
  readonly from?: string
}

/** What the pass has to know of a wire: an adapter's `codecs` will do. */
export type FitTarget = Pick<WireCodecs, 'id' | 'limits' | 'fit'>

/** A conversation that the target accepts, and what changed on the way. */
export interface Fitted extends Restorable {
  readonly conversation: Conversation
  readonly notices: readonly Notice[]
}

const STEPS: readonly FitStep[] = [
  holdBackReasoning,
  dropForeignParts,
  settleProviderExecuted,
  settleProviderTools,
  flattenNamespaces,
  convertCustomTools,
  dropDuplicateTools,
  fitStrictTools,
  repairToolChoice,
  declareAllowedTools,
  fitParallelSwitch,
  pairResults,
  fitCallIds,
  fitToolNames,
  placeMedia,
  dropBlankText,
  fillEmptyResults,
  dropEmptyClientMessages,
  placeSystemMessages,
  fitTurns,
  dropEmptyAnswers,
  reportNothingLeft,
  declareUsedTools,
  dropEmptyToolList,
]

/** A response alone has no history to pair with and nobody to send media to. */
const RESPONSE_STEPS: readonly FitStep[] = [
  dropForeignParts,
  settleProviderExecuted,
  settleProviderTools,
  flattenNamespaces,
  convertCustomTools,
  fitCallIds,
]

/**
 * Bends a conversation to a target's limits. The input is not touched; what needs no change is the same reference. Each
 * change yields a notice whose path points into the input. Fitting what was fitted changes nothing, and what was
 * translated before a conversation grew stays as it was.
 * @param options.model the model that will read it; it replaces the conversation's own.
 */
export function fit(conversation: Conversation, target: FitTarget, options: FitOptions = {}): Fitted {
  const context = createFitContext(conversation, target, options)
  const { model } = options
  const start =
    model === undefined || model === conversation.model ? conversation : { ...conversation, model }
  const fitted = runSteps([...STEPS, ...(target.fit ?? [])], start, context)
  reportNotCarried(conversation, context)
  return { conversation: fitted, notices: context.notices, ...restorable(context) }
}

export interface FittedResponse extends Restorable {
  readonly response: Response
  readonly notices: readonly Notice[]
}

/** Bends a response to a wire that did not write it. Calls that a provider ran are never left to the client. */
export function fitResponse(response: Response, target: FitTarget, options: FitOptions = {}): FittedResponse {
  const conversation: Conversation = { messages: [response.message] }
  const policy = options.providerExecuted === 'drop' ? 'drop' : 'narrate'
  const context = createFitContext(conversation, target, { ...options, providerExecuted: policy })
  reportAlternatives(response, context)
  const [message = response.message] = runSteps(RESPONSE_STEPS, conversation, context).messages
  const changed = message === response.message ? response : { ...response, message }
  const fitted = fitFinish(changed, response.message, context)
  reportResponseFields(response, context)
  return { response: fitted, notices: context.notices, ...restorable(context) }
}

function runSteps(steps: readonly FitStep[], conversation: Conversation, context: FitContext): Conversation {
  return steps.reduce((current, step) => step(current, context), conversation)
}

function restorable({ renamedTools, customTools, originals }: FitContext): Restorable {
  const names = { toolNames: Object.fromEntries(renamedTools), customTools: [...customTools] }
  return originals.size === 0 ? names : { ...names, originals: Object.fromEntries(originals) }
}

function createFitContext(conversation: Conversation, target: FitTarget, options: FitOptions): FitContext {
  return {
    ...createContext(target.id, { ...options, model: options.model ?? conversation.model }),
    ...createPaths(conversation),
    limits: target.limits,
    providerExecuted: options.providerExecuted ?? 'narrate',
    pendingCalls: options.pendingCalls ?? 'answer',
    from: options.from,
    sourceModel: conversation.model,
    renamedTools: new Map(),
    customTools: new Set(),
    originals: new Map(),
  }
}
