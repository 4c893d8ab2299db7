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
  /** The reasoning of the model; false for a model without. */
  readonly reasoning?: ModelReasoning | false
  /** Maximum number of tokens of an answer. */
  readonly output?: PositiveInteger
  /** Maximum number of tokens of request and answer together. */
  readonly context?: PositiveInteger
  /** Media that the user may send: image, audio, video, file. Text is always accepted. */
  readonly input?: readonly MediaKind[]
  /** Media that results of tools may contain. Default: those of `input`, if the wire accepts them. */
  readonly resultInput?: readonly MediaKind[]
  /** Supports strict tools. */
  readonly strictTools?: boolean
  /** Supports requests that allow or forbid parallel calls. */
  readonly parallelSwitch?: boolean
  /** Accepted types of the tool choice. */
  readonly toolChoices?: readonly ToolChoice['type'][]
  /** Settings that the model refuses. */
  readonly refusedSettings?: readonly (keyof AllSettings)[]
  /** Profiles of limits, by wire, for callers that choose none. */
  readonly profiles?: Readonly<Record<string, string>>
  /**
   * Requests with function tools, by wire. `refused`: none. `without-reasoning`: only those that switch
   * reasoning off explicitly. Default: all.
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
  /** Accepted efforts, from the least; empty for a model that refuses all of them. */
  readonly efforts?: readonly ReasoningEffort[]
  /** Accepted efforts on wires that accept fewer of them, by wire. */
  readonly effortsOn?: Readonly<Record<string, readonly ReasoningEffort[]>>
  /** Replacements of other efforts, from the vendor's documentation. Default: the nearest of `efforts`, the lesser one of two. */
  readonly instead?: Readonly<Partial<Record<ReasoningEffort, ReasoningEffort>>>
  /** The bounds of a budget in tokens, if the model accepts one. */
  readonly budget?: {
    /** The smallest budget. */
    readonly least: NonNegativeInteger
    /** The largest budget. Default: no bound is known. */
    readonly most?: NonNegativeInteger
  }
  /** The tokens of each effort. Default: `USUAL_BUDGETS`. */
  readonly budgets?: EffortBudgets
  /** Cannot be switched off. */
  readonly alwaysOn?: true
  /** Is off for requests without reasoning settings. */
  readonly startsOff?: true
  /** Stays off for requests with only an effort, which applies to the complete answer. */
  readonly effortLeavesOff?: true
  /** The highest effort that requests with reasoning switched off may have. Default: any. */
  readonly offUpTo?: ReasoningEffort
  /** Settings that are refused while the model reasons. */
  readonly refusedSettings?: readonly (keyof AllSettings)[]
  /** Accepted types of the tool choice while the model reasons. Default: those of the model. */
  readonly toolChoices?: readonly ToolChoice['type'][]
  /** The form in which earlier thinking is sent back, on wires that have fields for it. */
  readonly back?: ThinkingBack
}

/** Tokens by effort. */
export type EffortBudgets = Readonly<Partial<Record<ReasoningEffort, NonNegativeInteger>>>
