import type { JsonObject } from '../../base/json/json-types.js'
import type { PatchOperation } from '../../base/json/patch.js'
import type { Rule } from '../lint/rule.js'

/** A provider's error message for a refused request. */
export interface Said {
  /** All texts of the error: the message, codes, names of fields. */
  readonly text: string
  /** JSON Pointers of the request paths that the message names, in the order of the message. */
  readonly places: readonly string[]
}

/**
 * A function that returns the changes after which the provider accepts a request that it refused with this
 * message; undefined without changes.
 */
export type RefusalFix = (request: JsonObject, said: Said) => readonly PatchOperation[] | undefined

/**
 * A provider refusal that no rule can predict, because it depends on the model, the account or an earlier
 * answer. It is identified only by the provider's message.
 */
export interface Refusal {
  /** Stable id, e.g. `ANTHROPIC-REFUSED-FIELD`. */
  readonly id: string
  /** The refused feature or value, in one sentence. */
  readonly summary: string
  /**
   * Fragments of the provider's texts. `…` matches up to eight words; a word with a digit matches any word.
   */
  readonly errors: readonly string[]
  /** The source. */
  readonly evidence?: string
  /** Returns the path of the reason, if the message names no path. Default: the first path of the fix. */
  readonly at?: (request: JsonObject, said: Said) => string | undefined
  /** Never drops a call, a result or user text. Default: no fix. */
  readonly fix?: RefusalFix
  /**
   * The scope of the refusal, for remembering an accepted fix: `field` if the model or server refuses the
   * changed member in every request, `value` if it refuses this value. Default: only this request.
   */
  readonly lasting?: 'field' | 'value'
  /** Only rules have it. */
  readonly check?: undefined
}

/**
 * A known reason for refusals: a rule, which can also check a request before it is sent, or a refusal, which
 * cannot.
 */
export type KnownRefusal = Rule | Refusal

/** Returns true for a rule, which can check a request before it is sent. */
export function isRule(known: KnownRefusal): known is Rule {
  return known.check !== undefined
}

/** The known reasons, or a function that loads them when a request is refused. */
export type RefusalSource = readonly KnownRefusal[] | (() => Promise<readonly KnownRefusal[]>)

/** Returns only the rules, which can check a request before it is sent. */
export async function loadedRules(source: RefusalSource): Promise<readonly Rule[]> {
  const known = typeof source === 'function' ? await source() : source
  return known.filter(isRule)
}

/** A refusal as a row, under its id. */
export type RefusalRows = Readonly<Record<string, Omit<Refusal, 'id'>>>

/** Returns the refusals of a wire. */
export function refusalsOf(rows: RefusalRows): readonly Refusal[] {
  return Object.entries(rows).map(([id, row]) => ({ id, ...row }))
}
