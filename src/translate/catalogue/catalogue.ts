import type { Conversation } from '../../base/model/types.js'
import type { FitStep } from '../../codec/wire/fit-step.js'
import { chooseLimits, type Limits, type LimitsChoice } from '../../codec/wire/limits.js'
import { fitModel } from './fit-model.js'
import { comparedName, nameTest } from './model-names.js'
import type { ModelRow } from './model-row.js'
import { limitsOf } from './restrict-limits.js'

/** Model facts. Pass them as `models` to `provider`, `translate`, `fit`, `createProxy`. */
export class Catalogue {
  readonly #tests: readonly (readonly ((compared: string) => boolean)[])[]

  /** @param rows the first row that matches the name of a model is used. */
  constructor(
    /** The facts by model. */
    readonly rows: readonly ModelRow[],
  ) {
    this.#tests = rows.map(({ name, also = [] }) => [name, ...also].map(nameTest))
  }

  /**
   * Returns the row of a model, or undefined for an unknown model.
   * @param name as the provider, or a platform, names it: `us.anthropic.claude-opus-4-6-v1:0`,
   * `anthropic/claude-opus-4.6`.
   */
  find(name: string): ModelRow | undefined {
    const compared = comparedName(name)
    const index = this.#tests.findIndex((names) => names.some((isMeant) => isMeant(compared)))
    return this.rows[index]
  }

  /**
   * Returns a catalogue with these rows and those of this catalogue. A row with an existing name replaces the
   * old one; others are put first.
   */
  with(rows: readonly ModelRow[]): Catalogue {
    const names = new Set(rows.map(({ name }) => comparedName(name)))
    return new Catalogue([...rows, ...this.rows.filter(({ name }) => !names.has(comparedName(name)))])
  }

  /**
   * Returns the limits of a wire and a model together, for instance for `lint`. Unless the caller chooses a
   * profile, the one that the model needs is used.
   * @throws AdapterError('unknown-profile') as choosing limits does.
   * @example lint(rules, request, models.limitsFor('gpt-oss-120b', openaiChat.codecs))
   */
  limitsFor(
    model: string | undefined,
    wire: { readonly id: string; readonly limits: Limits },
    choice?: LimitsChoice,
  ): Limits {
    const row = model === undefined ? undefined : this.find(model)
    const chosen = chooseLimits(wire, choice ?? row?.profiles?.[wire.id], model)
    return row === undefined ? chosen : limitsOf(row, chosen)
  }

  /** Fits the settings of a conversation to the model that receives it. */
  fit(conversation: Conversation, fit: Parameters<FitStep>[1], fill = false): Conversation {
    const row = fit.model === undefined ? undefined : this.find(fit.model)
    return row === undefined ? conversation : fitModel(conversation, row, { ...fit, fill })
  }
}
