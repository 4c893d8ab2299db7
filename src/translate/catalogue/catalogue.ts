import type { Conversation } from '../../base/model/types.js'
import type { FitStep } from '../../codec/wire/fit-step.js'
import { chooseLimits, type Limits, type LimitsChoice } from '../../codec/wire/limits.js'
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

  /**
   * What both a wire and a model take, also for `lint`. Without a choice of the caller it is the profile that the model needs.
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

  /** Fits the settings of a conversation to the model that will read it. */
  fit(conversation: Conversation, fit: Parameters<FitStep>[1], fill = false): Conversation {
    const row = fit.model === undefined ? undefined : this.find(fit.model)
    return row === undefined ? conversation : fitModel(conversation, row, { ...fit, fill })
  }
}
