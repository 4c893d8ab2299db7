import { objectIn } from '../../base/json/read-json.js'
import { createPaths } from '../../base/model/change.js'
import { type ContextOptions, createContext, type Notice } from '../../base/model/context.js'
import { type Called, expectConversation, expectGiven } from '../../base/model/expect.js'
import { metadataOf, withMetadata } from '../../base/model/metadata.js'
import type { Conversation, Message, Part, ProviderMetadata } from '../../base/model/types.js'
import type { WireCodecs } from '../../codec/wire/contract.js'
import type {
  CachePolicy,
  FitContext,
  FitStep,
  PendingCallsPolicy,
  ProviderExecutedPolicy,
} from '../../codec/wire/fit-step.js'
import { chooseLimits, hostedForModel, type Limits, type LimitsChoice } from '../../codec/wire/limits.js'
import type { Catalogue } from '../catalogue/catalogue.js'
import { addCaching } from './auto-cache.js'
import { dropRefused } from './drop-settings.js'
import { fitCacheMarks, placeCacheMarks } from './fit-cache-marks.js'
import { placeMedia } from './fit-media.js'
import { fitCallIds, fitToolNames } from './fit-names.js'
import { fitOutputSchema } from './fit-output-schema.js'
import { deferFoundTools } from './found-tools.js'
import { reportNotCarried } from './not-carried.js'
import { dropForeignParts, holdBackReasoning } from './origin.js'
import { pairResults } from './pairing.js'
import { joinResultTexts, plainRoles } from './plain-forms.js'
import { settleProviderExecuted } from './provider-executed.js'
import { reportRanges } from './report-ranges.js'
import type { Restorable } from './restore.js'
import { settleChanges } from './settle-changes.js'
import { dropSuperseded } from './superseded.js'
import { convertCustomTools, flattenNamespaces, settleProviderTools } from './tool-kinds.js'
import {
  declareAllowedTools,
  declareUsedTools,
  dropDuplicateTools,
  dropEmptyToolList,
  fitParallelSwitch,
  fitToolChoice,
  repairToolChoice,
  settleHostedTools,
} from './tool-list.js'
import { fitToolSchemas } from './tool-schemas.js'
import {
  dropBlankText,
  dropEmptyAnswers,
  dropEmptyClientMessages,
  fillEmptyResults,
  fitTurns,
  handBlankMarksBack,
  joinNeighbours,
  placeSystemMessages,
  reportNothingLeft,
  setResultsApart,
} from './turns.js'
import { dropWithheldCalls } from './withheld.js'

/** Options for fitting a conversation. */
export interface FitOptions extends ContextOptions {
  /** The handling of calls that another provider ran. Default: `narrate`; for calls in an answer, `drop`. */
  readonly providerExecuted?: ProviderExecutedPolicy | undefined
  /** The handling of calls at the very end without a result. Default: `answer`. */
  readonly pendingCalls?: PendingCallsPolicy | undefined
  /** The choice of the target's limits. Default: the usual limits. */
  readonly limits?: LimitsChoice | undefined
  /** Facts of the model that receives the conversation: `models` of `toolwire/models`. Default: none. */
  readonly models?: Catalogue | undefined
  /**
   * Fills in a missing output limit, if the wire requires one, with the model's maximum from `models`.
   * Default: false.
   */
  readonly fill?: boolean | undefined
  /**
   * Prompt-cache policy for conversations from which a later turn can profit. `auto` marks the prompt for
   * models that cache only marked prefixes, and adds a key to the conversation if the wire routes requests by
   * a key. `marks` only sets marks, for servers that reject unknown fields. Default: none.
   */
  readonly cache?: CachePolicy | undefined
  /** The wire of messages without an origin. */
  readonly from?: string | undefined
}

/** The members of a wire that fitting needs. The `codecs` of an adapter have these members. */
export type FitTarget = Pick<WireCodecs, 'id' | 'limits' | 'fit' | 'hosted' | 'citations'>

export function restorable({ renamedTools, customTools, originals, widened }: FitContext): Restorable {
  return {
    toolNames: Object.fromEntries(renamedTools),
    customTools: [...customTools],
    ...(originals.size > 0 && { originals: Object.fromEntries(originals) }),
    ...(widened.size > 0 && { widened: Object.fromEntries(widened) }),
  }
}

