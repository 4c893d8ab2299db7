/** The keys of this wire's own metadata; the README of this folder says what each holds. */
declare module '../../src/model/metadata.js' {
  interface MetadataKeys {
    readonly added: unknown
    readonly around: unknown
    readonly input: unknown
    readonly item: unknown
    readonly itemId: unknown
    readonly named: unknown
    readonly nativeId: unknown
    readonly pairedBy: unknown
    readonly reasoning: unknown
    readonly split: unknown
    readonly status: unknown
    readonly text: unknown
    readonly unnamed: unknown
  }
}

export {}
