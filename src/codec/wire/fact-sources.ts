import type { LimitSources, Sighting } from './limit-sources.js'

/** The source of a fact. */
export interface FactSource {
  readonly seen: Sighting
  /**
   * Addresses of pages and recordings, or packages with their versions.
   * @minItems 1
   */
  readonly at: readonly string[]
}

/** Sources of the facts of a wire. Only tests read them. */
export interface FactSources {
  /** The first and the last bytes of a complete stream. */
  readonly stream: FactSource & { readonly begins: RegExp; readonly ends: RegExp }
  /** Headers of requests and answers. */
  readonly headers: FactSource
  /** Codes and HTTP statuses of errors. Absent for wires without HTTP. */
  readonly errors?: FactSource
  /** Limits of accepted values, as a whole. */
  readonly limits: FactSource
  /** The sources of single limits of the wire: of each, except for the tables of settings and profiles. */
  readonly ownLimits: LimitSources
  /** Sources of profiles that `vendor-sources.ts` does not list, by their limits. Default: no such profiles. */
  readonly profiles?: Readonly<Record<string, LimitSources>>
}
