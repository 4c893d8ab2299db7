/** The keys of this format's own metadata; the README of this folder says what each holds. */
declare module '../../src/model/metadata.js' {
  interface MetadataKeys {
    readonly continued: unknown
    readonly error: unknown
    readonly frame: unknown
    readonly frames: unknown
    readonly params: unknown
    readonly resource: unknown
    readonly rpcId: unknown
    readonly text: unknown
    readonly toolChoice: unknown
    readonly verbatimInput: unknown
  }
}

export {}
