/** The keys of this format's own metadata; the README of this folder says what each holds. */
declare module '../../src/model/metadata.js' {
  interface MetadataKeys {
    readonly alternatives: unknown
    readonly answer: unknown
    readonly block: unknown
    readonly chunk: unknown
    readonly content: unknown
    readonly continued: unknown
    readonly cut: unknown
    readonly field: unknown
    readonly finish: unknown
    readonly format: unknown
    readonly invalid: unknown
    readonly list: unknown
    readonly model: unknown
    readonly named: unknown
    readonly outer: unknown
    readonly pieces: unknown
    readonly provider: unknown
    readonly raw: unknown
    readonly slot: unknown
    readonly toolChoice: unknown
    readonly toolOutput: unknown
    readonly unlisted: unknown
    readonly version: unknown
    readonly wrapper: unknown
  }
}

export {}
