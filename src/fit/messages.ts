import type { Notice } from '../model/context.js'
import type { Conversation, Message } from '../model/types.js'
import type { FitStep } from '../wire/fit-step.js'
import { fitCacheMarks, placeCacheMarks } from './cache-marks.js'
import { fitCallIds } from './call-ids.js'
import { createFitContext, type FitOptions, type FitTarget, restorable } from './context.js'
import { convertCustomTools } from './custom-tools.js'
import { type Feature, featuresOf } from './features.js'
import { dropForeignParts } from './foreign.js'
import { placeMedia } from './media.js'
import { flattenNamespaces } from './namespaces.js'
import { reportNotCarried } from './not-carried.js'
import { pairResults } from './pairing.js'
import { settleProviderExecuted } from './provider-executed.js'
import { settleProviderTools } from './provider-tools.js'
import { holdBackReasoning } from './reasoning.js'
import type { Restorable } from './restore.js'
import { placeSystemMessages } from './system.js'
import {
  dropBlankText,
  dropEmptyAnswers,
  dropEmptyClientMessages,
  fillEmptyResults,
  reportNothingLeft,
} from './text.js'
import { fitToolNames } from './tool-names.js'
import { fitTurns, setResultsApart } from './turns.js'

/** A conversation that the target accepts, and what changed on the way. */
export interface Fitted extends Restorable {
  readonly conversation: Conversation
  readonly notices: readonly Notice[]
}

/** A step, and what has to be in a conversation for the step to have anything to do. */
export interface StepRow {
  readonly step: FitStep
  /** Any of these. Default: it may always have something to do. */
  readonly concerns?: readonly Feature[]
}

/** What other wires do not know becomes what all know. */
export const COMMON_FORM: readonly StepRow[] = [
  { step: placeCacheMarks, concerns: ['cache-mark'] },
  { step: holdBackReasoning, concerns: ['reasoning', 'metadata'] },
  { step: dropForeignParts, concerns: ['opaque', 'source', 'list-output'] },
  { step: settleProviderExecuted, concerns: ['provider-executed'] },
  { step: settleProviderTools, concerns: ['vendor-tool'] },
  { step: flattenNamespaces, concerns: ['namespace'] },
  { step: convertCustomTools, concerns: ['custom'] },
]

/** What is left takes the shape that the target asks for. */
export const SHAPE: readonly StepRow[] = [
  { step: pairResults },
  { step: fitCallIds },
  { step: fitToolNames, concerns: ['tools', 'tool-choice', 'tool-call', 'tool-result'] },
  { step: placeMedia, concerns: ['media', 'list-output'] },
  { step: dropBlankText },
  { step: fillEmptyResults, concerns: ['list-output'] },
  { step: dropEmptyClientMessages },
  { step: placeSystemMessages, concerns: ['late-system'] },
  { step: fitTurns },
  { step: dropEmptyAnswers },
  { step: setResultsApart },
  { step: reportNothingLeft },
  { step: fitCacheMarks, concerns: ['cache-mark'] },
]

/** Fits messages alone, as `fit` does a whole conversation: they need no tool definitions beside them. */
export function fitMessages(messages: readonly Message[], target: FitTarget, options: FitOptions): Fitted {
  return runSteps([...COMMON_FORM, ...SHAPE], { messages }, target, options)
}

export function runSteps(
  rows: readonly StepRow[],
  conversation: Conversation,
  target: FitTarget,
  options: FitOptions,
): Fitted {
  const context = createFitContext(conversation, target, options)
  const { model } = options
  const start =
    model === undefined || model === conversation.model ? conversation : { ...conversation, model }
  const features = featuresOf(start, context)
  const needed = rows.filter(({ concerns }) => concerns?.some((feature) => features.has(feature)) ?? true)
  const steps = [...needed.map(({ step }) => step), ...(target.fit ?? [])]
  const fitted = steps.reduce((current, step) => step(current, context), start)
  if (features.has('metadata') || features.has('vendor-tool')) reportNotCarried(conversation, fitted, context)
  return { conversation: fitted, notices: context.notices, ...restorable(context) }
}
