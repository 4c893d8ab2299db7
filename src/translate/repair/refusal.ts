import type { JsonObject } from '../../base/json/json-types.js'
import type { PatchOperation } from '../../base/json/patch.js'
import type { Rule } from '../lint/rule.js'

/** What a provider said of a request that it refused. */
export interface Said {
  /** All its texts: the message, codes, names of fields. */
  readonly text: string
  /** JSON Pointers of the places in the request that it names, in its order. */
  readonly places: readonly string[]
}

/** The changes after which a provider takes a request that it refused with these words; undefined where there are none. */
export type Mend = (request: JsonObject, said: Said) => readonly PatchOperation[] | undefined

/**
 * What a provider refuses and no rule sees, since it depends on the model, the account or an earlier answer. It is known by
 * the provider's words alone.
 */
export interface Refusal {
  /** Stable id, e.g. `ANTHROPIC-REFUSED-FIELD`. */
  readonly id: string
  /** What is refused, in one sentence. */
  readonly summary: string
  /** Fragments of the provider's texts. `…` stands for up to eight words, a word with a digit for any word. */
  readonly errors: readonly string[]
  /** Where it was seen. */
  readonly evidence?: string
  /** Never drops a call, a result or a text of the user. Default: nothing mends it. */
  readonly mend?: Mend
}

/** What a provider is known to refuse: rules, which also see it before it is sent, and refusals, which do not. */
export type KnownRefusal = Rule | Refusal

/** Whether it sees a request before it is sent. */
export function isRule(known: KnownRefusal): known is Rule {
  return 'check' in known
}

/** What is known, or what loads it when a request is refused. */
export type RefusalSource = readonly KnownRefusal[] | (() => Promise<readonly KnownRefusal[]>)

/** Those that see a request before it is sent. */
export async function loadedRules(source: RefusalSource): Promise<readonly Rule[]> {
  const known = typeof source === 'function' ? await source() : source
  return known.filter(isRule)
}

/** A refusal as a row, under its id. */
export type RefusalRows = Readonly<Record<string, Omit<Refusal, 'id'>>>

/** The refusals of a wire. */
export function refusalsOf(rows: RefusalRows): readonly Refusal[] {
  return Object.entries(rows).map(([id, row]) => ({ id, ...row }))
}
