/** Placeholder until the store lands. */
export interface StreamStore {
  readonly todo?: never
}
