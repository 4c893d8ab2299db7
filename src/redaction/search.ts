import type { Echo } from './credentials.js'

/** What secrets are searched with. */
export interface Search {
  /** JSON Pointers into bodies whose value is replaced. */
  readonly bodyPaths?: readonly string[]
  /** Further shapes. */
  readonly shapes?: readonly RegExp[]
  /** Credentials that the request carried. */
  readonly echoes: readonly Echo[]
  /** Takes the values of secret members and fields that are found. */
  readonly named: Set<string>
}
