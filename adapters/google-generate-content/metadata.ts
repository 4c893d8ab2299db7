/** The keys of this wire's own metadata; the README of this folder says what each holds. */
declare module '../../src/model/metadata.js' {
  interface MetadataKeys {
    readonly alternatives: unknown
    readonly candidate: unknown
    readonly content: unknown
    readonly contents: unknown
    readonly continued: unknown
    readonly field: unknown
    readonly id: unknown
    readonly inContents: unknown
    readonly openApi: unknown
    readonly outcome: unknown
    readonly part: unknown
    readonly snake: unknown
    readonly wrapper: unknown
  }
}

export {}
