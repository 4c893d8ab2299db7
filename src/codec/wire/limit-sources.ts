/**
 * The kind of a source: raw bytes off a wire, the vendor's documentation (pages, types, the source of its server), a
 * client library or its fixtures, or a thread that quotes the server. Fixtures of libraries may lack lines that the
 * library drops, such as `[DONE]`.
 */
export type Sighting = 'bytes' | 'documentation' | 'library' | 'thread'

/** The source of a limit. `unverified`: the limit is an assumption, without a known source. */
export interface LimitSource {
  readonly seen: Sighting | 'unverified'
  /** Addresses of pages, types, fixtures or threads. Empty if the limit is unverified. */
  readonly at: readonly string[]
}

/** Sources by the names of limits. */
export type LimitSources = Readonly<Record<string, LimitSource>>

/** The sources of a profile, by its limits, and the day on which they were read. */
export interface ProfileSources {
  readonly limits: LimitSources
  readonly date: string
}

/** A limit without a known source. */
export const UNVERIFIED: LimitSource = { seen: 'unverified', at: [] }

/** Returns the same source for several limits, whose names are separated by spaces. */
export function eachOf(source: LimitSource, names: string): LimitSources {
  return Object.fromEntries(names.split(' ').map((name) => [name, source]))
}

/** Returns the source of a limit in pages, types or the source of the server. */
export function documented(...at: readonly string[]): LimitSource {
  return { seen: 'documentation', at }
}

/** Returns the source of a limit in a client library, by its addresses. */
export function inLibrary(...at: readonly string[]): LimitSource {
  return { seen: 'library', at }
}

/**
 * Returns the source of a limit in issues or pull requests that quote the server.
 * @param threads as `owner/repository#1`.
 */
export function inThreads(...threads: readonly string[]): LimitSource {
  return {
    seen: 'thread',
    at: threads.map((thread) => `https://github.com/${thread.replace('#', '/issues/')}`),
  }
}

/** Returns the addresses of all sources, without repetitions. */
export function addressesOf({ limits }: ProfileSources): string[] {
  return [...new Set(Object.values(limits).flatMap(({ at }) => at))]
}

/** Returns the names of the limits without a known source. */
export function unverifiedIn({ limits }: ProfileSources): string[] {
  return Object.keys(limits).filter((limit) => limits[limit]?.seen === 'unverified')
}
