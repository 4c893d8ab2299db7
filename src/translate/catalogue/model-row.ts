import type { NonNegativeInteger, PositiveInteger } from '../../base/json/number-ranges.js'
import type { MediaKind, ReasoningEffort, ToolChoice } from '../../base/model/types.js'
import type { AllSettings } from '../../codec/shape/settings/settings-table.js'
import type { ThinkingBack } from '../../codec/wire/limits.js'

/**
 * Facts of one model. For an absent member the limits of the wire apply.
 * @example
 * const row: ModelRow = {
 *   name: 'acme-large*', source: 'https://acme.example/models', date: '2026-11-24',
 *   output: 32_000, reasoning: { efforts: ['low', 'high'] }, input: ['image'],
 * }
 */
export interface ModelRow {
  /**
   * The name, without the vendor before it; letter case and separators do not matter. Versions (`-2026-08-13`, `-latest`) match it, too.
   * `*` matches any text.
   */
  readonly name: string
  /**
   * Further names of the same model.
   * @minItems 1
   */
  readonly also?: readonly string[]
  /**
   * The sources: addresses of public pages.
   * @minItems 1
   */
  readonly source: readonly string[]
  /**
   * The day on which the sources were read: YYYY-MM-DD.
   * @pattern ^\d\d\d\d-\d\d-\d\d$
   */
  readonly date: string
  /** The reasoning of the model; false for a model without reasoning. */
  readonly reasoning?: ModelReasoning | false
  /** Maximum number of tokens of an answer. */
  readonly output?: PositiveInteger
  /** Maximum number of tokens of request and answer together. */
  readonly context?: PositiveInteger
  /** Media that the user may send: image, audio, video, file. Text is always accepted. */
  readonly input?: readonly MediaKind[]
  /** Media that results of tools may contain. Default: the media of `input`, if the wire accepts them. */
  readonly resultInput?: readonly MediaKind[]
  /** True if the model supports strict tools. */
  readonly strictTools?: boolean
  /** True if the model supports requests that allow or forbid parallel calls. */
  readonly parallelSwitch?: boolean
  /** Accepted types of the tool choice. */
  readonly toolChoices?: readonly ToolChoice['type'][]
  /** Settings that the model refuses. */
  readonly refusedSettings?: readonly (keyof AllSettings)[]
  /**
   * Settings of requests that the model accepts only in the usual form of a wire, by wire. Default: it accepts every form.
   */
  readonly usualForms?: Readonly<Record<string, readonly (keyof AllSettings)[]>>
  /** Profiles of limits, by wire, for callers that do not choose a profile. */
  readonly profiles?: Readonly<Record<string, string>>
  /**
   * Restrictions of requests with function tools, by wire. `refused`: all are refused. `without-reasoning`:
   * only requests that explicitly switch reasoning off are accepted. Default: all are accepted.
   */
  readonly functionTools?: Readonly<Record<string, 'refused' | 'without-reasoning'>>
  /** The reason why the model is deprecated, or its replacement: `use a newer Opus`. */
  readonly deprecated?: string
}

/** The facts of a model, as `find` returns them. */
export interface FoundModel extends ModelRow {
  /** The older model of the family whose facts are assumed. Default: the facts are those of this model. */
  readonly assumedFrom?: string
}

/** The reasoning of a model. */
export interface ModelReasoning {
  /** Accepted efforts, lowest first; empty for a model that refuses all of them. */
  readonly efforts?: readonly ReasoningEffort[]
  /** Accepted efforts on wires that accept fewer efforts, by wire. */
  readonly effortsOn?: Readonly<Record<string, readonly ReasoningEffort[]>>
  /**
   * Replacements of other efforts, from the vendor's documentation. Default: the nearest of `efforts`; of two
   * equally near efforts, the lower one.
   */
  readonly instead?: Readonly<Partial<Record<ReasoningEffort, ReasoningEffort>>>
  /** The bounds of a budget in tokens, if the model accepts a budget. */
  readonly budget?: {
    /** The smallest budget. */
    readonly least: NonNegativeInteger
    /** The largest budget. Default: no bound is known. */
    readonly most?: NonNegativeInteger
  }
  /** The tokens of each effort. Default: `USUAL_BUDGETS`. */
  readonly budgets?: EffortBudgets
  /** True if reasoning cannot be switched off. */
  readonly alwaysOn?: true
  /** True if reasoning is off for requests without reasoning settings. */
  readonly startsOff?: true
  /**
   * True if reasoning stays off for requests with only an effort. The effort then applies to the complete
   * answer.
   */
  readonly effortLeavesOff?: true
  /** The highest effort that requests with reasoning switched off may have. Default: any. */
  readonly offUpTo?: ReasoningEffort
  /** Settings that are refused if reasoning is on. */
  readonly refusedSettings?: readonly (keyof AllSettings)[]
  /** Accepted types of the tool choice if reasoning is on. Default: the types that the model accepts. */
  readonly toolChoices?: readonly ToolChoice['type'][]
  /** The form in which earlier thinking is sent back, on wires that have fields for thinking. */
  readonly back?: ThinkingBack
}

/** Tokens by effort. */
export type EffortBudgets = Readonly<Partial<Record<ReasoningEffort, NonNegativeInteger>>>
