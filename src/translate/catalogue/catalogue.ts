import { globMatcher } from '../../base/model/glob.js'
import type { Conversation } from '../../base/model/types.js'
import type { FitStep } from '../../codec/wire/fit-step.js'
import { chooseLimits, type Limits, type LimitsChoice } from '../../codec/wire/limits.js'
import { fitModel } from './fit-model.js'
import type { FoundModel, ModelRow } from './model-row.js'
import { limitsOf } from './restrict-limits.js'
import { FAMILIES } from './rows/families.js'

/**
 * Suffixes of a model name for its version or offer: dates, numbers of three or four digits, Bedrock's
 * `-v1:0` and `-v1:0:200k`, Vertex AI's `@default`, and suffixes of gateways.
 */
const VERSION =
  /^(?:-(?:\d{8}|\d{3,4}|\d\d-\d\d(?:\d\d)?|v\d(?:-\d(?:-\d+k)?)?|default|latest|preview|exp|free|batch|instruct))*$/

/** Matches the prefixes of Bedrock's regions and vendors. */
const VENDORS = /^(?:[a-z-]+\.)+(?=[a-z])/

/**
 * Normalizes a name for comparison: prefixes and suffixes of platforms are removed, and separators are
 * unified. Fireworks writes a dot between digits as a `p`.
 */
export function comparedName(name: string): string {
  const bare = name.toLowerCase().replace(/\[[^[\]]*\]$/, '')
  return bare
    .slice(bare.lastIndexOf('/') + 1)
    .replace(VENDORS, '')
    .replace(/(?<=\d)p(?=\d)/g, '-')
    .replace(/[._@:\s]/g, '-')
}

/** Returns a function that checks a normalized name against the name of a row. */
export function nameTest(pattern: string): (compared: string) => boolean {
  const meant = comparedName(pattern)
  if (meant.includes('*')) return globMatcher(meant)
  return (name) => name.startsWith(meant) && VERSION.test(name.slice(meant.length))
}

/** Returns the facts of an older model for an unknown model. */
function assumed(name: string, { also: _also, deprecated: _deprecated, ...older }: ModelRow): FoundModel {
  return { ...older, name, assumedFrom: older.name }
}

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
   * Returns the row of a model. An unknown newer model of a known family gets the facts of the nearest older
   * model, which `assumedFrom` names. Returns undefined for other unknown models.
   * @param name the name from the provider or a platform: `us.anthropic.claude-opus-4-6-v1:0`,
   * `anthropic/claude-opus-4.6`.
   */
  find(name: string): FoundModel | undefined {
    const compared = comparedName(name)
    const known = this.#rowOf(compared)
    if (known !== undefined) return known
    const [, like] = FAMILIES.find(([family]) => family.test(compared)) ?? []
    const older = like === undefined ? undefined : this.#rowOf(comparedName(like))
    return older && assumed(name, older)
  }

  #rowOf(compared: string): ModelRow | undefined {
    const index = this.#tests.findIndex((names) => names.some((isMeant) => isMeant(compared)))
    return this.rows[index]
  }

  /**
   * Returns a catalogue with these rows and those of this catalogue. A row with an existing name replaces the
   * old one; new rows come first.
   */
  with(rows: readonly ModelRow[]): Catalogue {
    const names = new Set(rows.map(({ name }) => comparedName(name)))
    return new Catalogue([...rows, ...this.rows.filter(({ name }) => !names.has(comparedName(name)))])
  }

  /**
   * Returns the limits of a wire and a model together, for instance for `lint`. If the caller does not choose
   * a profile, the model's profile is used.
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
