import type { MediaKind, ReasoningEffort, ToolChoice } from '../../base/model/types.js'
import type { AllSettings } from '../../codec/shape/settings/settings-table.js'
import type { ThinkingBack } from '../../codec/wire/limits.js'

/**
 * What is known of one model. A member that is not there is not known: then what the wire accepts holds.
 * @example
 * const row: ModelRow = {
 *   name: 'acme-large*', source: 'https://acme.example/models', date: '2026-11-24',
 *   output: 32_000, reasoning: { efforts: ['low', 'high'] }, input: ['image'],
 * }
 */
export interface ModelRow {
  /**
   * The name, without the vendor before it; letter case and separators do not matter. It finds its versions, too (`-2026-08-13`, `-latest`).
   * `*` stands for anything.
   */
  readonly name: string
  /** Further names of the same. */
  readonly also?: readonly string[]
  /** Where it says so: addresses of pages that anybody can read. */
  readonly source: readonly string[]
  /** When that was read: YYYY-MM-DD. */
  readonly date: string
  /** How it reasons; false where it does not. */
  readonly reasoning?: ModelReasoning | false
  /** The most tokens of an answer. */
  readonly output?: number
  /** The most tokens of request and answer. */
  readonly context?: number
  /** Media that it takes from the user. Text is always taken. */
  readonly input?: readonly MediaKind[]
  /** Media that it takes in results of tools. Default: those of `input`, where the wire takes them. */
  readonly resultInput?: readonly MediaKind[]
  /** Whether it has strict tools. */
  readonly strictTools?: boolean
  /** Whether the request may say if it can make several calls at once. */
  readonly parallelSwitch?: boolean
  /** What can be said of which tool is to be called. */
  readonly toolChoices?: readonly ToolChoice['type'][]
  /** Settings that it refuses. */
  readonly refusedSettings?: readonly (keyof AllSettings)[]
  /** The profile of a wire's limits that it needs where the caller chooses none, by the wire. */
  readonly profiles?: Readonly<Record<string, string>>
  /** Since when it is not to be used any more, or what is to be used instead. */
  readonly deprecated?: string
}

/** How a model reasons. */
export interface ModelReasoning {
  /** The words for depth that it takes, from the least; none where it refuses them all. */
  readonly efforts?: readonly ReasoningEffort[]
  /** What other words become, as the vendor says. Default: the nearest of `efforts`, of two the lesser. */
  readonly instead?: Readonly<Partial<Record<ReasoningEffort, ReasoningEffort>>>
  /** The bounds of a budget in tokens, where it takes one. */
  readonly budget?: { readonly least: number; readonly most?: number }
  /** How many tokens a word stands for. Default: `USUAL_BUDGETS`. */
  readonly budgets?: EffortBudgets
  /** Whether it cannot be switched off. */
  readonly alwaysOn?: true
  /** Whether it is off as long as the request says nothing of it. */
  readonly startsOff?: true
  /** Whether an effort alone leaves it off, because it is about the whole answer. */
  readonly effortLeavesOff?: true
  /** Settings that are refused while it reasons. */
  readonly refusedSettings?: readonly (keyof AllSettings)[]
  /** How earlier thinking goes back, on wires that have fields for it. */
  readonly back?: ThinkingBack
}

/** Tokens by the words for depth. */
export type EffortBudgets = Readonly<Partial<Record<ReasoningEffort, number>>>
