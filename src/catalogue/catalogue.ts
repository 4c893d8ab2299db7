import type { Conversation } from '../model/types.js'
import type { FitStep } from '../wire/fit-step.js'
import type { Limits } from '../wire/limits.js'
import { fitModel } from './fit-model.js'
import { comparedName, nameTest } from './model-names.js'
import type { ModelRow } from './model-row.js'
import { limitsOf } from './restrict-limits.js'

/** What is known of models. Pass it as `models` to `provider`, `translate`, `fit`, `createProxy`. */
export class Catalogue {
  readonly #tests: readonly (readonly ((compared: string) => boolean)[])[]

  /** @param rows the first one that has a model's name is taken. */
  constructor(
    /** What is known, by model. */
    readonly rows: readonly ModelRow[],
  ) {
    this.#tests = rows.map(({ name, also = [] }) => [name, ...also].map(nameTest))
  }

  /**
   * The row of a model, or undefined where nothing is known of it.
   * @param name as the provider, or a platform, names it: `us.anthropic.claude-opus-4-6-v1:0`, `anthropic/claude-opus-4.6`.
   */
  find(name: string): ModelRow | undefined {
    const compared = comparedName(name)
    const index = this.#tests.findIndex((names) => names.some((isMeant) => isMeant(compared)))
    return this.rows[index]
  }

  /** These rows and those of this catalogue. One of the same name replaces the one that is there; others come first. */
  with(rows: readonly ModelRow[]): Catalogue {
    const names = new Set(rows.map(({ name }) => comparedName(name)))
    return new Catalogue([...rows, ...this.rows.filter(({ name }) => !names.has(comparedName(name)))])
  }

  /** The profile of a wire's limits that a model needs. Default: the wire's usual limits. */
  profileFor(model: string | undefined, wire: string): string | undefined {
    return model === undefined ? undefined : this.find(model)?.profiles?.[wire]
  }

  /** The limits of a wire, as far as the model keeps to them. */
  limitsFor(model: string | undefined, limits: Limits): Limits {
    const row = model === undefined ? undefined : this.find(model)
    return row === undefined ? limits : limitsOf(row, limits)
  }

  /** Fits the settings of a conversation to the model that will read it. */
  fit(conversation: Conversation, fit: Parameters<FitStep>[1], fill = false): Conversation {
    const row = fit.model === undefined ? undefined : this.find(fit.model)
    return row === undefined ? conversation : fitModel(conversation, row, { ...fit, fill })
  }
}
