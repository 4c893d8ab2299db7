import type { Conversation } from '../model/types.js'
import type { FitOptions, FitTarget } from './context.js'
import { settleHostedTools } from './hosted-tools.js'
import { COMMON_FORM, type Fitted, runSteps, SHAPE, type StepRow } from './messages.js'
import { chooseSettingForms } from './setting-forms.js'
import { fitStrictTools } from './strict-tools.js'
import {
  declareAllowedTools,
  declareUsedTools,
  dropDuplicateTools,
  dropEmptyToolList,
  fitParallelSwitch,
  fitToolChoice,
  repairToolChoice,
} from './tool-list.js'

export {
  type AnswerFit,
  type AnswerFitOptions,
  createAnswerFit,
  type FittedResponse,
  fitResponse,
} from './answer.js'
export type { FitOptions, FitTarget } from './context.js'
export type { Fitted } from './messages.js'

export const STEPS: readonly StepRow[] = [
  ...COMMON_FORM,
  { step: dropDuplicateTools, concerns: ['tools'] },
  // From here on they are tools of the target.
  { step: settleHostedTools, concerns: ['tools'] },
  { step: fitStrictTools, concerns: ['tools'] },
  { step: repairToolChoice, concerns: ['tool-choice'] },
  { step: declareAllowedTools, concerns: ['tool-choice'] },
  { step: fitToolChoice, concerns: ['tool-choice'] },
  { step: fitParallelSwitch, concerns: ['tool-choice'] },
  ...SHAPE,
  { step: declareUsedTools, concerns: ['tools-wanted'] },
  { step: dropEmptyToolList, concerns: ['tools'] },
  { step: chooseSettingForms, concerns: ['setting-forms'] },
]

/**
 * Bends a conversation to a target's limits. The input is not touched; what needs no change is the same reference. Each
 * change yields a notice whose path points into the input. Fitting what was fitted changes nothing, and what was
 * translated before a conversation grew stays as it was.
 * @param options.model the model that will read it; it replaces the conversation's own.
 */
export function fit(conversation: Conversation, target: FitTarget, options: FitOptions = {}): Fitted {
  return runSteps(STEPS, conversation, target, options)
}
