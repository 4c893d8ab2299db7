/**
 * How a fact was seen: in raw bytes off a wire, in the vendor's documentation (pages, types, its server's source), or
 * in a client library. Fixtures of libraries may lack lines that the library drops, such as `[DONE]`.
 */
export type Sighting = 'bytes' | 'documentation' | 'library'

/** Where a fact was seen. */
export interface FactSource {
  readonly seen: Sighting
  /**
   * Addresses of pages and recordings, or packages with their versions.
   * @minItems 1
   */
  readonly at: readonly string[]
}

/** Where the facts of a wire were seen. Tests read them, programs do not. */
export interface FactSources {
  /** The first and the last bytes of a complete stream. */
  readonly stream: FactSource & { readonly begins: RegExp; readonly ends: RegExp }
  /** Headers of requests and answers. */
  readonly headers: FactSource
  /** Codes and HTTP statuses of errors. Absent for wires without HTTP. */
  readonly errors?: FactSource
  /** Limits of accepted values. Single limits have further sources in `limits.ts` and in the rules that check them. */
  readonly limits: FactSource
}
