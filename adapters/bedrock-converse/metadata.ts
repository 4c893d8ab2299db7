/** The keys of this wire's own metadata; the README of this folder says what each holds. */
declare module '../../src/model/metadata.js' {
  interface MetadataKeys {
    readonly counted: unknown
    readonly cut: unknown
    readonly executed: unknown
    readonly format: unknown
    readonly guarded: unknown
    readonly item: unknown
    readonly location: unknown
    readonly output: unknown
    readonly schema: unknown
    readonly source: unknown
    readonly status: unknown
    readonly thought: unknown
    readonly toolChoice: unknown
    readonly toolConfig: unknown
  }
}

export {}