/** Returns the limits of a target for a model. */
export function limitsFor(
  target: Pick<WireCodecs, 'id' | 'limits'>,
  { models, model, limits }: Pick<FitOptions, 'models' | 'model' | 'limits'>,
): Limits {
  return models?.limitsFor(model, target, limits) ?? chooseLimits(target, limits, model)
}

/** @param before the conversation that the messages continue. Default: none. */
export function createFitContext(
  conversation: Conversation,
  target: FitTarget,
  options: FitOptions,
  before?: Conversation,
): FitContext {
  const { model = conversation.model } = options
  const limits = limitsFor(target, { ...options, model })
  // Spreads come last: V8 takes 10 µs to add these members to a freshly spread object.
  return {
    limits,
    wireLimits: target.limits,
    hosted: hostedForModel(target.hosted, limits, model),
    providerExecuted: options.providerExecuted ?? 'narrate',
    pendingCalls: options.pendingCalls ?? 'answer',
    cache: options.cache,
    from: options.from,
    sourceModel: (before ?? conversation).model,
    continues: before && true,
    renamedTools: new Map(),
    customTools: new Set(),
    originals: new Map(),
    widened: new Map(),
    ...createContext(target.id, { ...options, model }),
    ...createPaths(conversation, before?.messages.length),
  }
}

/**
 * Features that fit steps look for. Steps without a match are skipped, and most conversations have few
 * features.
 */
export type Feature =
  | Part['type']
  | 'provider-executed'
  /** Calls of turns that did not end well. */
  | 'withheld'
  | 'custom'
  | 'namespace'
  /** Tools that a vendor defines, and their calls. */
  | 'vendor-tool'
  /** Results with a list of parts. */
  | 'list-output'
  /** Metadata of any wire, and of the target. */
  | 'metadata'
  | 'own-metadata'
  /** Values with a cache mark. */
  | 'cache-mark'
  /** A prompt-cache policy that the target can follow. */
  | 'caching'
  /** System text after another message. */
  | 'late-system'
  | 'tools'
  /** The tool choice and the flag for parallel calls. */
  | 'tool-choice'
  /** A target that encodes settings in a form other than the usual one. */
  | 'setting-forms'
  /** The schema of structured output. */
  | 'output-schema'
  /** A target that rejects settings or fields. */
  | 'refused'
  /** A target that requires tools next to a history of calls. */
  | 'tools-wanted'

/** The members by which features are found, of all values of a conversation. */
interface SoughtValue {
  readonly type?: string
  readonly kind?: string
  readonly namespace?: unknown
  readonly cache?: unknown
  readonly providerExecuted?: boolean
  readonly withheld?: unknown
  readonly providerMetadata?: ProviderMetadata
}

/** Returns the features of a conversation, including features that an earlier step may add. */
function featuresOf(conversation: Conversation, fit: FitContext): ReadonlySet<Feature> {
  const { messages, tools, toolChoice, parallelToolCalls } = conversation
  const found = new Set<Feature>()
  const add = (feature: Feature, isThere: boolean) => isThere && found.add(feature)
  const look = (value: SoughtValue) => {
    const { type, kind, namespace, cache, providerExecuted, withheld, providerMetadata } = value
    add('metadata', providerMetadata !== undefined)
    add('own-metadata', providerMetadata?.[fit.wire] !== undefined)
    add('namespace', namespace !== undefined)
    add('cache-mark', cache !== undefined)
    add('provider-executed', providerExecuted === true)
    add('withheld', withheld !== undefined)
    add('custom', (type === 'tool-call' ? kind : type) === 'custom')
    add('vendor-tool', type === 'provider' || (type === 'tool-call' && kind !== 'function'))
  }
  const lookAt = (part: Part) => {
    found.add(part.type)
    look(part)
    if (part.type !== 'tool-result' || part.output.type !== 'content') return
    found.add('list-output')
    part.output.value.forEach(lookAt)
  }
  for (const value of [conversation, ...messages, ...(tools ?? [])]) look(value)
  for (const { parts } of messages) parts.forEach(lookAt)
  const { cacheMarks, cacheKey, refusedSettings, refusedFields, knownFields, reasoningDepth } = fit.limits
  add('caching', fit.cache !== undefined && cacheMarks?.models !== undefined)
  add('caching', fit.cache === 'auto' && cacheKey === true)
  add('tools', tools !== undefined)
  add('tool-choice', toolChoice !== undefined || parallelToolCalls !== undefined)
  add('tools-wanted', fit.limits.toolsRequiredWithHistory !== false)
  add('output-schema', conversation.outputFormat?.type === 'json-schema')
  add('setting-forms', fit.limits.settingForms !== undefined)
  add(
    'refused',
    (refusedSettings ?? refusedFields ?? knownFields) !== undefined || reasoningDepth === 'budget',
  )
  add(
    'late-system',
    messages.some(({ role }, index) => index > 0 && role === 'system'),
  )
  return found
}

