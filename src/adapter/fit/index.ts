import type { Conversation } from '../../model/types.js'
import type { Notice } from '../context.js'
import { fitCallIds } from './call-ids.js'
import { createFitContext, type FitOptions, type FitTarget, restorable } from './context.js'
import { convertCustomTools } from './custom-tools.js'
import { dropForeignParts } from './foreign.js'
import { placeMedia } from './media.js'
import { flattenNamespaces } from './namespaces.js'
import { reportNotCarried } from './not-carried.js'
import { pairResults } from './pairing.js'
import { settleProviderExecuted } from './provider-executed.js'
import { settleProviderTools } from './provider-tools.js'
import { holdBackReasoning } from './reasoning.js'
import type { Restorable } from './restore.js'
import type { FitContext, FitStep } from './step.js'
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
  fitToolChoice,
  repairToolChoice,
} from './tool-list.js'
import { fitToolNames } from './tool-names.js'
import { fitTurns, setResultsApart } from './turns.js'

export {
  type AnswerFit,
  type AnswerFitOptions,
  createAnswerFit,
  type FittedResponse,
  fitResponse,
} from './answer.js'
export type { FitOptions, FitTarget } from './context.js'

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
  fitToolChoice,
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
  setResultsApart,
  reportNothingLeft,
  declareUsedTools,
  dropEmptyToolList,
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

function runSteps(steps: readonly FitStep[], conversation: Conversation, context: FitContext): Conversation {
  return steps.reduce((current, step) => step(current, context), conversation)
}
