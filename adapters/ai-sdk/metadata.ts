/** The keys of this format's own metadata; the README of this folder says what each holds. */
declare module '../../src/model/metadata.js' {
  interface MetadataKeys {
    readonly continued: unknown
    readonly executed: unknown
    readonly field: unknown
    readonly named: unknown
    readonly pieces: unknown
    readonly place: unknown
    readonly source: unknown
    readonly told: unknown
    readonly unified: unknown
  }
}

export {}
