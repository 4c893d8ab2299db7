/** The keys of this format's own metadata; the README of this folder says what each holds. */
declare module '../../src/model/metadata.js' {
  interface MetadataKeys {
    readonly alternatives: unknown
    readonly name: unknown
    readonly span: unknown
  }
}

export {}