/**
 * Sets the form of settings that the target's limits require, unless they were decoded in a form of the
 * target.
 */
function chooseSettingForms(conversation: Conversation, fit: FitContext): Conversation {
  const own = metadataOf(conversation, fit)
  const kept = objectIn(own?.forms)
  const chosen = Object.entries(fit.limits.settingForms ?? {}).filter(
    ([name]) => name in conversation && !(name in kept),
  )
  if (chosen.length === 0) return conversation
  return withMetadata(conversation, { ...own, forms: { ...kept, ...Object.fromEntries(chosen) } }, fit)
}

/** A conversation that the target accepts, and the changes made. */
export interface Fitted extends Restorable {
  readonly conversation: Conversation
  readonly notices: readonly Notice[]
}

/** A step, and the features without which it has no effect. */
export interface StepRow {
  readonly step: FitStep
  /** The features for which the step runs: at least one is required. Default: the step always runs. */
  readonly concerns?: readonly Feature[]
  /** True for a step that runs before the model facts are applied. Default: false. */
  readonly isEarly?: true
}

/** Steps that convert data of other wires to a common form. */
const COMMON_FORM: readonly StepRow[] = [
  { step: placeCacheMarks, concerns: ['cache-mark'] },
  { step: holdBackReasoning, concerns: ['reasoning', 'metadata'] },
  { step: dropForeignParts, concerns: ['opaque', 'source', 'list-output'] },
  { step: settleProviderExecuted, concerns: ['provider-executed'] },
  { step: settleProviderTools, concerns: ['vendor-tool'] },
  { step: flattenNamespaces, concerns: ['namespace'] },
  { step: convertCustomTools, concerns: ['custom'] },
]

/** Steps that adapt the common form to the target. */
const SHAPE: readonly StepRow[] = [
  { step: dropWithheldCalls, concerns: ['withheld'] },
  { step: pairResults },
  { step: fitCallIds },
  { step: fitToolNames, concerns: ['tools', 'tool-choice', 'tool-call', 'tool-result'] },
  { step: placeMedia, concerns: ['media', 'list-output'] },
  { step: handBlankMarksBack, concerns: ['cache-mark'] },
  { step: dropBlankText },
  { step: fillEmptyResults, concerns: ['list-output'] },
  { step: joinResultTexts, concerns: ['list-output'] },
  { step: plainRoles, concerns: ['own-metadata'] },
  { step: dropEmptyClientMessages },
  { step: placeSystemMessages, concerns: ['late-system'] },
  { step: fitTurns },
  { step: dropEmptyAnswers },
  { step: joinNeighbours },
  { step: setResultsApart },
  { step: reportNothingLeft },
  { step: fitCacheMarks, concerns: ['cache-mark'] },
]

const SUPERSEDED: StepRow = { step: dropSuperseded, concerns: ['opaque'], isEarly: true }

const OPTIONS: Called = [
  'the options of fit are not an object',
  "fit(conversation, adapter.codecs, { model: 'gpt-5.4' })",
]

/** The name and the usage of the target parameter, for error messages. */
export const TARGET: Called = [
  'fit needs a target',
  'the codecs of an adapter: fit(conversation, adapter.codecs)',
]

/** Fits messages without tool definitions. `fit` fits a complete conversation. */
export function fitMessages(messages: readonly Message[], target: FitTarget, options: FitOptions): Fitted {
  return runSteps([SUPERSEDED, ...COMMON_FORM, ...SHAPE], { messages }, target, options)
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
  const { models, fill } = options
  const known: FitStep[] = models === undefined ? [] : [(current) => models.fit(current, context, fill)]
  return runIn(context, rows, start, [known, target.fit ?? []])
}

/** Steps of the model and of the target: before and after the common ones. */
type OuterSteps = readonly [before: readonly FitStep[], after: readonly FitStep[]]

function runIn(
  context: FitContext,
  rows: readonly StepRow[],
  start: Conversation,
  [before, after]: OuterSteps,
): Fitted {
  const features = featuresOf(start, context)
  let fitted = start
  const run = (steps: readonly FitStep[]) => {
    for (const step of steps) fitted = step(fitted, context)
  }
  const runRows = (time?: true) => {
    for (const { step, concerns, isEarly } of rows)
      if (isEarly === time && (concerns?.some((feature) => features.has(feature)) ?? true)) run([step])
  }
  runRows(true)
  run(before)
  runRows()
  run(after)
  if (features.has('metadata') || features.has('vendor-tool'))
    reportNotCarried(context.continues ? { messages: start.messages } : start, fitted, context)
  return { conversation: fitted, notices: context.notices, ...restorable(context) }
}

/** The steps for messages that continue a fitted conversation. Names of tools are settled there. */
const ADDED: readonly StepRow[] = [...COMMON_FORM, ...SHAPE].filter(({ step }) => step !== fitToolNames)

/** The messages of a conversation that were fitted before, as input and as output. */
interface FittedBeginning {
  readonly conversation: Conversation
  readonly fitted: Conversation
}

/** Fits messages that continue a fitted conversation, with its fitted settings. */
export function fitAdded(
  messages: readonly Message[],
  { conversation, fitted }: FittedBeginning,
  target: FitTarget,
  options: FitOptions,
): Fitted {
  const start = { ...fitted, messages }
  const context = createFitContext(start, target, options, conversation)
  return runIn(context, ADDED, start, [[], target.fit ?? []])
}

/** Applies the cache policy to a conversation that was fitted without it. */
export function fitCaching(
  fitted: Conversation,
  target: FitTarget,
  options: FitOptions,
): Pick<Fitted, 'conversation' | 'notices'> {
  // Notices of this step have no path in the messages.
  const context = createFitContext({ ...fitted, messages: [] }, target, options)
  return { conversation: addCaching(fitted, context), notices: context.notices }
}

export const FIT_STEPS: readonly StepRow[] = [
  SUPERSEDED,
  { step: settleChanges, concerns: ['opaque'], isEarly: true },
  ...COMMON_FORM,
  { step: dropDuplicateTools, concerns: ['tools'] },
  // After this step, hosted tools are tools of the target.
  { step: settleHostedTools, concerns: ['tools'] },
  { step: fitToolSchemas, concerns: ['tools'] },
  { step: repairToolChoice, concerns: ['tool-choice'] },
  { step: declareAllowedTools, concerns: ['tool-choice'] },
  { step: fitToolChoice, concerns: ['tool-choice'] },
  { step: fitParallelSwitch, concerns: ['tool-choice'] },
  ...SHAPE,
  { step: declareUsedTools, concerns: ['tools-wanted'] },
  { step: dropEmptyToolList, concerns: ['tools'] },
  { step: dropRefused, concerns: ['refused'] },
  { step: fitOutputSchema, concerns: ['output-schema'] },
  { step: reportRanges },
  { step: chooseSettingForms, concerns: ['setting-forms'] },
  { step: deferFoundTools, concerns: ['vendor-tool'] },
  { step: addCaching, concerns: ['caching'] },
]

/**
 * Adapts a conversation to a target's limits. The input is not modified; values without changes are the same
 * references. Each change has a notice whose path points into the input. Fitting a fitted conversation
 * changes nothing. When a conversation grows, the translation of its earlier messages stays the same.
 * @param options.model the model that receives the conversation. It replaces the conversation's model.
 */
export function fit(conversation: Conversation, target: FitTarget, options: FitOptions = {}): Fitted {
  expectGiven(target, TARGET, '/target')
  expectGiven(options, OPTIONS, '/options')
  if (options.validate !== false) expectConversation(conversation)
  return runSteps(FIT_STEPS, conversation, target, options)
}
